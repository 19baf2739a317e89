/**
 * Whether words (in small letters, without accents) say that something failed; a text in which all went well is compared
 * with nothing.
 */
export function speaksOfFailure(words: string): boolean {
  return failure.test(words)
}

/** Whether words say that what a cookie should bring back (state, nonce, session) is not there. */
export function losesCookie(words: string): boolean {
  return lostCookie.test(words)
}

/** Whether words are the label of a menu or a setting, such as “Trusted Origins”: names that say nothing of a failure. */
export function isLabel(words: string): boolean {
  return label.test(words) && !failure.test(words.toLowerCase())
}

const label = /^[A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30}){1,3}$/

const failure =
  /(?<![\w./:-])[45]\d\d(?![\w/-]|:\S|\.\d)|\berr(?:or|ors|o|os|ores)?\b|error|exception|\bfail|\bfalh|\bfall[ao]|fatal|invalid|unauthor|forbid|denied|refus|reject|recus|rejeit|rechaz|negad|wrong|mismatch|\bcan ?not\b|\bcan't\b|unable|missing|unexpected|expired|bad gateway|\bnull\b|\bfalse\b|never|\bnao\b|does ?n[o']t|not (?:match|work|accept|found|valid|allowed|sent|in\b|a member|permitted|authori)|no permission|timeout|timed out|blocked|differ|not the same|(?:trouble|problems?|issues?) (?:with|verif|validat|in)|fehler|ungultig|abgelehnt|nicht gefunden|erreur|echec|impossible|失|错|誤|エラー|無効|无效|不正|拒否|拒绝|无法|不一致|실패|오류|ошибк/

const lostCookie =
  /csrf|\bstate\b[^\n]{0,60}(?:mismatch|missing|invalid|not (?:found|match)|lost|empty|does)|\b(?:mismatch|missing|invalid|unknown|lost|no)\b[^\n]{0,30}\bstate|correlation|nonce[^\n]{0,40}(?:missing|not found|invalid|null|mismatch)|cookies?["']?\s{0,3}[:=]\s{0,3}(?:none|%\{\}|\{\}|\[\]|null|undefined|""|\(none\)|empty|-\s|nenhum)|no cookies?|without (?:the |any )?cookies?|cookie[^\n]{0,40}(?:not (?:sent|found|there|present|included)|missing|lost|absent|nao (?:vem|veio|chega))|session[^\n]{0,30}(?:empty|lost|null|missing|new|not found)|logged out|sem cookie|sessao (?:vazia|perdida|nova)/
