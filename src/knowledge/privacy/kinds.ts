/** What opens something: it is removed from every copy, without a choice. */
export const lockedKinds = [
  'private key',
  'password',
  'secret',
  'token',
  'API key',
  'credentials',
  'session',
  'signature',
  'card',
] as const
/** What was found besides, and whether it is removed unless a person says otherwise. */
const chosenKinds = {
  code: true,
  state: true,
  'e-mail': true,
  CPF: true,
  CNPJ: true,
  phone: true,
  name: true,
  'birth date': true,
  address: true,
  'bank account': true,
  document: true,
  claim: true,
  'unknown header': true,
  'binary content': true,
  'unknown value': true,
  'IP address': false,
} as const satisfies Record<string, boolean>

/** What a value is that may need to be removed. */
export type Kind = (typeof lockedKinds)[number] | ChosenKind
/** A kind that a person may keep or remove. */
export type ChosenKind = keyof typeof chosenKinds

/** Kinds of what opens something. */
export type SecretKind = Exclude<(typeof lockedKinds)[number], 'card'> | 'code' | 'state'
/** Kinds of what describes a person or a company. */
export type PersonalKind =
  | 'e-mail'
  | 'CPF'
  | 'CNPJ'
  | 'phone'
  | 'card'
  | 'name'
  | 'birth date'
  | 'address'
  | 'bank account'
  | 'document'
  | 'claim'

/** Each kind as it is read in a list. */
export const kindNames: Record<Kind, string> = {
  'private key': 'Private keys',
  password: 'Passwords',
  secret: 'Secrets',
  token: 'Tokens',
  'API key': 'API keys',
  credentials: 'Credentials',
  session: 'Cookies and sessions',
  signature: 'Signatures',
  card: 'Card numbers',
  code: 'Authorization codes',
  state: 'State and nonce',
  'e-mail': 'E-mail addresses',
  CPF: 'CPF numbers',
  CNPJ: 'CNPJ numbers',
  phone: 'Telephone numbers',
  name: 'Names of people',
  'birth date': 'Birth dates',
  address: 'Postal addresses',
  'bank account': 'Bank accounts',
  document: 'Identity documents',
  claim: 'Other personal claims',
  'unknown header': 'Headers that Claimcheck does not know',
  'binary content': 'Binary content',
  'unknown value': 'Values that Claimcheck does not know',
  'IP address': 'IP addresses',
}

/** Every kind, in the order in which lists show them. */
export const kinds = Object.keys(kindNames) as Kind[]

export function isChosenKind(kind: Kind): kind is ChosenKind {
  return kind in chosenKinds
}

/** The kinds that are kept in a copy unless a person says otherwise. */
export const keptByDefault: ReadonlySet<Kind> = new Set(
  (Object.keys(chosenKinds) as ChosenKind[]).filter((kind) => !chosenKinds[kind]),
)
