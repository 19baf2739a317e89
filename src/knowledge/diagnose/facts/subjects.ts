/** What values that are held against each other are about. */
export type Subject =
  | 'redirect'
  | 'issuer'
  | 'audience'
  | 'origin'
  | 'scope'
  | 'nonce'
  | 'state'
  | 'algorithm'
  | 'key'
  | 'client'
  | 'thumbprint'
  | 'address'

const subjectWords: [Subject, RegExp][] = [
  [
    'redirect',
    /redirect[\s_-]?ur[il]s?|redirecturi|callback|reply[\s_-]?ur[il]|return[\s_-]?ur[il]|ur[il]s? de (?:redirecion|retorno|callback|redirecc)\w*|redirecion\w+|redireccion\w*|post[\s_-]?logout/g,
  ],
  ['origin', /\borigins?\b|\borigem\b|\borigens\b|\borigen(?:es)?\b|withorigins|allowedorigins|\bcors\b/g],
  [
    'issuer',
    /issuers?\b|\biss\b|validissuers?|issuer[_-]?uri|\bauthority\b|emissora?\b|emisora?\b|authorization server|\bissued by\b|\bdifferent provider\b|\brealm url\b/g,
  ],
  ['audience', /audiences?\b|\baud\b|validaudiences?|audiencia\b|publico[- ]alvo|\bresource\b/g],
  ['nonce', /\bnonce\b/g],
  ['state', /\bstate\b/g],
  ['algorithm', /\balg(?:orithms?)?\b|algoritmos?\b/g],
  ['key', /\bkid\b|\bkey id\b/g],
  ['thumbprint', /thumbprint|x5t|\bcnf\b|\bjkt\b|fingerprint|impressao digital|huella/g],
  ['scope', /\bscopes?\b|\bscp\b|\bescopos?\b|\bpermissions?\b|\balcances?\b|permiss(?:ao|oes)/g],
  ['client', /\bclient[\s_-]?id\b|\bazp\b|\bappid\b|\bclient\b|\bcliente\b/g],
  ['address', /\bhtu\b|\burl\b|\buri\b|\baddress|\bendereco|\bdireccion/g],
]

const topics = ['redirect', 'issuer', 'audience', 'origin'] as const satisfies Subject[]

/** The one of the usual subjects that a whole text is about; none where it speaks of several. */
export function topicOf(words: string): Subject | undefined {
  const spoken = subjectWords.filter(
    ([subject, pattern]) => topics.some((one) => one === subject) && words.match(pattern),
  )
  return spoken.length === 1 ? spoken[0]?.[0] : undefined
}

/** Subjects whose words are beside those of others, and count where there are none. */
const weak: ReadonlySet<Subject> = new Set(['client', 'address'])

/** The subject that stands last in some words in small letters without accents. */
export function subjectOf(words: string): Subject | undefined {
  let last: { subject: Subject; at: number } | undefined
  for (const [subject, pattern] of subjectWords) {
    if (weak.has(subject) && last !== undefined && !weak.has(last.subject)) continue
    for (const { index } of words.matchAll(pattern))
      if (last === undefined || index > last.at) last = { subject, at: index }
  }
  return last?.subject
}
