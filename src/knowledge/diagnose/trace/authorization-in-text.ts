import type { Mark } from './mark.ts'

/** What a text shows of Authorization headers and of the credentials that programs and commands are given. Linear in the text. */
export function authorizationIn(text: string): Mark[] {
  const schemes = [
    ...text.matchAll(
      /(\bBasic|\bBearer|(?<=uthorization["'\]]{0,2}\s{0,3}[:=,]\s{0,3}["'`]?)(?:basic|bearer|BASIC|BEARER))[ \t]{1,3}(["'([]?)((?:<[\w .-]{1,60}>|\{\{[\w .-]{1,60}\}\}|[$#]?\{[\w.-]{1,60}\}|[^\s"'`,;)\]}]){1,9000})/g,
    ),
  ].slice(0, 100)
  const users = [
    ...text.matchAll(/\s(?:-u|--user)[ =]{1,2}["']?((?:[^\s"':]{1,200}):([^\s"']{0,400}))/g),
    ...text.matchAll(/\bauth\s{0,2}[=:]\s{0,2}[([{]\s{0,2}["']([^"'\n]{1,200})["'],\s{0,2}["']([^"'\n]{1,400})["']/g),
    ...text.matchAll(/\b(?:HTTPBasicAuth|basic_auth|SetBasicAuth|setBasicAuth|basicAuth)\(/g),
    ...text.matchAll(/\bauth=\(/g),
  ].slice(0, 20)
  const masked = [
    ...text.matchAll(
      /\bauthorization["'\]]{0,2}\s{0,2}(?:=>|[:=,])\s{0,3}["'[(<{]{0,2}(?:[*•█▇■xX.…]{2,}|(?:redacted|filtered|hidden|masked|removed|secret|omitted|omitid[oa]|ocult[oa]|presente?|set|yes|ok)\b)/gi,
    ),
  ].slice(0, 20)
  return [
    ...masked.map(({ index }): Mark => ({ is: 'masked', at: index })),
    ...schemes.map(
      ({ 1: scheme = '', 2: opened, 3: value = '', index }): Mark => ({
        is: /^basic$/i.test(scheme) ? 'basic' : 'bearer',
        at: index,
        // In brackets people say what was encoded.
        value: (opened === '(' || opened === '[') && value.includes(':') ? 'hidden' : value,
      }),
    ),
    ...users.map(({ index }): Mark => ({ is: 'basic', at: index, value: 'hidden' })),
  ]
}
