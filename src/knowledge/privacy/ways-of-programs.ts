import type { Kind } from './kinds.ts'

/** One way in which a program or a protocol takes a secret, which is in the group of that name. */
export interface WayOfProgram {
  /** Without one of these the text is not looked through. */
  beside: string[]
  form: RegExp
  kind: Kind
  name: string
  /** True where any word may be in its place, as in a listing of tests; then only what looks made for it counts. */
  isCommon?: boolean
}

/** Programs and protocols that take a secret by its place, as their manuals and RFCs describe them. */
export const waysOfPrograms: readonly WayOfProgram[] = [
  {
    // Data protection of ASP.NET Core
    beside: ['CfDJ8'],
    form: /(?<![\w-])(?<secret>CfDJ8[\w-]{20,8000})/g,
    kind: 'session',
    name: 'protected data',
  },
  {
    // Who signs in to WordPress: `log=…&pwd=…`, `[log] => … [pwd] => …`
    beside: ['pwd'],
    form: /(?<![\w.-])["']?\[?log["'\]]{0,2}(?:=|[ \t]{0,3}(?:=>|:)[ \t]{0,3})["']?(?<secret>[\w.@%+-]{2,80})(?=["']?[&,\s][^\w\n]{0,20}\r?\n?[^\w\n]{0,20}pwd\b)/g,
    kind: 'name',
    name: 'log',
  },
  {
    beside: ['GRANT', 'grant', 'Grant'],
    form: /\bgrant[ \t][^\n]{1,160}[ \t]to[ \t]{1,4}["'`](?<secret>[A-Za-z_][\w.$-]{1,60})["'`]@/gi,
    kind: 'name',
    name: 'user',
  },
  {
    // Who may enter a database, with the password: `CREATE USER x IDENTIFIED BY '…'`
    beside: ['USER', 'user', 'ROLE', 'role', 'LOGIN', 'login', 'User'],
    form: /\b(?:create|alter)[ \t]{1,4}(?:user|login|role)[ \t]{1,4}(?:if[ \t]not[ \t]exists[ \t])?["'`[]?(?<secret>[A-Za-z_][\w.$-]{1,60})["'`\]]?(?:@["'`]?[\w.%-]{1,60}["'`]?)?[ \t\r\n]{1,9}(?=(?:with[ \t]{1,4})?(?:(?:login|encrypted|superuser|createdb)[ \t]{1,4}){0,3}(?:identified|password)[ \t](?![^\n]{0,9}null)[^\n]{0,20}["'\w])/gi,
    kind: 'name',
    name: 'user',
  },
  {
    // Whatever a password follows is who signs in: `name=x password=y`, `u: x p: y`
    beside: ['pass', 'PASS', 'Pass', 'pwd', 'senha', 'Senha', ' p=', ' p:'],
    form: /(?<![\w.$-])["']?(?:name|account|acct|usr|u|operator|operador|login_?id|nome)["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?<secret>[A-Za-z_][\w.@\\-]{1,60})(?:["'][ \t,;&]{0,3}|[ \t,;&]{1,3})["']?(?=(?:passw(?:or)?d|pass|pwd|pw|senha|p)["']?[ \t]{0,2}[:=][ \t]{0,2}["']?[^\s"'*<$•])/gi,
    kind: 'name',
    name: 'user',
  },
  {
    beside: ['LOGIN "'],
    form: /^[ \t]*(?:[A-Z]:[ \t]{0,3})?[A-Za-z]{0,3}\d{0,4}[ \t]{0,3}LOGIN[ \t]+"[^"\n]{1,100}"[ \t]+"(?<secret>[^"\n]{2,200})"/gm,
    kind: 'password',
    name: 'LOGIN',
  },
  {
    // How the driver of Go for MySQL is addressed: `user:password@tcp(host:3306)/name`
    beside: ['@tcp(', '@unix('],
    form: /(?<=["'`\s=])[\w.-]{1,60}:(?<secret>[^\s"'`]{1,200})(?=@(?:tcp|unix)\()/g,
    kind: 'credentials',
    name: 'password in an address',
  },
  {
    beside: ['@tcp(', '@unix('],
    form: /(?<=["'`\s=])(?<secret>[A-Za-z_][\w.-]{1,60})(?=:[^\s"'`]{1,200}@(?:tcp|unix)\()/g,
    kind: 'name',
    name: 'user in an address',
  },
  {
    // `EXEC sp_addlogin 'name', 'password'` (SQL Server)
    beside: ['sp_add', 'sp_password'],
    form: /\bsp_(?:addlogin|password|addlinkedsrvlogin)\b[^\n']{0,40}N?'[^'\n]{1,60}',[ \t]{0,3}N?'(?<secret>[^'\n]{2,120})'/gi,
    kind: 'password',
    name: 'sp_addlogin',
  },
  {
    beside: ['sp_add', 'sp_grant', 'sp_drop'],
    form: /\bsp_(?:addlogin|grantlogin|droplogin|adduser)\b[^\n']{0,40}N?'(?<secret>[^'\n]{2,60})'/gi,
    kind: 'name',
    name: 'login',
  },
  {
    // The keychain of Apple: `set("…", forKey: "refreshToken")`
    beside: ['forKey'],
    form: /\(\s{0,9}@?"(?<secret>[^"\n]{3,400})"\s{0,9},?\s{0,9}forKey:\s{0,9}@?"\w{0,40}(?:token|secret|password|passwd|pwd|pin|senha|api_?key|credential)s?\w{0,4}"/gi,
    kind: 'secret',
    name: 'forKey',
  },
  {
    // “creds for the vendor portal -> x / y”
    beside: [' / '],
    form: /(?<![\p{L}\d])(?:creds?|credentials?|credenciais|credenciales|log-?in|acessos?|access|accesos?|zugang(?:sdaten)?|acc[èe]s|accesso|user ?\/ ?pass(?:word)?)(?:[ \t][\p{L}\d._-]{1,20}){0,6}[ \t]*(?:->|→|=>|:|=|[ \t]is|[ \t]é|[ \t]es|[ \t]ist)[ \t]*["'`]?(?<secret>[\p{L}][\p{L}\d._@-]{1,40})(?=["'`]?[ \t]{1,2}\/[ \t]{1,2}["'`]?[^\s/]{4,60}(?:[\s,;.)]|$))/giu,
    kind: 'name',
    name: 'login',
  },
  {
    // Who a program is when it searches a directory
    beside: ['cn=', 'CN=', 'uid='],
    form: /(?:bind[_ -]?dn|user[_ -]?dn|manager[_ -]?dn|security[._]principal|[ \t]-D)["']?[ \t]{0,3}[:=]?[ \t]{0,3}["']?(?:cn|uid)=(?<secret>[^,\n"'=]{2,60})(?=,)/gi,
    kind: 'name',
    name: 'user',
  },
  {
    // A literal of IMAP stands on the line below (RFC 9051 § 4.3).
    beside: ['LOGIN '],
    form: /\bLOGIN[ \t]+"?[^\s"]{1,80}"?[ \t]+\{\d{1,4}\+?\}\r?\n(?:\+[^\n]{0,80}\n)?(?<secret>[^\r\n]{2,200})/g,
    kind: 'password',
    name: 'LOGIN',
  },
  {
    beside: ['] (from'],
    form: /\[[\w.@\\-]{2,60}\/(?<secret>[^\]\s]{2,80})\][ \t]\(from/g,
    kind: 'password',
    name: 'RADIUS',
  },
  {
    beside: ['bind'],
    form: /\bbind(?:[ \t]?dn)?[ \t]?[:=][^\n]{3,120}[ \t]\/[ \t](?<secret>\S{3,80})/gi,
    kind: 'password',
    name: 'bind',
  },
  {
    beside: ['{noformat}'],
    form: /\{noformat\}(?<secret>[^{}\s]{4,80})\{noformat\}/g,
    kind: 'password',
    name: 'noformat',
  },
  {
    // What a test types into a page.
    beside: ['{enter}'],
    form: /\btype[ \t]+(?<secret>[^\s{}]{3,80})\{enter\}/g,
    kind: 'password',
    name: 'type',
  },
  {
    beside: [' As String'],
    form: /\b\w{0,30}(?:pwd|password|senha|secret|segredo|token|apikey)\w{0,20}[ \t]+As[ \t]+String[ \t]*=[ \t]*"(?<secret>(?:[^"\n]|""){2,300})"(?!")/gi,
    kind: 'password',
    name: 'constant',
  },
  {
    beside: ['@"'],
    form: /\b\w{0,30}(?:pwd|password|senha|secret|segredo|token|apikey)\w{0,20}[ \t]*=[ \t]*@"(?<secret>(?:[^"\n]|""){2,300})"(?!")/gi,
    kind: 'password',
    name: 'constant',
  },
  {
    beside: ['$p'],
    form: /\$(?:p|pw|pwd|pass)[ \t]*=[ \t]*(?<quote>["'])(?<secret>(?:(?!\k<quote>)[^\n]){3,200})\k<quote>/gi,
    kind: 'password',
    name: '$p',
  },
  {
    beside: ['Basic"', "Basic'", 'Bearer"', "Bearer'"],
    form: /["'](?:Basic|Bearer)["'][ \t]{0,3},[ \t]{0,3}["'](?<secret>[\w.~+/=-]{6,4000})["']/g,
    kind: 'credentials',
    name: 'Authorization',
  },
  {
    beside: ['VCARD'],
    form: /^(?:FN|N|NICKNAME)(?:;[^:\n]{0,60})?:(?<secret>[^\r\n]{2,200})/gm,
    kind: 'name',
    name: 'name',
  },
  {
    // A value between the marks of a here document.
    beside: ['<<'],
    form: /\b\w{0,40}(?:password|passwd|pwd|senha|secret|token|passphrase|private_key)\w{0,20}[ \t]*[:=][ \t]*<<[-~]?["']?(?<mark>[A-Z]{2,20})["']?\r?\n(?<secret>[^\n]{1,2000}(?:\n(?![ \t]*\k<mark>)[^\n]{0,2000}){0,40})\n[ \t]*\k<mark>/gi,
    kind: 'password',
    name: 'here document',
  },
  {
    // Letters that stand apart: `P a s s w o r d :`
    beside: ['P a s s', 'S e n h a', 'p a s s', 's e n h a'],
    form: /(?:p a s s w o r d|s e n h a)[ \t]*:[ \t]*(?<secret>\S{3,100})/gi,
    kind: 'password',
    name: 'password',
  },
  {
    // A property and its value, with blanks between them (Java, Properties.load).
    beside: ['password ', 'secret ', 'senha ', 'token '],
    form: /^[ \t]{0,9}(?=[\w-]{1,40}\.)(?:[\w-]{1,40}\.){1,8}[\w-]{0,40}(?:password|secret|senha|token)[ \t]+(?<secret>[^\s=:#][^\n]{2,200}?)[ \t]*\r?$/gm,
    kind: 'password',
    name: 'property',
  },
  {
    beside: ['val', 'VAL', 'Val'],
    form: /\bval(?:idade)?\.?[ \t:]{1,3}\d\d\/\d{2,4}[^\n\d]{0,20}(?:c[óo]d|cvv|cvc)\p{L}{0,5}\.?[ \t:]{1,3}(?<secret>\d{3,4})(?!\d)/giu,
    kind: 'password',
    name: 'card code',
  },
  {
    // `var_dump` of PHP
    beside: [']=>'],
    form: /\["(?<field>(?:first|last|full|sur|user)_?name|nome|sobrenome|password|senha|token|secret|e?mail|phone|telefone)"(?::(?:"[^"\n]{0,80}":)?(?:protected|private))?\]=>\s{1,20}string\(\d{1,6}\) "(?<secret>[^"\n]{1,300})"/gi,
    kind: 'name',
    name: 'member',
  },
  {
    beside: ['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman', 'userid=', 'sqlcl'],
    form: /\b(?:sqlplus|sqlldr|expdp|impdp|rman(?:[ \t]+target)?|sqlcl|exp|imp)\b(?:[ \t]+-\w{1,12}){0,4}[ \t]+(?:userid=)?["']?[\w.$#]{1,60}\/"?(?<secret>[^\s@"'/]{2,100})/gi,
    kind: 'password',
    name: 'password of a database',
  },
  {
    beside: ['CONN', 'conn', 'Conn'],
    form: /(?:^|SQL>)[ \t]*conn(?:ect)?[ \t]+[\w.$#]{1,60}\/"?(?<secret>[^\s@"'/;]{2,100})"?@/gim,
    kind: 'password',
    name: 'password of a database',
  },
  {
    beside: [':*:', ':5432:', ':'],
    form: /^(?=[^:\n]{0,100}[A-Za-z*])[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*@-]{1,60}:(?<secret>(?:\\.|[^\s:\\]){2,200})[ \t]*$/gm,
    kind: 'password',
    name: '.pgpass',
  },
  {
    beside: ['machine', 'default'],
    form: /(?:\bmachine[ \t\r\n]{1,9}\S{1,200}|(?<=(?:^|\n)[ \t]{0,9})default)[ \t\r\n]{1,9}(?:(?:login|account)[ \t\r\n]{1,9}\S{1,100}[ \t\r\n]{1,9}){0,2}password[ \t\r\n]{1,9}(?<secret>\S{1,200})/g,
    kind: 'password',
    name: '.netrc',
  },
  {
    beside: ['PASS '],
    form: /(?:\bUSER[ \t][^\n]{1,100}\n[^\n]{0,200}?|\b331\b[^\n]{0,100}?(?:\n[^\n]{0,12}?)?|\bFTP\b[^\n]{0,60}?|\bAUTHINFO[ \t]|\+OK[^\n]{0,80}\n[^\n]{0,30}?)\bPASS[ \t]+(?<secret>[^\s"'](?:[^\r\n"']{0,120}[^\s"'])?)/g,
    kind: 'password',
    name: 'PASS',
  },
  {
    beside: ['PASS '],
    form: /(?<![\w-])PASS[ \t]+(?<secret>[^\s"'/]{5,200})/g,
    kind: 'password',
    name: 'PASS',
    isCommon: true,
  },
  {
    beside: ['AUTH '],
    form: /(?<![\w-])AUTH[ \t]+(?:[a-z][\w.-]{1,40}[ \t]+)?["']?(?<secret>[^\s"']{5,200})/g,
    kind: 'password',
    name: 'AUTH',
    isCommon: true,
  },
  {
    beside: ['AUTH'],
    form: /(?<![\w-])AUTH(?:ENTICATE)?[ \t]+(?:PLAIN|LOGIN|XOAUTH2?|OAUTHBEARER|CRAM-MD5|EXTERNAL)[ \t]+(?<secret>[A-Za-z\d+/]{6,4000}={0,2})/g,
    kind: 'credentials',
    name: 'AUTH',
  },
  {
    // `Password:` in base64, as a server of SMTP asks for it.
    beside: ['UGFzc3dvcmQ6'],
    form: /334[ \t]UGFzc3dvcmQ6[^\n]{0,20}\n[ \t]{0,9}(?:[^\s:>\n]{0,20}[:>][ \t]{1,4})?(?<secret>[A-Za-z\d+/]{4,200}={0,2})/g,
    kind: 'password',
    name: 'AUTH LOGIN',
  },
  {
    beside: ['LOGIN '],
    form: /(?<![\w-])LOGIN[ \t]+"?[^\s"]{1,100}"?[ \t]+"?(?<secret>[^\s"]{4,200})/g,
    kind: 'password',
    name: 'LOGIN',
    isCommon: true,
  },
  {
    beside: ['/user:', '/USER:'],
    form: /\bnet(?:\.exe)?[ \t]+use\b[^\n]{0,200}?\/user:\S{1,100}[ \t]+(?<secret>[^\s/]\S{1,100})/gi,
    kind: 'password',
    name: 'net use',
  },
  {
    beside: ['net use', 'NET USE'],
    form: /\bnet[ \t]+use(?:[ \t]+\w:)?[ \t]+\\\\\S{1,200}[ \t]+(?<secret>[^\s/*]\S{1,100})(?=[ \t]+\/user)/gi,
    kind: 'password',
    name: 'net use',
  },
  {
    beside: ['net user', 'NET USER'],
    form: /\bnet[ \t]+user[ \t]+[^\s/]{1,60}[ \t]+(?<secret>[^\s/*]\S{1,100})/gi,
    kind: 'password',
    name: 'net user',
  },
  {
    beside: ['echo ', 'printf '],
    form: /\b(?:echo|printf)[ \t]+(?:-\w{1,3}[ \t]+)?(?:'%s(?:\\n)?'[ \t]+)?["']?(?:[\w.-]{1,40}:)?(?<secret>[^\s"'|\\:]{3,200})["']?[ \t]*[|\\][ \t]*(?:sudo[ \t]+(?!-S)(?:-\w+[ \t]+)?)?(?:docker|podman|helm|skopeo|buildah|oras|gh|glab|oc|az|npm|passwd|chpasswd|su|sudo|kinit|keytool|cryptsetup|gpg|vault|argocd|crane)\b/g,
    kind: 'password',
    name: 'password on a pipe',
  },
  {
    beside: ['<<<'],
    form: /(?:passwd|kinit|\bsu\b|sudo[ \t]+-S|stdin|--with-token|login)\b[^\n]{0,80}<<<[ \t]*["']?(?<secret>[^\s"']{3,400})/g,
    kind: 'password',
    name: 'password on standard input',
  },
  {
    beside: ['htpasswd'],
    form: /\bhtpasswd[ \t]+(?:-\w{1,6}[ \t]+(?:\d{1,3}[ \t]+)?){0,4}-\w{0,5}b\w{0,5}[ \t]+(?:-\w{1,6}[ \t]+)?(?:\d{1,3}[ \t]+)?(?:[^\s"']{1,200}[ \t]+){1,2}["']?(?<secret>[^\s"'|;&]{1,200})/g,
    kind: 'password',
    name: 'htpasswd',
  },
  {
    beside: ['smbclient', 'rpcclient', 'smbmap', 'mount.cifs', 'net rpc', 'wmic', 'winexe'],
    form: /\b(?:smbclient|rpcclient|winexe|wmic|net[ \t]+rpc)\b[^\n]{0,200}?[ \t](?:-U|--user)[ \t=]?["']?[^\s%"']{1,80}%(?<secret>[^\s"']{1,200})/g,
    kind: 'password',
    name: '-U',
  },
  {
    beside: ['signtool', 'certutil'],
    form: /\b(?:signtool|certutil)\b[^\n]{0,300}?[ \t][/-]p[ \t]+["']?(?<secret>[^\s"']{1,200})/gi,
    kind: 'password',
    name: '/p',
  },
  {
    beside: ['openssl'],
    form: /\bopenssl\b[^\n]{0,300}?[ \t]-[kK][ \t]+["']?(?<secret>[^\s"']{1,200})/g,
    kind: 'password',
    name: '-k',
  },
  {
    beside: ['ssh-keygen'],
    form: /\bssh-keygen\b[^\n]{0,300}?[ \t]-[NP][ \t]+["'](?<secret>[^"'\n]{1,200})["']/g,
    kind: 'password',
    name: '-N',
  },
  {
    beside: ['gh secret', 'wrangler', 'secrets'],
    form: /\bsecrets?[ \t]+set[ \t]+\w{1,80}[ \t]+(?:--body|-b|--value)[ \t=]+["']?(?<secret>[^\s"']{2,400})/g,
    kind: 'secret',
    name: 'secret set',
  },
  {
    beside: ['authorization.k8s.io.'],
    form: /base64url\.bearer\.authorization\.k8s\.io\.(?<secret>[\w-]{8,8000})/g,
    kind: 'token',
    name: 'bearer',
  },
  {
    beside: ['rotocol'],
    form: /Sec-WebSocket-Protocol["']?[ \t]{0,3}[:=,][ \t]{0,3}["']?(?:[\w.-]{1,60},[ \t]?){0,4}?(?:bearer|access_token|token|jwt|auth(?:orization)?)(?:,[ \t]?|\.)(?<secret>[\w.~+/=-]{8,8000})/gi,
    kind: 'token',
    name: 'bearer',
  },
  {
    beside: [':::'],
    form: /(?<=:\d{1,6}:)(?<secret>[\da-f]{32}:[\da-f]{32})(?=:::)/gi,
    kind: 'password',
    name: 'password hash',
  },
  {
    beside: ['AKIA', 'ASIA'],
    form: /\bA[KS]IA[A-Z\d]{16}["']?[\s:,;/|]{1,4}["']?(?<secret>[A-Za-z\d+/]{40})(?![A-Za-z\d+/])/g,
    kind: 'secret',
    name: 'AWS secret access key',
  },
  {
    beside: ['ftp>', 'lftp'],
    form: /\bl?ftp>[ \t]*(?:user|login)[ \t]+[^\s"']{1,80}[ \t,]+["']?(?<secret>[^\s"']{3,200})/gi,
    kind: 'password',
    name: 'user',
  },
  {
    beside: ['-us'],
    form: /(?<![\w-])(?<secret>[\da-f]{32}-us\d{1,2})(?![\w-])/g,
    kind: 'API key',
    name: 'Mailchimp key',
  },
  {
    // Devices of a network: `password 7 …`, `enable secret 5 …`.
    beside: ['password ', 'secret '],
    form: /(?<=^[ \t]{0,9}(?:username|enable|line|neighbor|password|secret|ppp|aaa|user)\b[^\n]{0,120})\b(?:password|secret)[ \t]+\d[ \t]+(?<secret>[^\s"']{4,200})/gm,
    kind: 'password',
    name: 'password of a device',
  },
  {
    beside: ['ommunity'],
    form: /\bsnmp(?:-server|v[12]c?)?[ \t]+community(?:[ -]string)?(?:[ \t]+(?:is|é|es))?[ \t]{0,3}[:= \t][ \t]{0,3}(?!(?:strings?|names?|was|is|were|are|not|and|or|for|on|in|to|of|the|failed|does|has|mismatch\w*|do|da)\b)(?:\d[ \t]+)?["']?(?<secret>[^\s"']{2,100})/gi,
    kind: 'password',
    name: 'snmp community',
  },
  {
    beside: ['tacacs', 'radius', 'isakmp', 'pre-shared-key', 'authentication-key', 'key 7 ', 'wpa-psk'],
    form: /\b(?:(?:tacacs|radius)(?:-server)?[ \t]+(?:host[ \t]+\S{1,80}[ \t]+)?key|isakmp[ \t]+key|pre-shared-key|authentication-key[ \t]+\d{1,6}[ \t]+md5|wpa-psk[ \t]+ascii|key(?=[ \t]+7[ \t]))[ \t]+(?:[07][ \t]+)?["']?(?<secret>[^\s"']{3,200})/g,
    kind: 'secret',
    name: 'key of a device',
  },
  {
    beside: ['vault login'],
    form: /\bvault[ \t]+login(?:[ \t]+-\S{1,80}){0,4}[ \t]+(?!-)(?<secret>[\w.-]{8,200})/g,
    kind: 'token',
    name: 'vault login',
  },
  {
    beside: ['--licen', '--serial', '--activation'],
    form: /--(?:licen[cs]e|serial|activation)(?:-(?:key|code))?[ =]["']?(?<secret>[A-Z\d]{4,8}(?:-[A-Z\d]{4,8}){2,7})/g,
    kind: 'API key',
    name: 'license key',
  },
  {
    // Constants of PHP, as in wp-config.php.
    beside: ['define('],
    form: /\bdefine\([ \t]{0,9}["']\w{0,60}(?:KEY|SALT|PASSWORD|SENHA|SECRET|TOKEN|PASS)\w{0,20}["'],[ \t]{0,9}(?<quote>["'])(?<secret>(?:(?!\k<quote>)[^\n]){3,300})\k<quote>/g,
    kind: 'secret',
    name: 'define',
  },
  {
    beside: ['"random_'],
    form: /"random_(?:password|string|id|bytes)"[^\n{]{0,80}\{[^{}]{0,400}?\b(?:result|hex|b64_std|b64_url)[ \t]{0,40}=[ \t]{0,9}"(?<secret>[^"\n]{4,400})"/g,
    kind: 'secret',
    name: 'result',
  },
  {
    beside: ['"AUTH"', '"auth"'],
    form: /"AUTH"(?:[ ]"[\w.@-]{1,60}")?[ ]"(?<secret>[^"\n]{3,200})"/gi,
    kind: 'password',
    name: 'AUTH',
  },
  {
    // What MONITOR of Redis shows.
    beside: ['"SET"', '"set"', '"GETSET"', '"SETNX"'],
    form: /"(?:GETSET|SETNX|SET)"[ ]"[^"\n]{0,100}(?:otp|pin|code|codigo|mfa|2fa|token|senha|password|secret)[^"\n]{0,100}"[ ]"(?<secret>[^"\n]{4,4000})"/gi,
    kind: 'code',
    name: 'value in Redis',
  },
  {
    beside: ['SETEX"', 'setex"'],
    form: /"P?SETEX"[ ]"[^"\n]{0,100}(?:otp|pin|code|codigo|mfa|2fa|token|senha|password|secret)[^"\n]{0,100}"[ ]"\d{1,12}"[ ]"(?<secret>[^"\n]{4,4000})"/gi,
    kind: 'code',
    name: 'value in Redis',
  },
  {
    beside: ['"sess', '"SESS'],
    form: /"(?:[\w-]{1,30}:)?sess(?:ion)?s?:(?<secret>[\w.-]{16,200})"/gi,
    kind: 'session',
    name: 'session',
  },
  {
    beside: ['"HSET"', '"HMSET"', '"hset"', '"hmset"'],
    form: /(?<="HM?SET"[^\n]{1,2000})"(?:access|refresh|token|access_token|refresh_token|id_token|secret|csrf|sid)"[ ]"(?<secret>[^"\n]{6,4000})"/gi,
    kind: 'token',
    name: 'value in Redis',
  },
  {
    // A pushed authorization request (RFC 9126 § 2.2).
    beside: ['oauth:request_uri', 'oauth%3Arequest_uri'],
    form: /urn(?::|%3A)ietf(?::|%3A)params(?::|%3A)oauth(?::|%3A)request_uri(?::|%3A)(?<secret>[\w.~-]{8,400})/gi,
    kind: 'token',
    name: 'request_uri',
  },
  {
    beside: ['Policy='],
    form: /[?&]Policy=(?<secret>[\w~%-]{20,8000})/g,
    kind: 'signature',
    name: 'Policy',
  },
  {
    beside: [',v1=', ',v0='],
    form: /\bts?=\d{9,14},v\d=(?<secret>[\da-f]{32,128})(?![\da-f])/g,
    kind: 'signature',
    name: 'signature of a webhook',
  },
  {
    beside: ['mac-Sha', 'ignature', 'IGNATURE', 'mac-sha', 'mac-SHA'],
    form: /(?<![\w-])[A-Za-z][\w-]{0,40}-(?:signature(?:-\d{3})?|hmac(?:-sha\d{1,3})?):[ ]?(?:sha\d{1,3}=)?(?<secret>[A-Za-z\d+/]{27,128}={0,2}|[\da-f]{40,128})(?![\w+/])/gi,
    kind: 'signature',
    name: 'signature of a webhook',
  },
  {
    beside: ['hooks.zapier.com'],
    form: /hooks\.zapier\.com\/hooks\/catch\/\d{1,12}\/(?<secret>\w{4,40})/g,
    kind: 'API key',
    name: 'hook of Zapier',
  },
  {
    beside: ['card_', 'tok_', 'src_'],
    form: /(?<![\w-])(?<secret>(?:card|tok|src)_(?=[A-Za-z]{0,20}\d)[A-Za-z\d]{14,60})(?![\w-])/g,
    kind: 'card',
    name: 'card token',
  },
  {
    // A device as Apple's push service knows it.
    beside: ['<'],
    form: /<(?<secret>[\da-f]{8}(?: [\da-f]{8}){7})>/g,
    kind: 'token',
    name: 'push token',
  },
  {
    beside: ['WIFI:'],
    form: /\bWIFI:(?:(?:\\.|[^;\\\n]){0,100};){0,4}?P:(?<secret>(?:\\.|[^;\\\n]){1,100});/g,
    kind: 'password',
    name: 'password of a Wi-Fi network',
  },
  {
    beside: ['br.gov.bcb.pix'],
    form: /br\.gov\.bcb\.pix(?:01|25)\d\d(?<secret>[^\s]{8,99})/gi,
    kind: 'bank account',
    name: 'Pix key',
  },
]
