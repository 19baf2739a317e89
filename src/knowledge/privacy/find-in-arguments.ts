import { isEnumerated } from './find-in-slots.ts'
import type { Add } from './finding.ts'
import { isIdentifier } from './identifier-words.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { saysWhatIsDemanded } from './value-shapes.ts'

/**
 * Finds what code hands to a call that signs somebody in, connects to something or makes a key: its arguments in
 * quotation marks, words among them, less addresses, paths and names of settings; and the arguments that a stack shows.
 * Linear.
 */
export function findInArguments(text: string, add: Add): void {
  for (const found of text.matchAll(call)) {
    const [whole, called = ''] = found
    const at = found.index + whole.length
    const name = called.replace(/^.*[.>:]/, '')
    // What is kept elsewhere is named by its path.
    if (
      !signing.test(name) ||
      /^(?:get|read|fetch|load|find|lookup|resolve|check|has|is|on|describe|it|test)(?=[_A-Z])/.test(name)
    )
      continue
    // A type of media is no secret: `type ('text/html')`
    const handed = argumentsFrom(text, at)
    // The first of three is the host.
    const isHost = (order: number) => order === 0 && handed.length > 2 && /^(?:connect|createConnection)$/.test(name)
    for (const [order, { start, value, isNamed }] of handed.entries())
      if (
        !isHost(order) &&
        !isNamed &&
        !isSetting(value) &&
        !/^(?:text|image|application|audio|video|font)\/[\w.+-]+$/.test(value)
      )
        add({ start, end: start + value.length, kind: 'credentials', name: called.slice(-40), value })
  }
  // `#2 /app/Gateway.php(31): Gateway->charge('…', '…')`, as PHP writes its stacks
  if (text.includes('->') || text.includes('::'))
    for (const found of text.matchAll(stackCall))
      for (const { start, value } of argumentsFrom(text, found.index + found[0].length))
        if (
          /^\d{3,}$/.test(value) ||
          (!isSetting(value) && !/^[A-Z][\w\\]+\\\w+$/.test(value) && !/^[a-z]+(?:[A-Z][a-z]+)+$/.test(value))
        )
          add({ start, end: start + value.length, kind: 'unknown value', name: 'argument', value })
}

const call =
  /(?<![\w$])((?:new[ \t]+)?[A-Za-z_$][\w$.>:-]{1,60})["']?[ \t]{0,2}[=:]?[ \t]{0,2}\((?=[^()\n]{0,200}["'`])/g
const stackCall = /^#\d{1,3} [^\n]{0,300}?\b[\w\\]{1,80}(?:->|::)\w{1,60}\((?=[^\n]{0,200}')/gm

/** Names of calls that take a secret or a login by place. */
const signing =
  /^(?:new[ \t]+)?(?:\w*(?:log[_-]?in|logon|sign[_-]?in|authenticate|autentica\w*|authorize|credentials?|basic[_-]?auth\w*|bind|set_?auth\w*|auth|passwords?|secret|impersonate|as_user|quote(?=$))|connect(?:_\w+|To)?|conn|createConnection|getConnection|create_engine|SMTP|IMAP|FTP|\w{2,40}(?:Client|Credentials?|Credential|Authenticator|Connection|Auth|Session|Login|Signer|Cipher)|sign|encode|encrypt|hmac|createHmac|hash_hmac|pbkdf2|deriveKey|new_from_slice|from_secret|from_base64_secret|SecretKeySpec|getPassword|setPassword|type|fill|sendKeys|send_keys)$/i

const pair =
  /\([ \t]{0,3}(["'])([\p{L}_][\p{L}\d _.-]{1,40})\1[ \t]{0,3},[ \t]{0,3}[bru]{0,2}(["'])([^"'\n]{1,300})\3[ \t]{0,3}\)/gu
/** The same with a type before the name, and with escapes: `buildConfigField("String", "API_SECRET", "\\"…\\"")`. */
const namedArgument =
  /\([ \t\n]{0,20}(?:["'][\w.<>]{1,40}["'][ \t]{0,3},[ \t\n]{0,20})?(["'])(?<name>[\p{L}_][\p{L}\d _.:-]{1,80})\1[ \t]{0,3},[ \t\n]{0,20}(?:"(?<double>(?:[^"\\\n]|\\.){3,300})"|'(?<single>(?:[^'\\\n]|\\.|''){3,300})')/gu
/** A login and its password in a list behind a name for Basic authentication: `:basic-auth ["ola" "…"]`, `basic_auth: {"ola", "…"}` */
const signedIn =
  /(?<![\p{L}\d_])(?:basic|digest|http|proxy)[-_ ]?auth(?:entication|orization)?["']?\s{0,4}(?:=>|[:=,])?\s{0,4}[#^]?[[({]{1,2}\s{0,4}(["'])(?<user>[^"'\n]{1,80})\1[\s,]{1,4}(["'])(?<value>[^"'\n]{2,200})\3\s{0,4}[\])}]/giu
/** Arguments without brackets (Ruby): `conn.auth_plain "ola", "…"` */
const signedInPlainly =
  /(?<![\p{L}\d_])(?:\w{0,20}auth(?:_\w{1,20}|enticate(?:_with)?)?|log_?in(?:_as)?|sign_in|credentials)[ \t]+(["'])(?<user>[^"'\n]{1,80})\1[ \t]*,[ \t]*(["'])(?<value>[^"'\n]{2,200})\3/giu
/** The same in one text: `:basic-auth "ola:…"` */
const signedInAtOnce =
  /(?<![\p{L}\d_])(?:basic|digest|proxy)[-_ ]?auth(?:entication|orization)?["']?\s{0,4}(?:=>|[:=,])?\s{0,4}(["'])(?<user>[\w.@+-]{1,60}):(?<value>[^"'\n/]{2,200})\1/giu
/** The same where code encodes it: `"Basic " + b64("ola:…")` */
const encodedAtOnce =
  /(?<![\p{L}\d_])(?:btoa|b64\w{0,16}|(?:to_?)?base64\w{0,16}(?:\.\w{1,24}){0,2}|encode(?:base64|to_?string)?)[ \t]{0,2}\((?:\[\]byte\()?[ \t]{0,3}b?(["'])(?<user>[\w.@+-]{1,60}):(?<value>[^"'\n/]{2,200})\1/giu
const dated =
  /["'](?:dob|birth_?date|birthday|nascimento|data_nascimento|born)["'][ \t]{0,3}[,:][ \t]{0,3}(?:datetime\.)?date\(([\d, ]{6,14})\)/g

/** Pairs of name and value as Python and Ruby write them: `('name', 'Ana')`. Linear. */
export function findInPairs(text: string, add: Add): void {
  for (const found of text.matchAll(pair)) {
    const [whole, , name = '', , value = ''] = found
    const kind = name === 'name' && /\s/.test(value) ? 'name' : kindOf(name, 'field', value)
    const start = found.index + whole.lastIndexOf(value)
    if (kind !== undefined && kind !== 'unknown header') add({ start, end: start + value.length, kind, name, value })
  }
  for (const found of text.matchAll(namedArgument)) {
    const { name = '', double, single } = found.groups ?? {}
    const written = double ?? single ?? ''
    const value = /^\\"(.+)\\"$/.exec(written)?.[1] ?? written
    // Names of fields are listed as values are: `("password", "password_confirmation")`.
    if (meaningOf(name).strength !== 'strong' || (!/\s/.test(value) && (isIdentifier(value) || isEnumerated(value))))
      continue
    const kind = kindOf(name, 'field', value)
    const start = found.index + found[0].lastIndexOf(value)
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
  for (const found of [...text.matchAll(signedIn), ...text.matchAll(signedInPlainly)]) {
    const { user = '', value = '' } = found.groups ?? {}
    // Names of fields are listed as values are.
    if (meaningOf(value).strength !== 'open' || saysWhatIsDemanded(value)) continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind: 'password', name: 'password', value })
    const at = found.index + found[0].indexOf(user, found[0].search(/[[({]/))
    add({ start: at, end: at + user.length, kind: 'name', name: 'user', value: user })
  }
  for (const found of [...text.matchAll(signedInAtOnce), ...text.matchAll(encodedAtOnce)]) {
    const { user = '', value = '' } = found.groups ?? {}
    if (meaningOf(value).strength !== 'open' || saysWhatIsDemanded(value)) continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind: 'password', name: 'password', value })
    add({ start: start - 1 - user.length, end: start - 1, kind: 'name', name: 'user', value: user })
  }
  for (const found of text.matchAll(dated)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - 1 - value.length
    add({ start, end: start + value.length, kind: 'birth date', name: 'birth date', value })
  }
}

const parted =
  /(?<![\p{L}\d_-])(?:key|name|op|field|setting|param(?:eter)?|property|variable|pref|option|attribute|column|k)["']?[ \t]{0,3}[=:][ \t]{0,3}["']?(?<name>[A-Za-z_][\w.-]{1,60})["']?[,;]?[ \t]{1,4}(?:["']?)(?:new_?|old_?)?(?:value|val|v|data|to|content|text)["']?[ \t]{0,3}[=:][ \t]{0,3}(?:"(?<double>[^"\n]{2,300})"|'(?<single>[^'\n]{2,300})'|(?<bare>[^\s"',;)\]}]{2,300}(?:[ \t][^\s"',;)\]}=:]{1,40}){0,5}(?=[ \t]?\})|[^\s"',;)\]}]{2,300}))/giu

/** A member of something and its next one: `headers(1).name := 'apikey'; headers(1).value := '…'`, `p.1.Name=x&p.1.Value=…` */
const inMembers =
  /(?<=(?<owner>[\p{L}\d_$)\]]{1,40})(?:[._]|->))(?:set_?)?(?:key|name|field|param|header|nome|chave)["']?[)\]]?[ \t]{0,3}(?::=|=>|[=:(])[ \t]{0,3}["']?(?<name>[A-Za-z_][\w.-]{1,60})["']?\)?[;,&]?\s{0,12}(?:[\p{L}\d_$()[\].]{1,60}(?:[._]|->))(?:set_?)?(?:value|val|v|data|valor|content)["']?[)\]]?[ \t]{0,3}(?::=|=>|[=:(])[ \t]{0,3}(?:"(?<double>[^"\n]{2,300})"|'(?<single>[^'\n]{2,300})'|(?<bare>[^\s"'&,;)\]}]{2,300}))/giu

/** `Set-Variable -Name Pw -Value '…'` */
const inOptions =
  /--?(?:name|key)[ \t=]{1,3}["']?(?<name>[A-Za-z_][\w.-]{1,60})["']?[ \t]{1,4}--?value[ \t=]{1,3}(?:"(?<double>[^"\n]{2,300})"|'(?<single>[^'\n]{2,300})'|(?<bare>[^\s"']{2,300}))/gi

/** `PASSWORD: {value: "…"}` */
const nested =
  /(?<![\w.$-])(?<name>[A-Za-z_][\w.-]{2,60})["']?[ \t]{0,3}[:=][ \t]{0,3}\{[^{}\n]{0,80}?(?:value|default|val|text|plain(?:text)?|content)["']?[ \t]{0,3}[:=][ \t]{0,3}(?:"(?<double>[^"\n]{2,300})"|'(?<single>[^'\n]{2,300})')/g

/** A name and its value in fields of their own: `put key=pin_offline value=…`. Linear. */
export function findParted(text: string, add: Add): void {
  if (!/val|data|text|content|default|\bv\b|\bto\b/i.test(text)) return
  for (const found of [
    ...text.matchAll(parted),
    ...text.matchAll(inOptions),
    ...text.matchAll(inMembers),
    ...(text.includes('{') ? text.matchAll(nested) : []),
  ]) {
    const { name = '', double, single, bare } = found.groups ?? {}
    const value = double ?? single ?? bare ?? ''
    const kind = kindOf(name, 'field', value)
    if (kind === undefined || (meaningOf(name).strength !== 'strong' && kind !== 'password')) continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind, name, value })
  }
}

/** Arguments in quotation marks up to the bracket that ends the call. */
function argumentsFrom(text: string, from: number): { start: number; value: string; isNamed: boolean }[] {
  const line = text.slice(from, from + 600)
  const all: { start: number; value: string; isNamed: boolean }[] = []
  let depth = 0
  argument.lastIndex = 0
  for (let found = argument.exec(line); found !== null && all.length < 12; found = argument.exec(line)) {
    const [whole, named = '', , double, single] = found
    if (whole === '(') depth += 1
    else if (whole === ')') {
      if (depth === 0) break
      depth -= 1
    } else if (whole === '{' || whole === '\n#') break
    else if (whole !== '\n') {
      const value = double ?? single ?? ''
      if (value.length > 2)
        all.push({ start: from + found.index + whole.length - 1 - value.length, value, isNamed: named !== '' })
    }
  }
  return all
}

const argument =
  /((?:[A-Za-z_]\w{0,40}[ \t]{0,2}[=:](?!=)[ \t]{0,2})?)([bru@$]{0,2})(?:"((?:[^"\\\n]|\\.|""){0,300})"|'((?:[^'\\\n]|\\.|''){0,300})')|[(){]|\n#/g

/** Addresses, hosts, paths, settings, names of algorithms, of headers and of what is spoken of, which are no secrets. */
function isSetting(value: string): boolean {
  return (
    saysWhatIsDemanded(value) ||
    /^(?:[a-z][\w+.-]*:|\/|\.{1,2}\/|[#.[])/i.test(value) ||
    /^(?:[a-z\d-]+\.)+[a-z]{2,10}(?::\d+)?$/.test(value) ||
    /^(?:localhost|utf-?8|ascii|latin1|hex|base64(?:url)?|buffer|sha-?\d{1,3}|md5|[hre]s\d{3}|aes[\w-]*|hmac[\w-]*|rsa[\w-]*|tls\w*|ssl\w*|basic|bearer|digest|json|xml|text|html|get|post|put|patch|delete|options|head|test|local|default|error|end|close|open|data|message|connect|ready|input|output|x-[\w-]+|authorization|content-type|accept|password|username|user|email|login|token)$/i.test(
      value,
    ) ||
    /^[A-Z][A-Z\d_]{2,}$/.test(value) ||
    // What somebody is asked: `getpass("Token: ")`.
    /[:?]\s*$/.test(value) ||
    (/^[a-z]+(?:[_:.][a-z]+)+$/.test(value) && isIdentifier(value)) ||
    /^[\d.]{1,2}$/.test(value) ||
    /\$\{|%s|\{\w*\}|\s(?:is|was|not|for|the|to|from|não|de)\s|[;<>]/.test(value)
  )
}
