import { errorName } from '../diagnose/error-names.ts'
import { readSignals, type Signals } from '../text/signals.ts'
import { listsErrors } from '../token/beside/errors-beside.ts'
import { isGatewayCode, isKnownCode } from './codes.ts'
import { failureEvidence } from './failure-evidence.ts'
import { isPage } from './pages.ts'
import { speaksInGeneral } from './speaks-in-general.ts'

/**
 * What a text is about: a failure that happened, nothing of the kind, or failures in general, as documents and programs
 * that handle them are. Linear in the length of the text.
 */
export function subjectOf(text: string, signals = readSignals(text)): 'failure' | 'no-failure' | 'document' {
  if (isDocument(text, signals)) return 'document'
  const own = withoutDenials(plain(text))
  if (allWell.test(own) && !contrast.test(own) && !signals.statuses.some(({ status }) => status >= 400))
    return 'no-failure'
  if (failureEvidence(own, signals.statuses) !== undefined || isCodeAlone(text.trim())) return 'failure'
  return sample.test(own) ? 'document' : 'no-failure'
}

/** Whether a text is nothing but an error code: who pastes one asks what it means. */
function isCodeAlone(text: string): boolean {
  return isGatewayCode(text) || (isKnownCode(text) && !/^(?:authorization_pending|slow_down)$/i.test(text))
}

/** What a guide says before it shows what is to come out. */
const sample =
  /\b(?:should|will|would) (?:output|print|return|show|look|see|give)\b[^.\n]{0,40}\blike\b|\bexample (?:response|output|token|payload)\b|\b(?:exemplo|ejemplo) de (?:resposta|respuesta|retorno|token)\b|\b(?:deve(?:ra)?|debe(?:ra|ria)?) (?:retornar|mostrar|devolver|aparecer) algo (?:como|parecido)\b/i

/** Whether a text in which every response is a success complains of something all the same. */
export function complains(text: string): boolean {
  return complaint.test(withoutDenials(plain(text)))
}

const complaint =
  /error|\berro\b|exception|fail|falh|fall[oa]|block|bloque|denied|negad|refus|reject|recus|rejei|invalid|mismatch|cannot|unable|missing|unexpected|expir|undefined|\bnull\b|wrong|problem|stuck|loop|nothing|\bnada\b|never|nunca|empty|vazi|n[’']t\b|\b(?:nao|does not|did not|no) (?:funciona|cheg|aparec|llega|vem|work|arriv|match|show)/i

/** A text without the lines in which a test runner reports what passed: they name the errors that were expected. */
export function withoutPassedTests(text: string): string {
  const told = (passed.test(text) ? text.replace(passedLines, '') : text).replace(expectedLines, '')
  return (allPassed.test(text) && !someFailed.test(text) ? told.replace(logLines, '') : told).replace(countedNone, '')
}

/** The summary of a test runner in which nothing failed, and what it has where something did. */
const allPassed =
  /\b[1-9]\d{0,5} (?:tests? )?pass(?:ed|ing)\b|\bFailures: 0, Errors: 0\b|\bFailed: {1,8}0\b|^ok[ \t]{1,4}[\w./-]{3,120}[ \t]{1,4}[\d.]{1,8}s|^PASS$|\bOK \(\d{1,6} tests?/m
const someFailed =
  /\b[1-9]\d{0,5} (?:tests? )?(?:failed|failing|failures?|errors?)\b|\b(?:Failures|Errors|Failed): {0,8}[1-9]|^[ \t]{0,40}[✗✘✕×]|--- FAIL|^FAILED?\b/m
/** What the programs that were tested logged: the lines of a level, and what a runner shows under a line of its own. */
const logLines =
  /^(?:stderr|stdout) \|.{0,300}(?:\n(?![ \t]{0,8}\n).{0,600}){1,40}|^-{3,} ?(?:live log|Captured) .{0,80}(?:\n(?![=-]{3}).{0,600}){1,40}|^.{0,120}\b(?:WARN(?:ING)?|ERROR|INFO|DEBUG)\b.{0,600}$/gm

/** What reports and monitors count, where they counted none: `invalid_grant: 0`, `503 in the PDF   0 times`, a row of zeros; not the members of JSON, which would be none without them. */
const countedNone =
  /(?<=^|[;,|\n][ \t]{0,20})(?=[^;,|\n]{0,100}(?:(?<![\d.])[45](?:\d\d|xx)(?![\d.])|\b(?:invalid|unauthorized|client)_[a-z_]+|\b(?:errors?|erros?|falhas?|failures?|timeouts?)\b|[a-z]{4,12}PublicKey|[a-z]\.[A-Z]\w+))[^;,|\n"{}]{2,100}?(?:[ \t]{2,40}|[:=][ \t]{0,4}|[ \t])(?:0[ \t]{1,40}){0,3}0(?:[ \t]{1,3}(?:ocorr\S{2,10}|occurrences?|times|vezes|veces|falhas?|errors?|erros?|failures?))?[ \t]{0,9}(?=$|[;,|\n(])/gm

const passed =
  /^[ \t]{0,40}[✓✔√]|[✓✔√][ \t]{0,3}(?:\(?\d{1,6} ?m?s\)?)?[ \t]{0,9}$|(?:^.{1,200}: ?PASS$|::\S{1,200}|^ok \d+ .{1,200}|^--- PASS: \S{1,200}) ?(?:PASSED|$)|^={3,} .{0,60}\b\d+ passed/m
/** A status, and beside it the same as the one that was expected: `-> 401 (expected 401)`. */
const expectedLines =
  /^.{0,300}\b([1-5]\d\d)\b.{0,40}\b(?:expected|esperad[oa]|previsto|erwartet|attendue?)\b.{0,3}\1\b.{0,80}$/gim
const passedLines =
  /^[ \t]{0,40}(?:[✓✔√]|PASS\b|ok \d|--- PASS:).{0,400}$|^.{1,300}(?:\bPASSED\b.{0,120}|: ?PASS|[✓✔√][ \t]{0,3}(?:\(?\d{1,6} ?m?s\)?)?[ \t]{0,9})$|^={3,} .{0,60}\b\d+ passed, 0 failed.{0,80}$/gm

/** A text without what says that nothing failed: “0 errors”, “errors=0”, “nothing is broken”. */
function withoutDenials(text: string): string {
  return text
    .replace(
      /\b(?:0|no|zero|without(?: any| an)?|never|sem|nenhum\w*|sin|ningun\w*|ohne|kein\w*)\s(?:[a-z]{1,12}\s){0,2}(?:fail\w*|errors?|erros?|errores|falhas?|fallas?|problem\w*|issues?|warnings?|exceptions?|unauthori[sz]ed|invalid|retried|denied|rejected|expired|timeouts?|rejeitad\w*|negad\w*|incidents?|interruptions?|Fehler|Storung\w*)/gi,
      ' ',
    )
    .replace(/["']\w{0,40}(?:error|erro|reject|fail|fault|falha|reason|motivo|denied)\w{0,20}["']\s?:\s?null\b/gi, ' ')
    .replace(
      /\b(?:errors?|erros|errores|failed|failures|falhas|warnings|exceptions?|invalid|denied|rejected|unauthorized|rc)["']?\s?[=:]\s?(?:0|none|null|false|\[\]|"")(?![\w.])/gi,
      ' ',
    )
    .replace(
      /\b(?:nothing|nada)\s(?:is |was |esta |foi )?(?:yet )?(?:broken|wrong|failing|failed|quebrado|errado|falhando)(?: yet)?/gi,
      ' ',
    )
}

function plain(text: string): string {
  return text.slice(0, 200_000).normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Who shares what works; a contrast would tell that something else does not. */
const allWell =
  /\b(?:everything (?:works|worked|is working)|works (?:fine|perfectly|great)|tudo (?:funciona|funcionou)|funcion(?:a|ou) (?:de primeira|perfeitamente|bem)|todo funciona|funciona (?:perfecto|perfectamente))\b/i
const contrast =
  /\b(?:but|however|except|although|until|unless|only|however|mas|porem|exceto|ate que|pero|salvo|hasta que|now|agora|ahora|fails?|failed|error|erro|falha|falla|exception|denied|refused|invalid)\b|n[’']t\b|\b(?:in|on|with|no|na|com|en|con) (?:postman|insomnia|curl|dev|local|sandbox|homolog\w*)/i

// In English, Portuguese, Spanish, French, German, Italian, and what some of the East write.
const failing =
  /err(?:or|o\b|or[ae]s?\b|eur)|\berros?\b|[45]xx|fail|falh|fall[oaó]|fatal|traceback|exception|panic|invalid|wrong|incorre|mismatch|match|unable|cannot|could\b|\b(?:not|no|nao|nicht|kein\w*|pas|non|sem|sin|without|never|nunca|unless|only)\b|n[’']t\b|den(?:ied|y)|refus|reject|recus|rejei|rechaz|negad|abgelehnt|forbid|proibid|prohibid|unauth|missing|required|must\b|obrigat|obligat|insecure|faltan|ausente|expired|expirad|expirou|vencid|abgelaufen|revo[kc]|unknown|desconhec|descono|unbekannt|unsupported|unexpected|inesper|illegal|malform|bad\b|problem|issue|time[d -]?out|timeout|tempo|too (?:many|large|long)|limit|exce[ed]|block|bloque|unavail|indispon|unreach|broke|stuck|stop|par(?:ou|aram)\b|loop|abort|reset|closed|denie|empty|vazi|undefined|null|nul[ao]\b|warn|alert|disabled|inactive|inativ|conflict|duplicate|violat|violad|\bbate\b|\bconfere\b|\bchega\b|trav(?:a|ou)\b|dispara|llega\b|distinta|always different|["'](?:erros|errores|violacoes|mensagens|faultstring)["']?\s?:|cStat|rejei|glosa|ungultig|konnte|fehl|impossible|echou|失|错|誤|エラー|無効|无效|不正|拒否|拒绝|できません|できない|无法|不能|不匹配|不一致|실패|오류|ошибк/i

/**
 * Whether a text describes failures, or is a program that handles them, and is none itself: a list of several codes
 * without one that was answered, questions with their answers, or lines of code without a trace of their running.
 */
function isDocument(text: string, { pairs, pieces, statuses }: Signals): boolean {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 2_000)
    .map((line) => line.slice(0, 600))
  const code = lines.filter((line) => codeLine.test(line))
  if (
    headings.test(text) ||
    helpPage.test(text) ||
    isPage(text) ||
    isGuidance(text) ||
    speaksInGeneral(text) ||
    onlyAsks(text) ||
    listsErrors(text) ||
    (isCalmLog(lines) && !statuses.some(({ status }) => status >= 400))
  )
    return true
  const rows = lines.filter((line) => /^\s{0,9}\|.{0,580}\|\s{0,9}$/.test(line))
  // A table of calls with their responses is a record, and so is a redirect with an error beside a table.
  const records = rows.some((row) => /\b(?:GET|POST|PUT|PATCH|DELETE) \/.{0,200}\|\s{0,3}[1-5]\d\d\b/.test(row))
  if (rows.length >= 3 && !records && !/[?&]error=[a-z_]{3,40}&/.test(text)) return true
  if (lines.filter((line) => explained.test(line)).length >= 3 && !artefact.test(text)) return true
  if (isSettings(lines)) return true
  if ((closed.test(text) || nothingRuns.test(text)) && !artefact.test(text)) return true
  if (lines.filter((line) => released.test(line)).length >= Math.max(3, 0.5 * lines.length) && !artefact.test(text))
    return true
  // A table of codes with what they mean, without the signs at the ends of its lines.
  if (new Set(lines.flatMap((line) => rowOfCodes.exec(line)?.[1] ?? [])).size >= 3) return true
  if (new Set(lines.flatMap((line) => handled.exec(line)?.[1] ?? [])).size >= 3) return true
  if (ran.test(text)) return false
  if (lines.filter((line) => intended.test(line)).length >= Math.max(3, 0.5 * lines.length)) return true
  if (lines.length >= 4 && code.length >= 0.5 * lines.length) return true
  if (lines.filter((line) => /^[ \t]{0,40}(?:\d{1,4}[.)]|[-*#Q]).{0,300}\?/.test(line)).length >= 2) return true
  const answered = pairs.some(({ name, value }) => /^error/i.test(name) && errorName(value) !== undefined)
  if (answered) return false
  if (beforehand.test(text) && !statuses.some(({ status }) => status >= 400)) return true
  const codes = new Set(
    pieces.flatMap((piece) => piece.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).filter((one) => isKnownCode(one)),
  )
  if (codes.size >= 3) return true
  return lines.length >= 1 && code.length >= (lines.length < 4 ? 0.9 : 0.4) * lines.length && statuses.length === 0
}

/** What a list of changes says of a version, in English, Portuguese, Spanish, German and French, or as a commit. */
const released =
  /^[ \t]{0,8}[-*•+][ \t]{1,3}(?:\*\*|\[)?(?:fix(?:e[sd])?|feat|chore|docs|perf|refactor|add(?:s|ed)?|changed?|removed?|deprecated|security|new|now|improved?|updated?|support|corrig\w+|adiciona\w*|remov\w+|altera\w*|nov[oa]s?|agora|melhor\w*|correg\w+|corrección|añad\w+|agrega\w*|elimina\w*|cambia\w*|nuev[oa]s?|ahora|mejora\w*|behoben|neu|geändert|entfernt|corrigé|ajouté|supprimé|modifié)(?:\([^)\n]{1,40}\))?(?![\w-])/i
/** What a plan of tests says of the responses that are to come. */
const intended =
  /^[ \t]{0,8}(?:[-*•+]|\d{1,3}[.)]|\[[ x]\])[ \t]{1,3}.{3,200}\b(?:should|must|shall|deve|debe|sollte?|doit)\b.{2,200}/i

/** A status or a code, the next cell, and what it means. */
const rowOfCodes = /^\s{0,9}((?:[1-5]\d\d|[a-z]+(?:_[a-z]+)+)\s{0,9}[|\t]\s{0,9}[^|\t]{2,80}?)\s{0,9}[|\t]\s{0,9}\S/

/** A status, with or without a code, an arrow, and what a program does then. */
const handled =
  /^[ \t]{0,9}([1-5]\d\d(?: [a-z]+(?:_[a-z]+)+)?)[ \t]{0,4}(?:->|=>|→)[ \t]{0,3}(?!\d|GET|POST)[a-z][^{}\n]{3,80}$/i

/** An item of a list that names a code or a status and says what it means. */
const explained =
  /^[ \t]{0,12}(?:[-*•]|\d{1,2}[.)])[ \t]{1,3}.{0,30}(?:(?<![\d.])[45]\d\d(?![\d.])|`?[a-z]+(?:[_.][A-Za-z]+)+`?)[^:\n]{0,60}: .{10,400}$/

/** Whether a text is settings, in the form of files for them, with a question and nothing that came back. */
function isSettings(lines: string[]): boolean {
  const settings = lines.filter((line) =>
    /^[ \t]{0,20}(?:\[[\w.-]{2,40}\]|[\w.-]{2,60}[ \t]{0,20}[=:][ \t]{0,6}\S.{0,300})$/.test(line),
  )
  const rest = lines.filter((line) => !settings.includes(line))
  return (
    settings.length >= 6 &&
    rest.length > 0 &&
    rest.some((line) => /\?/.test(line)) &&
    rest.every((line) => !failing.test(line.normalize('NFKD').replace(/\p{M}/gu, '').replace(notYet, ' '))) &&
    !lines.some((line) => /\d\d:\d\d:\d\d|->|HTTP\/\d|["']error["']|\berror\s?[=:]/.test(line))
  )
}

/** A report of what is over. */
const closed =
  /\bno (?:further )?action (?:is )?(?:needed|required)|\bnada (?:mais )?a fazer\b|\bsem a[cç][aã]o necess[aá]ria|\bincident[^\n]{0,60}\b(?:closed|resolved)\b|\bincidente[^\n]{0,60}\b(?:encerrado|resolvido|cerrado|resuelto)\b/i

/** Who says that nothing fails, because nothing runs so far: a plan, a question before the start, a list. */
const nothingRuns =
  /\b(?:nothing|none of (?:it|this)) is (?:live|running|deployed|in production)\b|\bbefore (?:the |our |we )?go(?:ing)?[- ]?live\b|\bis (?:that|this) an? (?:sane|good|reasonable|sensible|ok) (?:plan|idea|approach)\b|\b(?:we|I) have no (?:errors?|problems?|failures?)\b|\bn[ãa]o (?:temos|tenho|h[áa]) (?:nenhum |qualquer )?(?:erro|problema|falha)\b|\bno (?:tenemos|tengo|hay) (?:ning[uú]n )?(?:error|problema|fallo)\b|\bantes de (?:ir|entrar|subir) (?:para|pra|em|en|a) produ[cç]/i

/** Who has run nothing yet. */
const notYet =
  /\b(?:todavia|aun|ainda|yet|before|antes|still)?[ ,]{0,2}(?:no|nao|not|nothing|nada|have not|has not|haven't)\b[^\n]{0,30}/gi

/** Whether each line of a log is of a level for what goes as it should, and nobody complains of it around the log. */
function isCalmLog(lines: string[]): boolean {
  const logged = lines.filter((line) => ofLevel.test(line) || klogInfo.test(line))
  const calm = logged.filter((line) => !/\b(?:Exception|refused|failed|error=[a-z])/.test(withoutDenials(line)))
  return (
    logged.length > 1 &&
    calm.length === logged.length &&
    lines.every((line) => logged.includes(line) || !failing.test(withoutDenials(plain(line))))
  )
}

const ofLevel =
  /^[^a-z]{0,60}\b(?:INFO|DEBUG|TRACE|NOTICE)\b|\b(?:lvl|level|severity)["']?\s?[:=]\s?["']?(?:info|debug|trace|notice)\b/i

/** As Kubernetes and its tools write an informative line. */
const klogInfo = /^[ \t]{0,9}I\d{4} \d\d:\d\d:\d\d\.\d{1,6} /

/**
 * Whether prose says what to do or what happens in general: most of its sentences are conditions, instructions or
 * rules, and nobody describes a case that happened.
 */
function isGuidance(text: string): boolean {
  if (text.length > 6_000 || happened.test(text.replace(wishes, ' ').replace(examples, ' ').replace(supposed, ' ')))
    return false
  const sentences = text
    .split(/(?<=[.!?:;])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => /\p{L}{2}.*\s/su.test(one))
  const general = sentences.filter((one) => rule.test(one))
  return general.length > sentences.length / 2
}

/**
 * Whether prose names errors only in questions about what would happen: each sentence with a code or a status asks, with a
 * condition, and nothing in the text is a response, a log or a program.
 */
export function onlyAsks(text: string): boolean {
  if (text.length > 2_000 || artefact.test(text)) return false
  const naming = text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((one) => /\b[a-z]+_[a-z_]+\b|(?<![\d.])[45]\d\d(?![\d.])/.test(one))
  const failing = naming.filter((one) =>
    /\binvalid_|(?<![\d.])[45]\d\d(?![\d.])|_not_found|denied|unauthorized/.test(one),
  )
  return failing.length > 0 && failing.every((one) => asks.test(one.trim()))
}

const asks =
  /^(?!(?:[^\n]{0,60}\b)?(?:why|por ?qu[eê]|porque)\b)(?=[^\n]{0,400}\b(?:if|when|whether|se|quando|caso|si|cuando|or|ou|o|does|do|would|will|should|devo|deveria|devolve|debo)\b)[^\n]{3,400}\?$/i
const artefact = /\{\s?["']|HTTP\/\d|->|=>|\bat \S+\(|^\s*[<>*] |\d\d:\d\d:\d\d|\b(?:Exception|Error)\b[:(]/m

/** Sentences of instructions, descriptions and questions, in English, Portuguese and Spanish; “why” asks of a case. */
const rule =
  /^(?:(?:question|pergunta|pregunta|d[uú]vida):\s?)?(?!why|por ?qu[eê]).{3,300}\?$|^(?:[-*\d.) ]{0,6})(?:question|pergunta|pregunta|assume|suppose|consider|imagine|if|when|whenever|once|in case|to (?=\w)|for (?:security|production|local)|note|tip|go to|open|add|put|use|send|set|make sure|ensure|check|click|create|copy|choose|select|configure|register|replace|see|remember|you (?:can|may|must|should|need|have to)|se o|se a|se os|se as|se for|quando|caso|para|utilize|use|envie|informe|configure|acesse|clique|crie|adicione|cadastre|si el|si la|cuando|para|utilice|agregue)\b|\b(?:must|should|shall|in production|can (?:also )?be|may (?:also )?be|has the form|consists? of|begins? with|deve(?:m|rá|ria)?|é necessário|debe(?:n|rá)?)\b|\b(?:returns?|respond\w*|answered|retorna\w*|devuelve) [^.]{0,60}\b(?:when|if|quando|caso|se|cuando|si|with [45]\d\d)\b|\b(?:expires?|expira|caduca) (?:after|in|em|após|en)\b/i

/** Who asks how to do something speaks of themselves, and of no case. */
const wishes =
  /\b(?:I|we|eu|nós)\s(?:want|need|would like|'d like|am looking|have to|can|should|recommend|suggest|advise|quero|queremos|preciso|precisamos)\b/gi

/** What somebody supposes is no case. */
const supposed = /\b(?:assume|suppose|imagine|suponha|suponga)\b[^.?!\n]{3,400}/gi

/** JSON in the middle of a sentence is an example. */
const examples = /(?<=[a-z] )\{[^{}\n]{0,200}\}(?= [a-z])/g

/** What describes a case: a person who met it, a trace, an exchange, a code in front of its sentence, a time. */
const happened =
  /\b(?:I|we|my|our|me|us|eu|nós|meu|minha|meus|nosso|nossa|estou|estamos|tenho|temos|recebo|recebemos|consigo|conseguimos|chamamos|tentamos|tentei|fiz|fizemos|mi|nuestro|nuestra|tengo|tenemos|recibo|estoy)\b|\b(?:fails?|failed|failing|stopped|broke|but|however|mas|porém|pero|dá erro|deu erro|da erro|não funciona|no funciona|não consigo|tried|yesterday|today|hoje|ontem|ayer|suddenly)\b|\b[\w.]*(?:Exception|Error)\b[:(]|HTTP\/\d|^[ \t]*at \S+\(|^(?!question|pergunta|pregunta|note|tip|nota|dica)[\w.]{3,60}: |^\W{0,3}[{[<]|[{"'][\w-]{1,40}["']\s?:|\b[A-Z]{2,8}\d{4,8}\b|\d\d:\d\d:\d\d|^\W{0,4}(?:error|erro)\b|\bthis app|your session/im

/** Who has not tried it yet, asks whether it is right so, or copied it from a document, in English, Portuguese and Spanish. */
const beforehand =
  /\bn[ãa]o (?:t[áa]|est[áa]) (?:acontecendo|dando|falhando) nada\b|\bnothing (?:is |has )?(?:happen(?:ing|ed)|failing|failed|broken)(?: (?:now|yet|here|so far))?\b|\bs[óo] (?:pra|para) (?:documentar|saber|entender)\b|\bno est[áa] (?:pasando|fallando) nada\b|\bjust (?:to document|for (?:our|the) (?:docs|documentation))\b|\b(?:(?:have not|haven[’']t|not) (?:yet )?(?:tested|tried|run)|(?:ainda|inda) (?:n[ãa]o|nem) (?:testei|tentei|rodei|implementei)|(?:todav[íi]a|a[úu]n) no (?:prob|lo he prob|hemos prob)|before (?:I|we) (?:start|implement|write)|antes de (?:eu |n[óo]s )?(?:come[çc]ar|implementar|empezar|integrar)|(?:todav[íi]a|a[úu]n) no (?:tenemos|hemos|hay|empez\w+)|(?:ainda|inda) n[ãa]o (?:temos|fizemos|come[çc]amos|h[áa])|(?:have|has|had)(?: not|n[’']t) (?:made|sent|started|got)[^.\n]{0,40}\byet)|\bis (?:that|this) (?:right|correct)\?|[ée] isso mesmo\?|est[áa] (?:certo|correto)\?|¿?es correcto\?|\b(?:copied|copiei|copiado|copi[ée]|pasted|tirei|taken) (?:it |isso |isto |esto )?(?:from (?:the |your |their )?|d[aoe]s? (?:la |el )?)(?:doc|manual|guide|guia|gu[íi]a|wiki|handbook|tutorial)/i

/** What stands below an article of a help page. */
const helpPage =
  /^[ \t]{0,9}(?:thanks for your feedback|was this (?:article|page|answer|helpful)|did this answer your question|(?:este|esse) (?:artigo|conte[uú]do) foi [uú]til|esta p[aá]gina foi [uú]til|(?:te )?result[oó] [uú]til|war dieser artikel hilfreich|cet article vous a-t-il)/im

/** What begins a list of questions and answers, or of the changes of a release. */
const headings =
  /^[ \t]{0,40}(?:#{1,3} )?(?:faq\b|readme(?:\.\w{2,4})?[ \t]{0,9}[:\n]|(?:internal )?(?:documentation|docs|runbook|playbook) ?[:\n]|(?:documenta[cç][aã]o|documentaci[oó]n|manual)(?: intern[ao])? ?[:\n]|frequently asked|perguntas frequentes|preguntas frecuentes|change ?log\b|release notes|notas d[ae] vers|what[’']s new|(?:api |rate )?limit(?:s|es)\b[^\n]{0,60}:|(?:release|vers(?:ion|ão|ao)) v?\d+\.\d+[^,\n]{0,30}\n{1,3}[ \t]{0,40}[-*•#]|#{1,3} \[?v?\d+\.\d+)|^## \[?v?\d+\.\d+.{0,200}\n{1,3}[ \t]{0,40}[-*] (?:fix|add|remov|chang|support)/im

const ran =
  /^\s{0,80}\[\w{1,40}\] => |\b(?:stdClass Object|Array) \(|^[ \t]*at \S+ ?\(|\bFile "|Traceback|(?<!(?:raise|new|throw|except|catch|instanceof|function|def|func|fn) )(?<![\w.])[\w.]*(?:Exception|Error)\b\s*[:(]|HTTP\/\d|\bHttpError \d{3}\b|^[ \t]*➜|\b(?:ERROR|WARN|INFO|DEBUG)\b|"(?:error|errors|fault|erro|erros)"\s{0,9}:|^[ \t]{0,9}[45]\d\d\b|\b(?:I[’']?m|I am|we are|we[’']re|I have|we have) (?:having|been having|getting|seeing)? ?(?:an? |some )?(?:issues?|problems?|trouble)\b|\b(?:obtive|tive|recebi|recebo|obtengo|recibo|got|getting|receiv(?:e|ed|ing)) (?:o |um |an? |the |this |el |un )?(?:\w{1,12} )?(?:error|erro)\b|\b(?:estou|estamos|est[aá]|estoy|estamos) (?:recebendo|recibiendo|obtendo|obteniendo|tendo|teniendo|com) (?:o |um |el |un |este |esse )?(?:erro|error|problema)|\b[Jj][’']ai [^.\n]{0,60}(?:erreur|probl[eè]me)|\b[Ii]ch bekomme [^.\n]{0,40}Fehler|^[^\n]{0,40}\b[WEF]\/[\w.]{2,40}[ (:]/m

const codeLine =
  /^\s{0,80}(?:(?:async )?def |export |interface |switch ?\(|case .{1,200}:|default:|if .{0,300}:$|if \(|for |return\b|import |from \S+ import|const |let |var |public |private |class |function |raise |throw |await |try\b|except\b|catch\b|\}|@\w+|using |package |func )|\w\s:=\s|^\s{0,80}\$\w{1,60} = |=> (?:getenv|env|config|\$\w)|\berr != nil\b|=>\s*[{(]|^\s{0,80}\w{1,60} = [\w.]{1,80}\(|^\s{1,80}\w{1,60}=[{[\w]|^\s{0,80}\w{1,60}(?:\.\w{1,60}){1,6}\([^)]{0,200}\)$|\(\w[\w, ]{0,80}\) => |^\s{0,80}[)}\]]{1,4};?\s{0,9}$|^\s{0,80}\/\/ |^\s{0,80}\w{1,60}(?:\.\w{1,60}){1,8}\([^)]{0,200}\).{0,200};\s{0,9}$/

/**
 * A text with blanks in place of what its writer asks: what somebody supposes in a question is said by no server. Questions
 * that quote something, name a code or tell what works stay. As long as the text, so that places in it stay the same.
 */
export function withoutQuestions(text: string): string {
  return text.includes('?')
    ? text
        .replace(question, (asked) => (tells.test(asked) ? asked : ' '.repeat(asked.length)))
        .replace(supposition, (asked) => ' '.repeat(asked.length))
    : text
}

/** A text with blanks in place of the subject that it answers to: `re: "Authorization server requires nonce" -- now:`. */
export function withoutSubject(text: string): string {
  return text.replace(subjectLine, (line) => ' '.repeat(line.length))
}

const subjectLine = /^[ \t]{0,8}(?:re|fwd?|aw|res|enc|subject|assunto|asunto|betreff): ?["“'][^"”'\n]{4,200}["”']/gim

/** A few words at the end of prose that suppose a cause: “It works here. Expired token?” */
const supposition = /(?<=[\p{L})][.!][ \t]{1,3})(?:\p{L}{2,20}[ \t]){1,4}\p{L}{2,20}[ \t]?\?(?=[ \t]{0,8}(?:\n|$))/gu

const question =
  /(?<=^[ \t"“'(>*-]{0,6}|[.!?][ \t]{1,3}["“]?|[:,] )(?:¿|(?:and |e |y |so |or |ou |então |entao )?(?:why|how|what|which|who|should|could|can (?:I|we|you|it|some)|does|do (?:I|we|you|they)|did|am I|are (?:we|you|they|our|my|the)|is (?:it|this|that|our|my|there|the)|has (?:our|my|the)|anyone|é|será|por que|porque|porquê|como|qual|quem|o que|devo|deveria|tem|alguém|algu[ée]m|nossa|nosso|cómo|qué|cuál|es|debo|puede|alguien|nuestr[ao])\b)[^.!?\n{}=<>|]{2,200}\?/gim
const tells =
  /["“'‘`«_\\]|\d{3}|:\/\/|\b(?:but|mas|pero|works?|worked|funciona\w*|postman|insomnia|curl|sandbox|yesterday|ontem|ayer|only|só|solo)\b/i
