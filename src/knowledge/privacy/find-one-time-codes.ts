import type { Add } from './finding.ts'

/**
 * Finds one-time codes in sentences and messages of many languages: “das Einmalkennwort 771 904”, “kod jednorazowy: 482913”,
 * “the code you mailed was QX7-4KD”, “您的验证码是 482913”. Linear.
 */
export function findOneTimeCodes(text: string, add: Add): void {
  if (!/\d/.test(text)) return
  for (const form of [named, sent, used, unspaced])
    for (const found of text.matchAll(form)) {
      const value = found.groups?.value ?? ''
      if (/^(?:19|20)\d\d$/.test(value) || (/[A-Z]/.test(value) && !isMixed(value)) || ofErrors.test(found[0])) continue
      const start = found.index + found[0].length - value.length
      add({ start, end: start + value.length, kind: 'code', name: 'code', value })
    }
}

/** What codes that count once are called, by language. */
const names = [
  // German
  'einmal(?:ige[rns]?[ -])?-?(?:kenn?wort|passwort|code|pin|schl[üu]ssel)|(?:best[äa]tigungs|sicherheits|freischalt|verifizierungs|aktivierungs|zugangs|sms-?|anmelde)-?code',
  // French
  'code (?:[àa] usage unique|de (?:v[ée]rification|confirmation|s[ée]curit[ée]|validation|connexion)|sms|re[çc]u par sms)|mot de passe (?:[àa] usage unique|unique)',
  // Italian
  'codice (?:usa e getta|monouso|di (?:verifica|conferma|sicurezza|sblocco|accesso)|otp|sms|temporaneo)|password (?:usa e getta|monouso)',
  // Spanish, Catalan, Portuguese
  'c[óo]digo de (?:un solo uso|uso [úu]nico|verificaci[óo]n|confirmaci[óo]n|activaci[óo]n|verifica[çc][ãa]o|confirma[çc][ãa]o|ativa[çc][ãa]o)|clave (?:din[áa]mica|de un solo uso|temporal)|contrase[ñn]a de un solo uso|palavra-passe de uso [úu]nico|codi de (?:verificaci[óo]|confirmaci[óo]|seguretat)|senha (?:de uso [úu]nico|descart[áa]vel)',
  // Dutch
  'eenmalige? (?:code|wachtwoord|pincode)|(?:verificatie|bevestigings|beveiligings|toegangs|sms-?)code',
  // Danish, Norwegian, Swedish, Icelandic
  'eng[åa]ngs-?(?:kode|passord|adgangskode|l[öo]senord|kod)\\p{L}{0,3}|(?:verifiserings|bekr[æe]ftelses|bekreftelses|verifierings|bekr[äa]ftelse|sikkerheds|sikkerhets|s[äa]kerhets|sms-?)kod\\p{L}{0,3}|sta[ðd]festingark[óo][ðd]i',
  // Finnish, Estonian
  'kertak[äa]ytt[öo](?:koodi|salasana|inen salasana)\\p{L}{0,3}|(?:vahvistus|varmistus|tunnistautumis|kinnitus|[üu]hekordne )-?(?:koodi?|parool)\\p{L}{0,3}',
  // Polish, Czech, Slovak
  'kod(?:u|em)? (?:jednorazow\\p{L}{1,3}|sms|weryfikacyjn\\p{L}{1,3}|autoryzacyjn\\p{L}{1,3}|aktywacyjn\\p{L}{1,3}|dost[ęe]pu)|has[łl]o jednorazowe|jednor[áa]zov[ýéy] (?:k[óo]d|heslo)|(?:ov[ěe][řr]ovac[íi]|overovac[íi]|potvrzovac[íi]|autoriza[čc]n[íiý]) k[óo]d',
  // Hungarian, Romanian
  'egyszer haszn[áa]latos (?:k[óo]d|jelsz[óo])|(?:ellen[őo]rz[őo]|meger[őo]s[íi]t[őo]|biztons[áa]gi) k[óo]d|cod(?:ul)? (?:de (?:verificare|confirmare|securitate|autentificare)|unic|otp)|parol[ăa] (?:unic[ăa]|de unic[ăa] folosin[țt][ăa])',
  // Croatian, Serbian, Slovene
  'jednokratn[aie] (?:lozinka|zaporka|kod)|(?:kontrolni|verifikacijski|verifikacioni|sigurnosni) k[oô]d|enkratno geslo|potrditvena koda',
  // Turkish, Azerbaijani
  '(?:tek kullan[ıi]ml[ıi]k|do[ğg]rulama|onay|g[üu]venlik|t[əe]sdiq) (?:[şs]ifre|kod|parola)\\p{L}{0,4}',
  // Russian, Ukrainian, Bulgarian, Greek
  'одноразов\\p{L}{2,3} (?:код|пароль?)\\p{L}{0,2}|код\\p{L}{0,2} (?:подтверждения|из смс|доступа|проверки|підтвердження|доступу|за потвърждение)|еднократн\\p{L}{1,2} (?:код|парола)|κωδικ[όο]ς? (?:μιας χρ[ήη]σης|επιβεβα[ίι]ωσης|επαλ[ήη]θευσης|ασφαλε[ίι]ας)',
  // Indonesian, Malay, Vietnamese, Swahili
  '(?:kode|kod) (?:otp|verifikasi|pengesahan|konfirmasi|keamanan)|m[ãa] (?:otp|x[áa]c (?:nh[ậa]n|th[ựu]c|minh))|msimbo wa uthibitisho',
]
const digits = '(?:[A-Z]-)?\\d{3}[ -]\\d{3}|\\d{2}(?<sign>[ -])\\d{2}\\k<sign>\\d{2}|(?:[A-Z]-)?\\d{4,8}'
const groups = '[A-Z\\d]{2,5}-[A-Z\\d]{2,5}'
const ends =
  '(?![\\p{L}\\d_%]|[.,:/-]\\d| \\d{2})(?![ \\t]?(?:ms|sek|sec|min|stund|hour|heure|zeichen|char|caract|znak|merk|tegn)\\p{L}{0,8}(?!\\p{L}))'
const named = new RegExp(
  `(?<![\\p{L}\\d_])(?:${names.join('|')})(?![\\p{L}\\d_])[^\\n.\\d]{0,32}?[\\s:=("'“„«](?<value>${digits})${ends}`,
  'giu',
)
/** What somebody did with the code before it is told. */
const sent = new RegExp(
  `(?<![\\p{L}\\d_])(?:[Cc](?:ode|[óo]digo|odice)|[Kk](?:ode|od\\p{L}{0,2}|oodi|[óo]d)|[Кк]од)(?![\\p{L}\\d_])[^\\n.\\d]{0,24}?(?<!\\p{L})(?:(?:e-?)?mailed|texted|sent|gave|got|received|mandou|mandaram|enviou|enviaram|recebi|chegou|envi[óo]|enviaron|recib[íi]|lleg[óo]|re[çc]u|envoy[ée]|erhalten|geschickt|bekommen|bekam|ricevuto|mandato|arrivato|ontvangen|gestuurd|kreeg|dosta\\p{L}{1,4}|otrzyma\\p{L}{1,4}|przysz\\p{L}{1,3}|fick|fikk|fik|mottok|modtog|sain|tuli|p[řr]i[šs]el|kaptam|пришел|пришёл|прислали|получил\\p{L}?)(?!\\p{L})[^\\n.\\d]{0,24}?[\\s:("'“„«](?<value>${digits}|${groups})${ends}`,
  'gu',
)
/** “use 80417 to finish paying” */
const used = new RegExp(
  `(?<![\\p{L}\\d_])(?:use|enter|type|usa|usar|digite|ingresa|inserisci|saisissez|utilisez|nutze|gebruik)[ \\t](?<value>${digits})(?=[ \\t](?:to|as|para|pour|per|um|om|como|comme)[ \\t]\\p{L})`,
  'giu',
)
const unspaced =
  /(?:验证码|驗證碼|校验码|动态密码|動態密碼|認証コード|確認コード|ワンタイムパスワード|暗証番号|인증번호|인증코드|일회용 비밀번호|รหัส ?OTP|รหัสยืนยัน|رمز التحقق|رمز التأكيد|کد تأیید|קוד אימות|קוד חד פעמי|ओटीपी)[^\n\d]{0,16}(?<value>\d{4,8})(?![\d.,:-]?\d)/gu

const ofErrors =
  /(?<!\p{L})(?:erro?r?e?s?|fehler\p{L}{0,5}|erreurs?|errore|felkod|status|http|b[łl][ąa]d\p{L}{0,2}|chyb\p{L}|virhe\p{L}{0,4}|hata|ошибк\p{L}|lỗi)(?!\p{L})/iu

/** Letters and digits in each group, as no word with a number is: `QX7-4KD`. */
function isMixed(value: string): boolean {
  return /^[A-Z]-\d+$/.test(value) || value.split('-').every((group) => /[A-Z]/.test(group) && /\d/.test(group))
}
