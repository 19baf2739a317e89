import { family, those } from './family.ts'

/** A variable that was not filled in, or a value of the program that is none, where a value belongs. */
export const placeholders = family(['placeholder', 'placeholder:undefined', 'placeholder:template'], (evidence) => {
  const text = evidence.text()
  const found = signs.flatMap(([kind, sign]) => {
    const match = sign.exec(text)
    return match === null ? [] : [{ kind, name: match.groups?.name, value: match.groups?.value ?? '' }]
  })
  // In place of a secret, a name in angle brackets is how people leave it out of a text.
  const [first] = found.filter(
    ({ name, value }) => !masks.test(value) && !(value.startsWith('<') && secretNames.test(name ?? '')),
  )
  return {
    facts: those({
      placeholder: first,
      'placeholder:undefined': first?.kind === 'undefined',
      'placeholder:template': first?.kind === 'template',
    }),
    values: { placeholder: first?.value, placeholder_name: first?.name?.toLowerCase() },
  }
})

const secretNames = /secret|password|token|code$|verifier|assertion|authorization|state/i

const names =
  '(?<name>client[_-]?id|client[_-]?secret|redirect[_-]?uri|grant_type|scope|audience|resource|code|state|refresh_?token|access_?token|token|authorization|tenant(?:_?id)?|realm|username|password|code_verifier|code_challenge|x-api-key|api[_-]?key|apikey|subscription-key|issuer|client_assertion|app-?key|gw-dev-app-key)'

/** Each finds a value where one belongs; the surest first. */
const signs: [kind: 'undefined' | 'template', sign: RegExp][] = [
  [
    'undefined',
    /\b(?:identifier|application|client(?:[_ ]id)?|app|tenant|cliente|aplicativo|aplicacion|aplicação|usuario|scope|resource)\W{1,3}["'](?<value>undefined|null|None|\[object Object\])["']/i,
  ],
  [
    'template',
    /\b(?:identifier|application|client(?:[_ ]id)?|app|tenant|cliente|aplicativo|aplicacion|aplicação|usuario|scope|resource)\W{1,3}["'](?<value>\{\{[ \w.$-]{1,60}\}\}|\$\{[\w.:-]{1,60}\}|<[a-z][\w -]{2,40}>|your[-_ ][\w -]{2,40}|\$\w{3,40}|%\w{3,40}%)["']/i,
  ],
  ['undefined', /\b(?:Bearer|Basic|DPoP) (?<value>undefined|null|None|NaN|\[object Object\])(?![\w-])/],
  [
    'undefined',
    new RegExp(
      `(?:[?&]|\\b)${names}=(?<value>undefined|null|None|nil|NaN|\\[object(?: |%20|\\+)Object\\])(?=[&\\s"'#]|$)`,
      'im',
    ),
  ],
  [
    'undefined',
    /\b(?<name>Authorization)["']?\s{0,2}(?:=>|[:=])\s{0,2}["']?(?:Bearer|Basic|DPoP)\s{1,3}(?<value>undefined|null|None|nil|\[object Object\]|System\.\S{3,60}|java\.\S{3,60}|<[a-z]\w*\.\S{1,60}(?: object)?[^>]{0,60}>|Promise\b|%s)/i,
  ],
  ['undefined', /https?:\/\/[^\s"'<>]{0,300}?\/(?<value>undefined|null|None|\[object(?: |%20)Object\])(?=[/?#\s"']|$)/],
  [
    'template',
    new RegExp(
      `(?:[?&]|\\b)${names}=(?<value>%7B%7B[\\w.-]{1,60}%7D%7D|%24%7B[\\w.-]{1,60}%7D|%7B[\\w.-]{1,60}%7D|%3C[\\w.+-]{1,60}%3E|\\{\\{[ \\w.$-]{1,60}\\}\\}|\\$\\{[\\w.:-]{1,60}\\}|<[\\w -]{2,60}>|%s)`,
      'i',
    ),
  ],
  [
    'template',
    /(?:"|^|[^`\w])(?<name>Authorization|x-api-key|apikey)["']?\s{0,2}(?:=>|[:=])\s{0,2}["']?(?:(?:Bearer|Basic|DPoP)\s{1,3})?(?<value>\{\{[ \w.$-]{1,60}\}\}|\$\{[A-Za-z][\w.:-]{0,60}\}|<[a-z][\w -]{2,60}>|\{(?:access_?)?token\}|%[A-Z_]{3,40}%)/im,
  ],
  [
    'template',
    /'[^'\n]{0,200}\b(?:Bearer|Basic|client_id=|client_secret=|code=|token=)\s?(?<value>\$[A-Za-z_]\w{1,40})\b[^'\n]{0,200}'/,
  ],
  [
    'template',
    /https?:\/\/[^\s"'<>`]{0,200}(?<value>\{\{[ \w.$-]{1,60}\}\}|%7B%7B[\w.-]{1,60}%7D%7D|\{(?:tenant\w{0,12}|realm|domain|baseurl|environment|region)\}|%7B(?:tenant\w{0,12}|realm|domain)%7D)/i,
  ],
  [
    'template',
    /https?:\/\/(?<value>\{\{[ \w.$-]{1,60}\}\}|\$\{[\w.:-]{1,60}\}|%7B%7B[\w.-]{1,60}%7D%7D|<[a-z][\w -]{2,40}>|your[-_.]?[a-z]{3,20}\b)/i,
  ],
  // Encoded braces are in an address only where a template was sent as it is.
  ['template', /https?:\/\/[^\s"'<>`?]{1,300}\/(?<value>%7B[\w.-]{1,60}%7D|%3C[\w.-]{1,60}%3E)(?=[/?#\s"']|$)/i],
  ['template', /https?:\/\/(?<value>\{[a-z]\w{1,40}\})(?=[/:])/i],
  [
    'template',
    /(?:UnknownHost\w{0,12}|ENOTFOUND|resolve host|no such host|getaddrinfo|name resolution)[^\n]{0,40}?(?<value>\$\{[\w.:-]{1,60}\}|\{\{[ \w.-]{1,60}\}\}|\$[A-Z_]{3,40}\b|<[a-z][\w -]{1,40}>|%7B\w{1,40}%7D|\{[a-z]\w{1,40}\})/i,
  ],
  [
    'template',
    /\{\{(?<value>[\w.-]{1,60}): not (?:resolved|found|defined)|(?:unresolved|could not resolve|resolve) (?:variable|placeholder)s?:? ["']?(?<name>[$\w{}.-]{1,60})/i,
  ],
  [
    'template',
    new RegExp(
      `\\b${names}["']?\\s{0,3}(?:=>|[:=])\\s{0,3}["']?(?<value>(?:<|\\[|\\{)?(?:YOUR|MY|SEU|SUA|MEU|MINHA|TU|REPLACE|INSERT|INSIRA|ENTER)[-_ ](?:[A-Z_ -]{2,40}|[a-z_-]{2,40})(?:>|\\]|\\})?|\\{\\{[ \\w.$-]{1,60}\\}\\}|CHANGE_?ME|TODO|string)(?=["'&\\s,;}]|$)`,
      'i',
    ),
  ],
]

/** What people write in place of a secret before they show a text to others. */
const masks = /redact|mask|hidden|remov|omit|oculto|oculta|censur|xxx|\*\*\*|sensitive|my[ _-]|truncat|snip|private/i
