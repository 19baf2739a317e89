import type { Add } from './finding.ts'
import { isIdentifier } from './identifier-words.ts'
import type { Kind } from './kinds.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { explainsItself, looksSecret, saysWhatIsDemanded } from './value-shapes.ts'

/**
 * Finds values that only blanks part from their names: macros and directives (`#define WIFI_PASS "…"`, `requirepass "…"`),
 * files of secrets (`: PSK "…"`, `[relay]:587 user:…`, `client * … *`), pairs of account and password and codes to be typed.
 * Linear.
 */
export function findQuotedValues(text: string, add: Add): void {
  if (/["']/.test(text))
    for (const found of text.matchAll(quoted)) {
      const [whole, macro, name = '', , value = ''] = found
      const { strength } = meaningOf(name)
      const isMacro = macro !== undefined
      if (strength !== 'strong' && !(isMacro && strength !== 'open' && !isIdentifier(value))) continue
      if (!isMacro && !/\{[ \t]?["']/.test(whole) && !isDirective(name, text, found.index)) continue
      const kind = notBehind.test(text.slice(found.index + whole.length, found.index + whole.length + 24))
        ? undefined
        : (kindOf(name, 'field', value) ?? (isMacro ? meaningOf(name).kind : undefined))
      const start = found.index + whole.length - 1 - value.length
      if (kind !== undefined && !saysWhatIsDemanded(value)) add({ start, end: start + value.length, kind, name, value })
    }
  for (const { hint, form, kind, name, fits } of places) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const value = found.groups?.value ?? found.groups?.text ?? ''
      if (value.length < 3 || explainsItself(value) || fits?.(value) === false) continue
      const start = found.index + found[0].length - value.length
      add({ start, end: start + value.length, kind, name, value })
    }
  }
}

const quoted =
  /(?<![\w$.-])(#[ \t]*define[ \t]+)?([A-Za-z_][\w.-]{1,60})(?:[ \t]{1,20}|\{[ \t]?)(["'])([^"'\n]{2,300})\3/g

/** What a message says of the name in quotation marks, which is then no value. */
const notBehind =
  /^[ \t]*(?:not|is|was|were|does|has|had|in|from|on|to|of|already|field|header|claim|cannot|could|must|for|with|by|\{|"|,[ \t]*line)/i

/** A name with signs or capital letters within it, or at the beginning of its line with nothing behind the value. */
function isDirective(name: string, text: string, at: number): boolean {
  if (/_|[a-z][A-Z]|^[A-Z]{2,}|[a-z]pass$|\w-\w/.test(name)) return true
  const before = text.slice(Math.max(0, at - 40), at)
  return /^[ \t]*$/.test(before.slice(before.lastIndexOf('\n') + 1)) && at > 0
}

interface Place {
  hint: RegExp
  form: RegExp
  kind: Kind
  name: string
  fits?: (value: string) => boolean
}

const account =
  '(?:root|admin(?:istrator|istrador)?|adm|operator|operador|superuser|sysadmin|netadmin|guest|service|maint(?:enance)?|supervisor|user|usu[áa]rio|usuario|login|benutzer|utilisateur|gebruiker|utente|acc(?:oun)?t|conta|cuenta|konto)'

const places: readonly Place[] = [
  {
    // Secrets of IPsec (ipsec.secrets), whose kinds come before them
    hint: /:[ \t]*(?:PSK|EAP|XAUTH|NTLM|PIN|PPK)\b/,
    form: /:[ \t]*(?:PSK|EAP|XAUTH|NTLM|PIN|PPK)[ \t]+"(?<value>[^"\n]{2,200})(?=")/g,
    kind: 'secret',
    name: 'ipsec secret',
  },
  {
    // Secrets of PPP: client, server, secret, addresses
    hint: /^\S+[ \t]+(?:\*|\S+)[ \t]+\S+[ \t]+\*[ \t]*$/m,
    form: /^["']?[\w.@-]{2,60}["']?[ \t]+(?:\*|[\w.-]{1,40})[ \t]+["']?(?<value>[^\s"'*]{3,100})(?=["']?[ \t]+\*[ \t]*\r?$)/gm,
    kind: 'password',
    name: 'chap secret',
  },
  {
    // Passwords for relays of mail: `[smtp.example]:587 user:password`
    hint: /^\[?[\w.-]+\]?(?::\d+)?[ \t]+[\w.@+-]+:\S/m,
    form: /^(?:\[[\w.-]{3,80}\](?::\d{1,5})?|[\w-]+(?:\.[\w-]+){1,5}(?::\d{1,5})?(?=[ \t]+[\w.+-]+@))[ \t]+[\w.@+-]{2,80}:(?<value>\S{3,200})(?=[ \t]*\r?$)/gm,
    kind: 'password',
    name: 'relay password',
  },
  {
    // “user ops / Kormoran im Nebel — if it says …”, “login: root / toor”
    hint: / \/ /,
    form: new RegExp(
      `(?<![\\p{L}\\d_/])${account}(?:[ \\t:=]{1,3}["']?[\\w.@-]{2,60}["']?)?[ \\t]\\/[ \\t]["']?(?<value>[\\p{L}\\d][^\\s/,;|"'()]{2,60}(?:[ \\t](?:[&+] )?[\\p{L}\\d][^\\s/,;|"'()–—]{0,30}){0,4}?)(?=["']?[ \\t]*(?:$|[,;)(|]|[ \\t](?:[–—-]|and|e|y|und|et)[ \\t]|\\.[ \\t]|\\r|\\n))`,
      'gimu',
    ),
    kind: 'password',
    name: 'password',
    fits: (value) =>
      !/^(?:pass(?:word)?|senha|passwort|contrase[ñn]a|group|role|member|token|mot de passe|admin|client|e-?mail|logout|sign.?up|regist\p{L}*)/iu.test(
        value,
      ),
  },
  {
    // The password that a new one replaces (Oracle, MySQL)
    hint: /replace/i,
    form: /identified[ \t]+by[ \t]+(?:"[^"\n]{1,120}"|'[^'\n]{1,120}'|\S{1,120})[ \t]+replace[ \t]+["']?(?<value>(?<=["'])[^"'\n]{2,120}|[^\s;"']{3,120})/gi,
    kind: 'password',
    name: 'password',
  },
  {
    // `ansible-vault encrypt_string '…'`, `"…".toCharArray()`
    hint: /encrypt_string|toCharArray/,
    form: /(?:\bencrypt_string[ \t]+['"](?<value>[^'"\n]{3,200})(?=['"])|(?<=")(?<text>[^"\n]{3,100})(?="\.toCharArray\(\)))/g,
    kind: 'password',
    name: 'password',
  },
  {
    // `ConvertTo-SecureString -String "…"`, `pre-shared-key ascii-text "…"`
    hint: /SecureString|shared-key|psk/i,
    form: /(?:ConvertTo-SecureString(?:[ \t]+-String)?|(?:pre-shared-key|psk)[ \t]+(?:ascii(?:-text)?|hex(?:adecimal)?))[ \t]+["'](?<value>[^"'\n$]{3,120})(?=["'])/gi,
    kind: 'password',
    name: 'password',
  },
  {
    // `CONNECT scott/"…"@ORCL`
    hint: /\/"[^"\n]+"@/,
    form: /(?<![\w/])[\w$#]{2,40}\/"(?<value>[^"\n]{2,120})(?="@)/g,
    kind: 'password',
    name: 'password',
  },
  {
    // Communities of SNMP
    hint: /snmp|community/i,
    form: /(?:\bsnmp\w*\b[^\n]{0,120}?[ \t]-c|\bcommunity)[ \t]+["']?(?<value>(?!public\b)[^\s"']{4,80})(?=["']?(?:[ \t]+(?:R[OW]|view|\d{1,3}\.\d)|[ \t]*\r?$))/gim,
    kind: 'password',
    name: 'community',
    fits: (value) => !/^(?:string|name|edition|server|is|was|rejected|default|[\d.]+)$/i.test(value),
  },
  {
    // Users with their passwords in one setting: `BASIC_AUTH_USERS=ops:…,qa:…`
    hint: /(?:auth|basic|users?|logins?|accounts?|cred\w*|passw\w*)["']?(?:[ \t]{0,3}=|:[ \t])/i,
    form: /(?<=(?<![\w-])[\w.-]{0,40}(?:auth|basic|users?|logins?|accounts?|cred\w{0,8}|htpasswd)["']?(?:[ \t]{0,3}=[ \t]{0,3}|:[ \t]{1,3})["']?(?:[A-Za-z][\w.@-]{0,40}:[^\s,:;"']{2,80}[,;][ \t]?){0,12})[A-Za-z][\w.@-]{0,40}:(?<value>(?!\/\/)[^\s,:;"'/\\]{3,80})(?=[,;"']|[ \t]*\r?$)/gim,
    kind: 'password',
    name: 'password',
    fits: (value) =>
      /\p{L}/u.test(value) && !scopeWords.test(value) && !/^(?:pass(?:word)?|pwd|senha|secret|token)$/i.test(value),
  },
  {
    // “Login for staging: `qa` / `…`”
    hint: /[`"'][ \t]\/[ \t][`"']/,
    form: /(?<=(?:log-?in|sign.?in|access?[oa]?|acess[oa]|zugang|zugriff|acc[èe]s|cred\p{L}{3,8}|account|user|usu[áa]ri\p{L}|benutzer|admin|conta|cuenta)[^\n`"']{0,60})([`"'])[\w.@+-]{2,60}\1[ \t]\/[ \t]([`"'])(?<value>[^`"'\n]{3,80})(?=\2)/giu,
    kind: 'password',
    name: 'password',
    fits: (value) =>
      !/^(?:log-?out|sign-?out|sign-?up|pass(?:word)?|senha|register|viewer|editor|owner|guest|user|admin|member|reader|writer|read|write)$/i.test(
        value,
      ),
  },
  {
    // “admin:usv-Keller (firmware 3.1.9)”
    hint: /(?:root|admin|adm|operator|guest|maint|supervisor|sysadmin):\S/i,
    form: /(?<![\w./:@-])(?:root|admin(?:istrator)?|adm|operator|guest|maint|supervisor|sysadmin|superuser):(?<value>[^\s:/@"'`,;()<>]{5,60})(?=["'`]?(?:[\s,;)]|$)(?!:))/gi,
    kind: 'password',
    name: 'password',
    // A scope has small letters alone: `admin:org_hook`.
    fits: (value) => !/^[a-z]+(?:[_.:][a-z]+)*\*?$|^\d+$/.test(value),
  },
  {
    // “enter WDQK-MTBR”, “geben Sie KFQ-7T2 ein”
    hint: /[A-Z\d]{3,5}-[A-Z\d]{3,5}/,
    form: /(?<!\p{L})(?:enter(?: the)?(?: code)?|type(?: in)?|input|use(?: the)? code|confirm(?: with)?|digite|insira|informe|ingres[ae]|introdu[zc]ca|escriba|geben sie|gib|saisi(?:r|ssez)|entrez|tape[rz]|voer|inserisci|digita|wpisz|zadejte|code|c[óo]digo|codice|kod)[ \t]*[:=]?[ \t]+(?:o |el |le |the |den |il )?(?:c[óo]digo |code |codice )?["'“*`]{0,2}(?<value>[A-Z\d]{3,5}(?:-[A-Z\d]{3,5}){1,2})(?![\w-])/giu,
    kind: 'code',
    name: 'code',
    fits: (value) => /^[A-Z\d-]+$/.test(value) && !/^[A-Z]{3,5}-\d+$|^\d+-\d+$/.test(value) && isMade(value),
  },
  {
    // “panel code 4471#, duress 9013”, “cadeado do portão 5528”
    hint: /panel|keypad|duress|disarm|padlock|cadeado|candado|alarm/i,
    form: /(?<!\p{L})(?:(?:panel|keypad|alarme?|disarm\w*|duress|coa[çc][ãa]o)(?:[ \t](?:code|pin|c[óo]digo|senha))?|padlock|cadeado|candado|vorh[äa]ngeschloss|cadenas|lucchetto)(?:[ \t](?:d[aoe]|of|on|vom|du|del)[ \t]\p{L}{2,16})?[ \t]?(?:[:=]|is|é|es|ist)?[ \t]+(?<value>\d{4,6}[#*]?)(?![\w.,-]?\d)/giu,
    kind: 'code',
    name: 'code of a lock',
  },
  {
    // “safe in room 2.14: 38-07-61”
    hint: /\d-\d\d?-\d/,
    form: /(?<!\p{L})(?:safe|vault|locker|cofre|caja fuerte|tresor|coffre|cassaforte|kluis|combination|combina[çc][ãa]o|padlock|cadeado|lock|schloss)(?!\p{L})[^\n:=]{0,40}[:=][ \t]*(?<value>\d{1,2}(?:-\d{1,2}){2,4})(?![\d-])/giu,
    kind: 'code',
    name: 'code of a lock',
  },
  {
    // “jpark@shop.example // RainyTuesday#4”, as lists of accounts are written
    hint: /@/,
    form: /(?<![\w.+:/-])[\w.+-]{1,60}@[\w-]+(?:\.[\w-]+){1,4}(?:[ \t]+\/{1,2}[ \t]+|[ \t]*\|[ \t]*|[:;][ \t]?)(?<value>[^\s,;|"'<>()[\]]{5,60})(?=[\s,;|"')]|$)/gm,
    kind: 'password',
    name: 'password',
    fits: (value) =>
      looksSecret(value) &&
      !/^(?:\d+|[\w-]+(?:\.[\w-]+)+(?:[:/].*)?|[\w.-]+\/.*|[A-Z]+[-_]?\d+|\w+=.*|\d[\d:.-]*)$/.test(value),
  },
  {
    // “u: terminal3 p: canela&cravo”
    hint: /(?:^|\s)p(?:w|wd)?[:=]/,
    form: /(?<![\w.-])(?:u|usr|user|login|l)[:=][ \t]?\S{2,60}[ \t,;/|]{1,4}(?:p|pw|pwd)[:=][ \t]?["']?(?<value>[^\s"',;]{3,60})(?=["']?(?:[\s,;]|$))/gim,
    kind: 'password',
    name: 'password',
  },
  {
    // Users of SNMPv3: `auth SHA "…" priv AES "…"`
    hint: /(?:auth|priv)[ \t]+(?:sha|md5|aes|3?des)/i,
    form: /(?<!\w)(?:auth|priv)[ \t]+(?:sha|md5|aes|3?des)[-\d]{0,5}[ \t]+["']?(?<value>[^\s"']{4,80})/gi,
    kind: 'password',
    name: 'snmp',
  },
  {
    // Commands of modems and of wireless modules
    hint: /AT\+/,
    form: /\bAT\+(?:CWJAP|CWSAP|CGAUTH|CNCT|WSSSID|WJAP)\w{0,8}=(?:[^\n"]{0,12}"[^"\n]{0,80}",)+[^\n"]{0,6}"(?<value>[^"\n]{3,80})(?=")/g,
    kind: 'password',
    name: 'AT',
  },
  {
    // A private key of a chain is 32 bytes in hexadecimal as its hashes are: it counts behind a name for a key or a chain.
    hint: /0x[\da-f]{64}/i,
    form: /(?<![\p{L}])(?:\w{0,20}(?:priv\w{0,12}|secret|key|seed|signer|deployer|wallet)|eth(?:ereum)?|evm|bsc|polygon|account\d?|pk)["'\]]{0,2}[ \t]{0,3}(?:[:=(]|=>)[ \t]{0,3}["'(]{0,2}(?<value>0x[\da-f]{64})(?![\da-f])/giu,
    kind: 'private key',
    name: 'private_key',
  },
]

/** What a user is granted rather than signs in with: `users: read:all`. */
const scopeWords =
  /^(?:read|write|all|admin|none|full|edit|view|delete|create|update|list|manage|email|name|id|self|own|any|true|false|enabled|disabled|rw|ro)$/i

/** A group that is no word: with digits, or without a vowel. */
function isMade(value: string): boolean {
  return value.split('-').some((group) => (/\d/.test(group) && /[A-Z]/.test(group)) || !/[AEIOU\d]/.test(group))
}
