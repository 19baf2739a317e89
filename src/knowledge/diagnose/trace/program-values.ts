/** A token of the token response that a program sends. */
export interface SentField {
  field: 'access_token' | 'id_token' | 'refresh_token'
  /** The expression that the program sends, as it is written. */
  sent: string
  /** The expression that says which token it is, where that is another one. */
  made?: string
}

/**
 * Which token a program sends as Bearer: the values that it sends are followed back through variables, arguments,
 * functions, stores and patterns to the field of the token response, in whatever language. Undefined where no program shows
 * it, or several values are sent. Linear in the text.
 */
export function bearerField(text: string): SentField | undefined {
  const program = withoutBreaks(text.slice(0, readLimit))
  const bindings = bindingsIn(program)
  const found = sinksIn(program).flatMap((expression) => {
    const said = fieldOf(expression, bindings, 0)
    return said === undefined ? [] : [{ field: said.field, sent: withoutSigns(expression), made: said.made }]
  })
  return new Set(found.map(({ field }) => field)).size === 1 ? found[0] : undefined
}

const readLimit = 60_000

/** A command that continues in the next line, in one line. */
function withoutBreaks(text: string): string {
  return text.replace(/[ \t]*\\\n[ \t]{0,40}/g, ' ')
}

/** Every value of a text that an expression is given to, by its name in small letters without signs. */
function bindingsIn(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (name: string, expression: string) => {
    const key = plain(name)
    if (key === '' || keywords.test(name)) return
    const list = found.get(key) ?? []
    if (list.length < 6) found.set(key, [...list, expression])
  }
  for (const form of forms)
    for (const [, name = '', expression = ''] of [...text.matchAll(form)].slice(0, 200)) add(name, expression)
  // A list on the left takes the values on the right by their order.
  for (const [, names = '', values = ''] of [...text.matchAll(byOrder)].slice(0, 40)) {
    const [left, right] = [names, values].map((one) => one.split(','))
    if (left?.length !== right?.length) continue
    for (const [at, name] of (left ?? []).entries()) add(name.trim().replace(/^\$/, ''), right?.[at]?.trim() ?? '')
  }
  // In a pattern the value is before the name that it is given to.
  for (const [, members = ''] of [...text.matchAll(pattern)].slice(0, 40))
    for (const [, field = '', name = ''] of members.matchAll(renamed)) add(name, field)
  return found
}

const value = String.raw`([^\n;]{1,200})`

/** How languages give a value to a name. */
const forms: readonly RegExp[] = [
  // token = …, $token := …, val token: String = …, TOKEN=$(…)
  new RegExp(
    String.raw`(?<![\w.])[$@]?(?:\w{1,30}(?:\.|->))?([A-Za-z_]\w{0,40})[ \t]{0,3}(?::[ \t]?[\w<>?.[\]]{1,30}[ \t]{0,2})?(?::=|=(?![=>~])|<-)[ \t]{0,3}${value}`,
    'g',
  ),
  // cache.set("token", …), localStorage.setItem('token', …), pm.environment.set(…)
  new RegExp(
    String.raw`\b(?:set|put|save|write|store|add|insert)\w{0,20}\([ \t]{0,2}["'\`]([\w:.-]{1,60})["'\`][ \t]{0,2},[ \t]{0,2}${value}`,
    'gi',
  ),
  // session['token'] = …
  new RegExp(
    String.raw`\[[ \t]{0,2}["'\`:]([\w:.-]{2,60})["'\`]?[ \t]{0,2}\][ \t]{0,3}=(?![=>~])[ \t]{0,3}${value}`,
    'g',
  ),
  // token: …, 'token' => …, "token": …
  /(?<![\w.])["':]?([A-Za-z_]\w{1,40})["']?[ \t]{0,2}(?:=>|:(?!:))[ \t]{0,3}([^\n,;{}]{2,160})/g,
  // function token() { return …, def token … end, fun token() = …, getToken() => …
  new RegExp(
    String.raw`\b(?:def|func|function|fun|fn|sub|get|private|public|async|String|string)[ \t]{1,4}([A-Za-z_]\w{1,40})[ \t]{0,2}(?:\([^()\n]{0,80}\))?[^\n={]{0,30}(?:=>|[={:]|\n)[ \t]{0,4}(?:\n[ \t]{0,40})?(?:return[ \t]{1,3})?${value}`,
    'g',
  ),
]

/** Several names that are given several values: `[a, b] = [x, y]`, `a, b := x, y`. */
const byOrder =
  /[[({]?[ \t]{0,2}(\$?[A-Za-z_]\w{0,40}(?:[ \t]{0,2},[ \t]{0,2}\$?[A-Za-z_]\w{0,40}){1,4})[ \t]{0,2}[\])}]?[ \t]{0,3}:?=(?![=>~])[ \t]{0,3}[[({]?[ \t]{0,2}([\w.$>"'?!-]{1,80}(?:\[["']\w{1,40}["']\])?(?:[ \t]{0,2},[ \t]{0,2}[\w.$>"'?!-]{1,80}(?:\[["']\w{1,40}["']\])?){1,4})[ \t]{0,2}[\])}]?(?=[ \t]{0,4}(?:;|\n|\/\/|#|$))/g

/** What a pattern on the left takes out of a value: `%{"id_token" => tok} = body`, `const { id_token: tok } = body`. */
const pattern = /\{([^{}\n]{4,300})\}[ \t]{0,3}(?::?=(?![=>~])|<-)/g
const renamed = /["']?([A-Za-z_]\w{1,40})["']?[ \t]{0,2}(?:=>|:)[ \t]{0,3}[$@]?([A-Za-z_]\w{0,40})/g

const keywords =
  /^(?:const|let|var|val|final|return|await|async|new|if|else|for|while|import|from|function|def|end|http|https|authorization|bearer|type|class|status|error|code|message|headers?|curl|true|false|null|none|self|this)$/i

/** What programs, commands and settings send as Bearer. */
function sinksIn(text: string): string[] {
  return [bearerOf, bearerArgument].flatMap((form) =>
    [...text.matchAll(form)].slice(0, 30).map(([, expression = '']) => expression),
  )
}

const sendable = String.raw`([A-Za-z_$@][\w.$>?!:[\]"'()-]{0,80})`

/** What is put behind the word: `"Bearer " + x`, `"Bearer", x`, `Bearer ${x}`, `Bearer %s", x`, `{:bearer, x}`. */
const bearerOf = new RegExp(
  String.raw`\bbearer\b(?:[ \t]{0,2}(?:%s|%@|\{0?\})["'\`]{0,2}[ \t]{0,2}(?:[,%]|\.format\()|[ \t]?["'\`]?[ \t]{0,2}[,+.&<]{1,2}|[ \t]{1,2}(?=[$#{@\\]))[ \t"'\`({#$\\]{0,6}${sendable}`,
  'gi',
)

/** What an argument, a setting or a function of that name is given. */
const bearerArgument = new RegExp(
  String.raw`\b(?:\w{0,12}bearer(?:_?(?:token|auth))?|with_?token|access_?token(?:_?(?:provider|factory|getter))?)["']?(?:[ \t]{0,2}(?:=>|[=:(])){1,2}[ \t]{0,3}(?:(?:async )?\([\w ]{0,20}\)[ \t]{0,2}(?:=>|->)[ \t]{0,2}(?:await )?)?${sendable}`,
  'gi',
)

/** The field of the token response that an expression comes from; undefined where it is not shown. */
function fieldOf(
  whole: string,
  bindings: Map<string, string[]>,
  depth: number,
): { field: SentField['field']; made?: string } | undefined {
  // Of a pipeline the last command gives the value.
  const expression = whole.split(/(?<!\|)\|(?!\|)/).at(-1) ?? whole
  const own = fieldIn(expression)
  if (own !== undefined) return { field: own }
  if (depth > 4 || /grant_?type/i.test(expression)) return undefined
  const names = [...expression.matchAll(/[A-Za-z_][\w:-]{0,60}/g)].slice(0, 8).map(([name]) => plain(name))
  // The last part of a chain is what is taken.
  for (const name of names.reverse()) {
    const fields = (bindings.get(name) ?? []).flatMap((from) => {
      const said = plain(from) === name || from === expression ? undefined : fieldOf(from, bindings, depth + 1)
      return said === undefined ? [] : [{ field: said.field, made: said.made ?? withoutSigns(from) }]
    })
    if (fields.length > 0) return new Set(fields.map(({ field }) => field)).size === 1 ? fields[0] : undefined
  }
  return undefined
}

/** The field that an expression takes out of a response; what is passed on to another function is no value of it. */
function fieldIn(expression: string): SentField['field'] | undefined {
  const fields = [
    ...expression.matchAll(/(?<![A-Za-z])(?:get|with)?(access|id|refresh)[_-]?token(?![A-Za-z_])/gi),
  ].flatMap(({ 1: kind = '', index }) => {
    const before = expression.slice(0, index)
    const passedTo = /(\w+)\([^()'"`]*$/.exec(before)?.[1]
    const passed = passedTo !== undefined && !reads.test(passedTo)
    return passed || /grant_?type[^\n]{0,8}$/i.test(before) ? [] : [`${kind.toLowerCase()}_token` as SentField['field']]
  })
  return new Set(fields).size === 1 ? fields[0] : undefined
}

/** Functions that read a member, and those that only write a value in another form. */
const reads = /^(?:get\w*|fetch|dig|opt\w*|value|str(?:ing)?|String|at|path|read\w*|trim|strip|Some|Ok|unwrap|\$)$/

/** An expression up to the first bracket that closes what is around it, without the quotes of that. */
function withoutSigns(expression: string): string {
  let depth = 0
  const end = [...expression].findIndex((sign) => {
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    return depth < 0
  })
  const cut = (end < 0 ? expression : expression.slice(0, end)).trim().replace(/[;,]$/, '')
  return cut.split(/["'`]/).length % 2 === 0 ? cut.replace(/["'`]$/, '') : cut
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '')
}
