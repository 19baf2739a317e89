/** What shows that something failed. */
export type FailureEvidence = 'status' | 'error' | 'exception' | 'log' | 'system' | 'code' | 'complaint'

/**
 * What in a text shows that something failed: the status of a response, an error that a program wrote, or a sentence in
 * which somebody complains. What a document says of failures in general, under a condition or as an instruction, shows
 * none. Undefined where nothing does: then nothing in the text is accused. Linear in the length of the text.
 *
 * @param text without accents and without what denies a failure
 */
export function failureEvidence(text: string, statuses: readonly { status: number }[]): FailureEvidence | undefined {
  if (statuses.some(({ status }) => status >= 400)) return 'status'
  const written = programs.find(([, mark]) => mark.test(text))?.[0]
  if (written !== undefined) return written
  return text.split(/(?<=[.!?;。])\s|\n/).some((one) => complains.test(one) && !inGeneral.test(one.slice(0, 2_000)))
    ? 'complaint'
    : undefined
}

/** How programs write that something failed. */
const programs: readonly (readonly [FailureEvidence, RegExp])[] = [
  [
    'error',
    /(?:["'{\s,(?&;>]|^)["'[]?(?:errors?|error_?code|error_?message|fault|faultcode|faultstring|erros?|err|errcode|error_description|errno)["'\]]?\s{0,3}(?:=>|[:=])\s{0,3}(?!["']?(?:null|none|false|0|nil|undefined)\b|""|''|\[\s{0,9}\]|\{\s{0,9}\})["'{[(]{0,2}\s{0,20}[\p{L}\d<"']/iu,
  ],
  [
    'exception',
    /\b[A-Za-z][\w.$]{0,80}(?:Exception|Error|Fault)\b["'\])]{0,2}\s{0,2}[:(\n]|^\s{1,40}at \S{1,200} ?\(|\bTraceback\b|\bpanic(?:ked)?\b|Caused by/m,
  ],
  [
    'log',
    /(?:^|[\s[|(<"=])(?:ERROR|ERRO|FATAL|SEVERE|CRITICAL|CRIT|WARN|WARNING|emerg|crit|error|warn|fatal)(?=[\]|>" \t:)])(?!["']?\s{0,3}[=:]\s{0,3}(?:(?:0|null|false|none)\b|\[\s?\]|""|''))|^\s{0,9}(?:[^\n]{0,60} )?[EWF]\d{4} \d\d:\d\d|\b[EWF]\/[\w.]{2,40}\s{0,3}\(/m,
  ],
  [
    'system',
    /\bE(?:CONN|NOT|ADDR|HOST|NET|PIPE|TIMED|AI_|PROTO|ACCES|PERM)[A-Z]*\b|\bERR_[A-Z_]+|\b[A-Z]{3,12}[-_]?\d{4,8}\b|curl: \(\d+\)|cURL error|blocked by CORS|SSL_ERROR|PKIX|net::/,
  ],
  [
    'code',
    /\b(?:invalid|unauthorized|unsupported|insufficient|mismatching)_[a-z_]{3,60}\b|\b\w{3,20}_(?:denied|required|not_found|mismatch|expired|invalid|failed|revoked)\b|(?<![\w.:/-])[45]\d\d(?![\w:/-]|\.\d)/,
  ],
]

/** Words for what goes wrong, in English, Portuguese, Spanish, French, German and what some of the East write. */
const complains =
  /\b(?:fail\w*|errors?|falh\w+|fall[oa]\w*|erro\w*|erreurs?|fehl\w+|fouten?|exception\w*|unable|cannot|ca(?:n['’]?t|nnot)|could ?n(?:o|['’])t|does(?:n['’]?t| not)|do not|don['’]t|wo(?:n['’]t)|did(?:n['’]?t| not)|(?:is|are|was|were|has|have)(?: not|n['’]t)(?! (?:necessarily|only|just|required|needed|a problem)\b)|not (?:work\w*|found|valid|allowed|accepted|recogni\w+|authori\w+|permitted|supported|trusted|possible|verif\w+|available|configured|registered|active|enabled|present|receiv\w+)|refus\w+|reject\w*|denied|block\w*|brok\w+|stuck|stopp\w+|wrong|invalid\w*|incorrect|missing|mismatch\w*|expired|unexpected|unknown|unauthori\w+|forbidden|malformed|problem\w*|issues?|trouble|no (?:works?|access|response|signature|funciona\w*|puedo|puede|podemos|llega\w*|valid\w*|encontrad\w+|autorizad\w+|me deja|trae)|nao (?:consig\w+|funciona\w*|cheg\w+|vem|aparec\w+|foi|esta|autorizad\w+|encontrad\w+|valid\w*|deixa|retorna|entra\w*|e|baixa|veio|recebe\w*|passa|confere\w*|bate|aceit\w+|gera|tem|possui)|ninguem|n['’](?:est|a|arrive|ai)|ne \w+ pas|plus moyen|impossible|nicht|kein\w*|klappt|loop\w*|time[d -]{0,2}out|unreachable|unavailable|too (?:many|large|long|big|old|early|late)|in the future|nothing|nada|nunca|never|neg[ao]d[oa]s?|recusad\w+|rejeitad\w*|rechaz\w+|invalid[oa]s?|expirad[oa]s?|expirou|vencid[oa]s?|venceu|vencio|ausente|oops|whoops|sorry|denegad\w+|blank|empty|vazi[oa]s?|vaci[oa]s?|undefined|revoked|closed|caiu|logged out|fatal|parou|pararam|broke|always)\b|エラー|失敗|[でて]き(?:ませ|ない)|無効|无效|不正|拒否|拒绝|ません|错|误|失败|无法|不能|不匹配|不一致|没有|실패|오류|ошибк|не /iu

/** Conditions, instructions and rules: how documents, lists of changes and plans speak. */
const inGeneral =
  /^[\s\d.)*#>|-]{0,12}(?:if|when(?:ever)?|once|in case|whether|note|tip|to \w+|use|add|fix(?:e[sd])?|feat|return|introduce|enable|ensure|make sure|you (?:can|may|must|should|will|need|have to)|se (?:o|a|os|as|for|voce)|quando|caso|en caso|si (?:el|la|los|las|tu|su)|cuando|wenn|falls|bei|si)\b|\b(?:must|should|shall|may|might|would|could be|will be|can be|neither|is used|are used|deve(?:m|ra|ria)?|debe(?:n|ra)?|peut|doit|will (?:return|respond|be))\b|場合/iu
