import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import type { Kind } from './kinds.ts'
import { isLogin } from './logins.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { explainsItself } from './value-shapes.ts'

/**
 * Finds what is handed over by its place alone where somebody signs in: arguments of commands and protocols, answers to
 * a prompt, parameters of remote calls, replies in pairs. What is there is removed unless it is known to be none. Linear.
 */
export function findInSignIns(text: string, add: Add): void {
  for (const { form, kind, name, hint, isValue = isGiven } of ways) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const { value: whole = '', user } = found.groups ?? {}
      const value = whole.replace(/^(["'])(.*)\1$/, '$2')
      if (value.length < 2 || !isValue(value)) continue
      const start = found.index + found[0].lastIndexOf(whole) + (whole.length - value.length) / 2
      add({ start, end: start + value.length, kind, name, value })
      if (user !== undefined && isLogin(user)) {
        const at = found.index + found[0].indexOf(user)
        add({ start: at, end: at + user.length, kind: 'name', name: 'user', value: user })
      }
    }
  }
  findByUsage(text, add)
  findInReplies(text, add)
  findInCells(text, add)
  findInRemoteCalls(text, add)
}

interface Way {
  hint: RegExp
  form: RegExp
  kind: Kind
  name: string
  isValue?: (value: string) => boolean
}

/** A word or something in quotation marks. */
const word = '(?<value>"[^"\\n]{2,200}"|\'[^\'\\n]{2,200}\'|[^\\s"\'|;&<>()]{2,200})'
const rest = '(?<value>"[^"\\n]{2,200}"|\'[^\'\\n]{2,200}\'|[^\\n"\'|;&<>]{2,80}?)[ \\t]*$'

/** What is said of a password in other scripts: that it is demanded, wrong or expired. */
const saysState =
  /必須|必要|無効|間違|正し|不正|違い|期限|入力|設定|変更|错误|錯誤|不能|不可|无效|無效|过期|過期|为空|為空|已|请|請|修改|重置|틀|잘못|올바르|만료|입력|필수|변경|ไม่|ผิด|خاط|خطأ|غير|منته|مطلوب|שגוי|חסר|נדרש|обязател|невер|истёк|истек|требу|недейств|указан|введ|gerekli|zorunlu|geçersiz|yanlış|hatalı/iu

const ways: readonly Way[] = [
  {
    // “Wifi: Gaeste / kommherein”, “Netz "Praxis", Schlüssel rotkehlchen”
    hint: /wi-?fi|wlan|ssid|netz|rede|hotspot/i,
    form: /(?<!\p{L})(?:wi-?fi|wlan|ssid|netz(?:werk)?|rede|red|r[ée]seau|rete|hotspot)["']?(?:[ \t:=]{1,3}["“„»«'][^"“”„»«'\n]{1,32}["”“«»']|[ \t]?[:=][ \t]{0,2}[\p{L}\d_.-]{2,32}(?:[ \t][\p{L}\d_.-]{1,20})?)(?:[ \t]?[/|][ \t]?|,?[ \t]+(?:netzwerk)?(?:schl[üu]ssel|key|chave|clave|cl[ée]|chiave|pass\p{L}{0,6}|pw|pwd|senha|code|kode)(?:[ \t]*[:=]|[ \t](?:is|ist|é|es|est))?[ \t]+)["“„']?(?<value>[^\s"“”„',;/|]{5,40})/giu,
    kind: 'password',
    name: 'password',
    isValue: (value) =>
      isGiven(value) &&
      meaningOf(value).strength === 'open' &&
      !/^(?:\d+(?:[.,]\d+)?\p{L}*|wpa\d?.*|wep|open|psk|2\.4.*|5g.*|mobile|mobil|lte|ethernet|lan|vpn)$/iu.test(value),
  },
  {
    // `/msg NickServ IDENTIFY …`, `/oper netops …`
    hint: /identify|oper|nickserv/i,
    form: new RegExp(
      `(?:\\b(?:IDENTIFY|GHOST|RECOVER)[ \\t]+|(?:^|[ \\t>])\\/oper[ \\t]+(?<user>\\S{2,40})[ \\t]+)${rest}`,
      'gm',
    ),
    kind: 'password',
    name: 'password',
  },
  {
    // `AUTH default …` of Redis, behind its prompt or at the beginning of a line
    hint: /AUTH/,
    form: new RegExp(`(?:^|>[ \\t]?|\\d\\][ \\t]?)AUTH[ \\t]+(?:(?<user>[\\w.@-]{2,40})[ \\t]+)?${word}[ \\t]*$`, 'gm'),
    kind: 'password',
    name: 'AUTH',
    isValue: (value) =>
      !/^(?:PLAIN|LOGIN|CRAM-MD5|DIGEST-MD5|XOAUTH2|OAUTHBEARER|GSSAPI|NTLM|EXTERNAL|TLS|SSL|SCRAM-.*|[A-Z]+[-_].*)$/.test(
        value,
      ) && isGiven(value),
  },
  {
    // `a1 LOGIN user "…"` (RFC 9051 § 6.2.3)
    hint: /LOGIN/,
    form: new RegExp(
      `(?:^|[>:][ \\t]?)[A-Za-z]{0,4}\\d{1,5}[ \\t]+LOGIN[ \\t]+"?(?<user>[^\\s"]{2,60})"?[ \\t]+(?:\\{\\d+\\+?\\})?${word}[ \\t]*$`,
      'gm',
    ),
    kind: 'password',
    name: 'LOGIN',
  },
  {
    // `add_user reporter …`, `change_password x …`
    hint: /user|pass|cred/i,
    form: new RegExp(
      `(?<=[ \\t])(?:add|create|authenticate|verify|check|change|set|reset|update|new|mod)[_-]?(?:user|passw(?:or)?d|pass|credentials?|login)[ \\t]+(?<user>[\\w.@-]{2,40})[ \\t]+${word}(?=[ \\t]*(?:$|[|;&]))`,
      'gm',
    ),
    kind: 'password',
    name: 'argument',
  },
  {
    // `secret 0 …`, `password 7 …`, as network devices write them
    hint: /secret|password|key/i,
    form: new RegExp(`(?<=[ \\t]|^)(?:secret|password|key-string|pre-shared-key|md5)[ \\t]+\\d[ \\t]+${rest}`, 'gim'),
    kind: 'password',
    name: 'secret',
    isValue: (value) => !/^\d{1,5}$/.test(value) && isGiven(value),
  },
  {
    // `send "…\r"` behind a prompt for a password
    hint: /assw|senha|pass/i,
    form: /\b(?:send|sendline|send_user|write)[ \t(]+(?:--[ \t]+)?(?<value>"[^"\\$\n]{2,100}(?=\\[rn]"|[\r\n]"))/g,
    kind: 'password',
    name: 'sent',
    isValue: (value) => isGiven(value.slice(1)),
  },
  {
    // `printf '…' | docker secret create x -`, `echo … | sudo -S`
    hint: /echo|printf/,
    form: new RegExp(
      `\\b(?:echo|printf)[ \\t]+(?:-[neE]+[ \\t]+)?(?:["']%s(?:\\\\n)?["'][ \\t]+)?${word}[ \\t]*\\|[ \\t]*(?=[^\\n]{0,120}(?:secret|passw|login|sudo[ \\t]+-S|stdin|openssl|gpg|kinit|chpasswd|cryptsetup|htpasswd|sum\\b|encrypt|keyring|vault))`,
      'g',
    ),
    kind: 'password',
    name: 'input',
  },
  {
    // `--password-command "echo …"`
    hint: /-command/,
    form: /pass\w{0,10}-command[ =]["']?(?:echo|printf)[ \t]+(?<value>[^\s"'|;&]{2,100})/g,
    kind: 'password',
    name: 'password-command',
  },
  {
    hint: /<<</,
    form: new RegExp(`<<<[ \\t]*${word}`, 'g'),
    kind: 'secret',
    name: 'input',
    isValue: (value) => !/\s|^[{[<$/.]|^\d{1,6}$/.test(value.replace(/^[\w.-]{2,30}:(?=\S)/, '')) && isGiven(value),
  },
  {
    // `schtasks /ru x /rp …`
    hint: /\/(?:rp|pass|pw|p)\b/i,
    form: new RegExp(`(?<=[ \\t])\\/(?:rp|pass(?:word)?|pw|pwd)[ \\t]+${word}`, 'gi'),
    kind: 'password',
    name: '/p',
  },
  {
    // `Input Password  id:senha  …`: cells that stand apart, the first of which points at a field for a secret
    hint: /\S(?: {2,}|\t)\S/,
    form: /(?<=^[ \t]*|\s(?:id|name|css|xpath|field|label|key)[:=]#?)(?:senha|password|passwd|passphrase|pass|pwd|pin|\w{1,20}(?:Pwd|Password|Senha|Pin)|\w{1,20}_(?:pwd|password|senha|pin))(?: {2,}|\t)[ \t]{0,20}(?<value>\S[^\t\n]{1,80}?)[ \t]*$/gm,
    kind: 'password',
    name: 'password',
    isValue: (value) => !isColumn(value) && isGiven(value),
  },
  {
    // `SIGNON USER(x) PASSWORD(…)`
    hint: /PASSW/,
    form: /(?:\bUSER\((?<user>[^()\s]{1,40})\)[ \t,]{1,9})?\bPASSW(?:OR)?D\((?<value>[^()\s]{2,100})\)/g,
    kind: 'password',
    name: 'PASSWORD',
    isValue: (value) => !/^\*/.test(value) && isGiven(value),
  },
  {
    // “logged in as x / …”, “entra com x / …”
    hint: / \/ /,
    form: /(?:log(?:ged|in)?(?: ?in)?(?: as| with)?|sign(?:ed)? in(?: as| with)?|entr\p{L}{1,4} com|acess\p{L}{1,4} com|login|acesso|credenciais|credentials|usu[áa]rio|user)[: \t]{1,3}(?<user>[\w.@+-]{2,60})[ \t]\/[ \t](?<value>[^\s,;/()]{3,60})(?=[ \t]*(?:$|[,.;)]|\r))/gimu,
    kind: 'password',
    name: 'password',
  },
  {
    // What SMTP asks for in base64 (RFC 4954 § 4)
    hint: /334/,
    form: /334[ \t]+(?:VXNlcm5hbWU6|UGFzc3dvcmQ6|[A-Za-z\d+/=]{0,200})[ \t]*\r?\n[^\n]{0,12}?(?<value>[A-Za-z\d+/]{4,400}={0,2})[ \t]*$/gm,
    kind: 'credentials',
    name: 'answer to 334',
    isValue: () => true,
  },
  {
    // `dn` of a server's log names who was tried; a password is typed there by mistake
    hint: /nvalid user/,
    form: /\b[Ii]nvalid user (?<value>[^\s"'\\]{4,60})(?= from | \d)/g,
    kind: 'name',
    name: 'user',
    isValue: isLogin,
  },
  {
    // `nmcli dev wifi connect x password …`, `input text …`
    hint: /^(?:[$#>]|\S)[^\n]*(?:password|passphrase|senha|input text) /m,
    form: /^(?:[\w.@~-]{0,30}[$#>][ \t]+)?[a-z][\w.-]{1,20}(?:[ \t]+[\w./:-]{1,40}){0,8}[ \t]+(?:password|passphrase|senha|input text)[ \t]+(?<value>[^\s"'`]{4,60})[ \t]*$/gm,
    kind: 'password',
    name: 'argument',
    isValue: (value) =>
      isGiven(value) &&
      /^(?:\p{L}+[-_.]\p{L}+[\p{L}_.-]*|\p{L}{6,})$/u.test(value) &&
      !/(?:ed|ing|ion|ado|ido|ida|ada|er|or)$/.test(value),
  },
  {
    // `get('#pw').type('…')`, `fill('#senha', '…')`
    hint: /(?:type|fill|sendKeys|send_keys|setValue|set)\(/,
    form: /\(\s{0,3}["'`][^"'`\n]{0,60}(?:pw|pass|pwd|senha|pin\b|user|login|email|usuario)[^"'`\n]{0,30}["'`]\s{0,3}(?:\)(?:\.clear\(\))?\.(?:type|fill|sendKeys|send_keys|setValue|set)\(|,)\s{0,3}["'`](?<value>[^"'`\n]{3,80})["'`]/gi,
    kind: 'password',
    name: 'typed',
  },
  {
    // `lftp -u user,…`
    hint: /lftp|ftp/,
    form: /\b[ls]?ftp\b[^\n]{0,80}[ \t]-u[ \t]+"?(?<user>[^\s,"]{2,40}),(?<value>[^\s"]{2,80})/g,
    kind: 'password',
    name: '-u',
  },
  {
    // Words for a password in other scripts
    hint: /парол|şifre|パスワード|暗証番号|密码|密碼|口令|비밀번호|암호|รหัสผ่าน|مرور|سر|گذر|סיסמ/i,
    form: /(?:(?<!\p{L})(?:пароль|şifre(?:m|si|niz)?)[ \t:=–—-]{1,4}(?:был[ \t]|это[ \t])?["«“]?|(?:パスワード|暗証番号|密码|密碼|口令|비밀번호|암호|รหัสผ่าน|كلمة (?:المرور|السر)|رمز المرور|گذرواژه|סיסמ[הא])[ \t]{0,2}(?:(?:は|が|是|为|為|는|은|[:：])[ \t]{0,2}["「『“]?|["「『“]?(?=[^\s」』”]{0,20}[A-Za-z\d])))(?<value>[^\s"»”」』.,，、;；。]{3,60}(?:(?<=[\p{Script=Arabic}\p{Script=Hebrew}]{2})[ ][\p{Script=Arabic}\p{Script=Hebrew}]{2,20}){0,3})/giu,
    kind: 'password',
    name: 'password',
    isValue: (value) => isGiven(value) && !saysState.test(value) && !/^(?:не|был|ист|süre|を|の|错|錯|不)/i.test(value),
  },
  {
    // Words for a login in other scripts
    hint: /ログイン|ユーザー|用户名|账号|帳號|아이디|логин|имя пользователя/i,
    form: /(?:(?:ログイン(?:ID|名)|ユーザー(?:ID|名)|用户名|账号|帳號|아이디|(?<!\p{L})(?:логин|имя пользователя)(?!\p{L}))[ \t]{0,2}(?:は|が|是|为|為|는|은|[:：—–-])?[ \t]{0,2}["「『“«]?)(?<value>[A-Za-z][\w.@-]{2,60})/giu,
    kind: 'name',
    name: 'login',
    isValue: isLogin,
  },
  {
    // `password 51:b:…` of files for a remote desktop
    hint: /:[sb]:/,
    form: /^(?:username:s:(?:[\w.-]{1,40}\\)?|password 51:b:)(?<value>[^\s\\]{2,2000})$/gm,
    kind: 'password',
    name: 'remote desktop',
  },
]

/** Whether something is a value: no placeholder, no option, no word of a sentence. */
function isGiven(value: string): boolean {
  return (
    !explainsItself(value) &&
    !/^(?:-{1,2}[a-z]|[$%&@]|https?:|\.{0,2}\/|<|\{)/i.test(value) &&
    !/\.(?:[a-z]{2,4}|json|ya?ml|html)$/.test(value) &&
    !isFunctionWord(value)
  )
}

function isColumn(value: string): boolean {
  return meaningOf(value).strength !== 'open' || /^[A-Z_]{2,20}$|^\d{1,3}$/.test(value)
}

const usage =
  /(?:usage|uso|syntax|sintaxe|sintaxis|utilisation|verwendung)[ \t]{0,3}:[ \t]{0,3}(?:[\w./-]{0,60}\/)?([\w.-]{2,60})((?:[ \t]+[<[][^<>[\]\n]{1,40}[>\]]){1,9})/gi

/** `Usage: sync <shop> <user> <password>` tells what the arguments of `sync` are. */
function findByUsage(text: string, add: Add): void {
  const programs = [...text.matchAll(usage)].slice(0, 5)
  for (const [, program = '', list = ''] of programs) {
    const names = [...list.matchAll(/[<[]([^<>[\]]+)[>\]]/g)].map(([, name = '']) => name)
    const form = new RegExp(
      `(?<![\\w-])${program.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}[ \\t]+([^\\n|;&]{1,300})`,
      'g',
    )
    for (const found of [...text.matchAll(form)].slice(0, 50)) {
      const line = found[1] ?? ''
      if (/[<>[\]]/.test(line)) continue
      const from = found.index + found[0].length - line.length
      for (const [at, { 0: value, index }] of [...line.matchAll(/"[^"]*"|'[^']*'|\S+/g)].entries()) {
        const kind = names[at] === undefined ? undefined : kindOf(names[at], 'field', value)
        if (kind !== undefined)
          add({ start: from + index, end: from + index + value.length, kind, name: names[at] ?? '', value })
      }
    }
  }
}

const twoCells =
  /^[ \t]{0,20}([\p{L}_][\p{L}\d_.-]{1,40})(?: {3,}|\t)[ \t]{0,30}(\S(?:[^\t\n ]| (?! )){1,80})[ \t]*$/gmu
const logins = /(?<![\p{L}])(?:log[io]n|auth|sign_?in|senha|passw)/iu

/** Two cells on a line, and rows of a log whose cells have no names. */
function findInCells(text: string, add: Add): void {
  for (const found of text.matchAll(twoCells)) {
    const [whole, name = '', value = ''] = found
    const { strength } = meaningOf(name)
    if ((strength !== 'login' && strength !== 'strong') || isColumn(value) || !isGiven(value) || value.includes('`'))
      continue
    const kind = kindOf(name, 'field', value)
    const start = found.index + whole.lastIndexOf(value)
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
  if (!/\t[^\t\n]+\t/.test(text)) return
  for (const { 0: line, index } of text.matchAll(/^[^\n]{10,600}$/gm)) {
    const cells = line.split('\t')
    if (cells.length < 4 || !logins.test(line) || !/\d/.test(line)) continue
    let start = index
    for (const value of cells) {
      if (/^\p{Ll}{5,30}\d{0,6}$/u.test(value) && isGiven(value) && !/(?:ed|ing|er|or|in|ion|ado|ido)$/.test(value))
        add({ start, end: start + value.length, kind: 'unknown value', name: 'cell', value })
      start += value.length + 1
    }
  }
}

const reply = /^[ \t]*\d{1,4}\)[ \t]+"([\w.:-]{2,60})"\r?\n[ \t]*\d{1,4}\)[ \t]+"([^"\n]{2,400})"/gm

/** Names and values of a hash, as `redis-cli` lists them. */
function findInReplies(text: string, add: Add): void {
  if (!text.includes('1) "')) return
  for (const found of text.matchAll(reply)) {
    const [whole, name = '', value = ''] = found
    const kind = kindOf(name, 'field', value)
    const start = found.index + whole.length - 1 - value.length
    if (kind !== undefined) add({ start, end: start + value.length, kind, name, value })
  }
}

const jsonCall =
  /"method"[ \t]{0,4}:[ \t]{0,4}"[^"\n]{0,60}(?:log_?[io]n|auth|sign_?[io]n|session|passw|senha|account)[^"\n]{0,60}"[^{}[\]]{0,200}"params"[ \t]{0,4}:[ \t]{0,4}\[([^\]{}]{2,600})\]/gi
const xmlCall = /<params>([\s\S]{1,4000}?)<\/params>/g
const soapArguments = /<(?:\w{1,20}:)?(arg\d{1,2}|in\d{1,2}|param\d{1,2})>([^<>]{2,300})<\//g

/** What is handed over by position to a call of JSON-RPC, XML-RPC or SOAP. */
export function findInRemoteCalls(text: string, add: Add): void {
  const put = (start: number, value: string, name: string) => {
    if (isGiven(value) && /\p{L}/u.test(value))
      add({ start, end: start + value.length, kind: 'credentials', name, value })
  }
  if (text.includes('"params"'))
    for (const found of text.matchAll(jsonCall)) {
      const list = found[1] ?? ''
      const from = found.index + found[0].length - 1 - list.length
      for (const one of list.matchAll(/"((?:[^"\\]|\\.){2,300})"/g)) put(from + one.index + 1, one[1] ?? '', 'params')
    }
  if (text.includes('<methodCall'))
    for (const found of text.matchAll(xmlCall))
      for (const one of (found[1] ?? '').matchAll(/<string>([^<>]{2,300})<\/string>/g))
        put(found.index + 8 + one.index + 8, one[1] ?? '', 'params')
  for (const found of text.matchAll(soapArguments)) {
    const value = found[2] ?? ''
    put(found.index + found[0].length - 2 - value.length, value, found[1] ?? '')
  }
}
