/**
 * Whether a text is taken from a page that describes: documentation with what a site puts around it, a list of
 * conditions with their messages, or what somebody changed in a program. Linear in the length of the text.
 */
export function isPage(text: string): boolean {
  const start = text.slice(0, limit)
  return hasFurniture(start) || isChange(start) || listsConditions(start) || listsStatuses(start)
}

const limit = 12_000

/** What sites of documentation put at the end of a page. */
function hasFurniture(text: string): boolean {
  return furniture.test(text)
}

const furniture =
  /^[ \t>]{0,6}(?:(?:page )?last (?:updated|modified|reviewed)|zuletzt aktualisiert|[uú]ltima (?:actualizaci[oó]n|atualiza[cç][aã]o)|derni[eè]re mise [aà] jour)\b[^\n]{0,40}\d{4}|^[ \t]{0,6}(?:was this (?:page|article|answer) helpful|edit this page|leicht verst[aä]ndlich|this page was helpful|esta p[aá]gina (?:foi|fue) [uú]til|rate this (?:page|article))/im

/** A description of a change: the type of the change before its title, or headings that only such a description has. */
function isChange(text: string): boolean {
  if (reported.test(text)) return false
  if (commitTitle.test(text)) return true
  const headings = new Set([...text.matchAll(changeHeading)].map(([, name = '']) => name.toLowerCase()))
  return headings.size > 1 || /^\s{0,9}- \[[ x]\] .{3,200}\n\s{0,9}- \[[ x]\] /m.test(text)
}

const commitTitle = /^\s{0,9}#?\s?(?:fix|feat|docs|chore|refactor|perf)(?:\([\w ,/-]{1,40}\))?!?: \S/
const changeHeading =
  /^[ \t]{0,3}(?:#{1,6} {0,2}|\*\*)(?:what does this (?:pr|change) do|(purpose|summary|changes|motivation|migration|impact|before|after|testing|test plan|solution|breaking changes?|release notes?))\b[^\n]{0,40}$/gim
/** What only somebody writes who met the failure. */
const reported =
  /steps to reproduce|(?:expected|actual) behaviou?r|current behaviou?r|describe the (?:bug|issue)|^[ \t]{0,40}at \S{1,200}\(|Traceback|HTTP\/\d(?:\.\d)? [45]\d\d|^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/im

/** Whether conditions with the message of each are listed: “if the secret is wrong, you will get: …”. */
function listsConditions(text: string): boolean {
  if (reported.test(text)) return false
  if (announced.test(text)) return true
  return new Set([...text.matchAll(condition)].map(([whole]) => whole)).size > 1
}

/** A sentence of a document: a condition, and what is then answered, in the future or in general. */
const condition =
  /(?:^|[.!?:]\s{1,3})[ \t>*-]{0,6}(?:if|when(?:ever)?|in case|se|caso|para o caso de|quando|si|en caso de|cuando|wenn|bei|falls)\b[^.\n]{10,300}?(?:\b(?:you (?:will|may|might) (?:get|see|receive)|will (?:return|respond|be returned)|recibir[aá]s|devolver[aá]|obtendr[aá]s|ser[aá](?: a)?|ir[aá] (?:mostrar|retornar|exibir)|retornar[aá]|receber[aá]|gibt)\b|:[ \t]*$)/gim

/** What a document says before the response that it shows: “if the secret is wrong, you will receive the following error”. */
const announced =
  /\b(?:if|when(?:ever)?|in case)\b[^.\n]{8,200},? (?:then )?(?:you(?:[’']ll| will) (?:receive|get|see)|(?:the )?(?:server|api|service) (?:returns|responds with|will return)) (?:the following|this|an?) (?:error|response|message)|\b(?:se|caso|quando|si|cuando)\b[^.\n]{8,200},? (?:voc[eê] receber[aá]|(?:ser[aá]|[eé]) (?:retornad[ao]|devuelt[ao])|recibir[aá]s?) (?:o seguinte|a seguinte|este|el siguiente|la siguiente) (?:erro|error|respo|resposta|respuesta|mensa)|場合[^。\n]{0,40}(?:以下|次)の[^。\n]{0,20}(?:エラー|応答|レスポンス)[^。\n]{0,20}(?:受け取り|返され|返り|表示され)ます/i

/** Whether the statuses that an operation may respond with are listed, as references of APIs do. */
function listsStatuses(text: string): boolean {
  if (reported.test(text)) return false
  const listed = new Set([...text.matchAll(statusItem)].map(([, status = '']) => status))
  return listed.size > 2 && [...listed].some((one) => one.startsWith('2')) && [...listed].some((one) => one >= '400')
}

const statusItem = /^[ \t]{0,9}[-*•][ \t]{1,3}`?([1-5]\d\d)`?(?:[ \t:–-]{1,5}\p{Lu}[\p{L} ,'-]{0,80})?[.]?$/gmu
