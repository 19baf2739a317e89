/** Something about the form of a value that no value of its kind has. */
export interface OddShape {
  /** What the value has, as a title says it: “contains a line break”. */
  has: string
  /** Where it comes from, and what it does. */
  why: string
  fix: string
}

interface Shape extends OddShape {
  is: RegExp
  /** The kinds of values of which it is not odd. */
  unless?: readonly ValueKind[]
}

export type ValueKind = 'client' | 'secret' | 'redirect' | 'scope' | 'code' | 'token' | 'address'

/**
 * What is odd about a value by itself, as it is sent after one decoding; undefined where nothing is. What is left by
 * editors, files, shells, templates and programs, whatever the value is for.
 */
export function oddShape(value: string, kind: ValueKind): OddShape | undefined {
  return shapes.find(({ is, unless }) => is.test(value) && unless?.includes(kind) !== true)
}

const trim = 'Remove it from the stored value, and trim the value when your app reads it.'

const shapes: readonly Shape[] = [
  {
    is: /[\r\n]|\\r?\\n|\\r$|%0[ad]/i,
    has: 'contains a line break',
    why: 'A file, echo or an editor probably added it at the end of the value.',
    fix: "Store it without the line break (printf '%s' instead of echo; --from-literal instead of --from-file), and trim the value when your app reads it.",
  },
  {
    is: /^(?:\ufeff|\u00ef\u00bb\u00bf|%EF%BB%BF)/i,
    has: 'begins with an invisible byte order mark',
    why: 'Some Windows editors write these three bytes (BOM) at the beginning of a file, and your app read them as part of the value.',
    fix: 'Save the file as UTF-8 without BOM, or remove U+FEFF when your app reads it.',
  },
  {
    is: /[\u200b-\u200f\u2060\u00ad\ufeff]|%E2%80%8[B-F]|\\u200[b-f]/i,
    has: 'contains an invisible character',
    why: 'It was probably copied with the value from a document, chat or web page.',
    fix: 'Type the value, or copy it from the portal as plain text.',
  },
  {
    is: /[\u00a0\u202f]|%C2%A0|\\u00a0/i,
    has: 'contains a non-breaking space',
    why: 'It looks like a space but is a different character, so the words around it are read as one.',
    fix: 'Type the space, or copy the value as plain text.',
  },
  { is: /\t|\\t$|%09/, has: 'contains a tab', why: 'A file or a spreadsheet added it to the value.', fix: trim },
  {
    is: /^b'[^']*'?$|^b"[^"]*"?$/,
    has: "was written as Python bytes (b'…')",
    why: 'Your app converted bytes to text with str() or an f-string, which adds b and quotation marks.',
    fix: 'Decode the bytes first: value.decode("ascii").',
  },
  {
    is: /^["'“”‘’`«]|["'“”‘’`»]$/,
    has: 'was sent with quotation marks',
    why: 'They probably come from the file, command or document, and are sent as part of the value.',
    fix: 'Remove the quotation marks where the value is set; docker --env-file and some readers of .env files keep them.',
  },
  {
    is: /^(?:undefined|null|none|nil|nan|\[object \w+\]|\(null\)|<null>|false|%5Bobject(?:%20|\+)Object%5D)$/i,
    has: 'is the word that many languages print for “no value”',
    why: 'The variable is probably not set where your app or its build runs.',
    fix: 'Set the variable, and make your app stop at startup if it is empty.',
    // Of a client these are told as placeholders.
    unless: ['client', 'secret'],
  },
  {
    is: /^%[sdv@]$|^%25[sdv]$|^\$\d$/,
    has: 'is a placeholder that was not filled in',
    why: 'Your app sends the template placeholder instead of the value.',
    fix: 'Pass the value to the function that fills in the template.',
  },
  {
    is: /^ | $|^\+|^%20|%20$/,
    has: 'has a space at its start or end',
    why: 'Values are compared character by character.',
    fix: trim,
    unless: ['secret'],
  },
  {
    is: /[\u2010-\u2015\u2212]|%E2%80%9[0-5]/i,
    has: 'contains a dash instead of a hyphen',
    why: 'Word processors and PDF files replace “-” with a longer dash.',
    fix: 'Type the hyphen, or copy the value from the portal.',
    unless: ['secret'],
  },
  {
    is: /&amp;/,
    has: 'contains &amp; instead of &',
    why: 'The URL was HTML-escaped, so the parameter names begin with “amp;”.',
    fix: 'Use the URL with a plain &, and escape it only in HTML.',
    unless: ['secret'],
  },
]
