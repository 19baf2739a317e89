import type { Add } from './finding.ts'
import { isTrace, looksRandom } from './value-shapes.ts'

/** A segment of a path behind one whose name says that a secret follows: `/verify/…`, `/hooks/…`. */
export function findInPaths(text: string, add: Add): void {
  findInPersonalPaths(text, add)
  for (const form of [secretPath, secretSegment]) findSegments(text, form, add)
}

function findSegments(text: string, form: RegExp, add: Add): void {
  for (const found of text.matchAll(form)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    // `/key_01J4T9Q6ZK…` is an identifier with its time (ULID).
    if (form === secretSegment && /^0[0-7][\dA-HJKMNP-TV-Z]{24}$/.test(value)) continue
    if (looksRandom(value, 12))
      add({ start, end: start + value.length, kind: 'token', name: 'secret in a path', value })
  }
}

/** `/accounts/8118381-7/`, `/pix/chaves/7472189b-…`: who it is about is in the path. */
const personalPath =
  /\/(?:(?:bank-?)?accounts?|contas?|cuentas?|contas-correntes?|agencias?|rg|passports?|passaportes?|documentos?|cnh|pis)\/(?<account>[A-Z]{0,3}\d{3,12}-[\dXx]|[A-Z]{2}\d{6,8}|\d{2}\.\d{3}\.\d{3}-[\dXx]|(?<=(?:accounts?|contas?|cuentas?)\/)\d{8,11})(?=[/?#"'\s]|$)|\/(?:pix\/(?:chaves?|keys?|dict)|dict\/(?:keys?|chaves?|entries)|chaves-pix|pix-keys?|viacep\.com\.br\/ws|ceps?)\/(?<key>[^\s/?#"'&]{8,90})/gi

const secretPath =
  /\/(?:tokens?|access[_-]tokens?|reset(?:[_-]password)?|password[_-]reset|verify(?:[_-]email)?|verification|confirm(?:ation)?|activate|activation|magic(?:[_-]link)?|invit(?:e|ation)s?|unsubscribe|hooks?|webhooks?|callbacks?|sessions?|share[ds]?|feeds?|rss|icals?|calendars?|subscribe|guest|join|accept|opt-?out|preferences|surveys?|s3cret|secrets?|apikeys?|keys?|auth|login|sso|otp|signed|download|redefinir|redefinicao|recuperar|recuperacao|confirmar|confirmacao|ativar|ativacao|verificar|verificacao|convites?|restablecer|acesso|senha|recover|recovery|unlock)\/([\w.~%+=-]{12,2000})/gi

/** A segment that says itself what it is: `/private-b3efc18e…/basic.ics`. */
const secretSegment = /\/(?:private|secret|token|key|auth|access|hash|sig|pw)[-_=:]([\w.~-]{12,400})(?=[/?#"'\s)&]|$)/gi

/** A short link, which opens for anyone who has it. */
const shortLink = /(?<=:\/\/[\w.-]{3,80}\/[a-z]{1,2}\/)(?=[\w-]{0,15}\d)(?=[\w-]{0,15}[A-Z])[\w-]{8,16}(?=["'\s);,]|$)/g

function findInPersonalPaths(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(shortLink))
    add({ start: index, end: index + value.length, kind: 'token', name: 'short link', value })
  for (const found of text.matchAll(personalPath)) {
    const value = found.groups?.account ?? found.groups?.key ?? ''
    const start = found.index + found[0].length - value.length
    if (/\d/.test(value) && !isTrace(value))
      add({ start, end: start + value.length, kind: 'bank account', name: 'account in a path', value })
  }
}
