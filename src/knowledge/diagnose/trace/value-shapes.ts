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

const trim = 'Remove it where the value is stored, and trim the value where the program reads it.'

const shapes: readonly Shape[] = [
  {
    is: /[\r\n]|\\r?\\n|\\r$|%0[ad]/i,
    has: 'contains a line break',
    why: 'A file, an echo or an editor added it at the end of the value, and it is sent with it.',
    fix: "Store it without the line break (printf '%s' instead of echo; --from-literal instead of --from-file), and trim the value where the program reads it.",
  },
  {
    is: /^(?:\ufeff|\u00ef\u00bb\u00bf|%EF%BB%BF)/i,
    has: 'begins with an invisible byte order mark',
    why: 'Some editors on Windows write these three bytes (BOM) at the beginning of a file, and the program read them as a part of the value.',
    fix: 'Save the file as UTF-8 without BOM, or remove U+FEFF where the program reads it.',
  },
  {
    is: /[\u200b-\u200f\u2060\u00ad\ufeff]|%E2%80%8[B-F]|\\u200[b-f]/i,
    has: 'contains an invisible character',
    why: 'It was copied with the value from a document, a chat or a web page, and is sent with it.',
    fix: 'Type the value, or copy it from the portal as plain text.',
  },
  {
    is: /[\u00a0\u202f]|%C2%A0|\\u00a0/i,
    has: 'contains a non-breaking space',
    why: 'It looks like a space and is another character, as documents and web pages have it, so the words around it are one.',
    fix: 'Type the space, or copy the value as plain text.',
  },
  { is: /\t|\\t$|%09/, has: 'contains a tab', why: 'A file or a spreadsheet added it to the value.', fix: trim },
  {
    is: /^b'[^']*'?$|^b"[^"]*"?$/,
    has: "was written as Python bytes (b'…')",
    why: 'The program turned bytes into text with str() or an f-string, so b and the quotation marks are sent with the value.',
    fix: 'Decode the bytes first: value.decode("ascii").',
  },
  {
    is: /^["'“”‘’`«]|["'“”‘’`»]$/,
    has: 'was sent with quotation marks',
    why: 'They come from the file, the command or the document that it was copied from, and are sent as a part of it.',
    fix: 'Remove the quotation marks where the value is set; docker --env-file and some readers of .env files keep them.',
  },
  {
    is: /^(?:undefined|null|none|nil|nan|\[object \w+\]|\(null\)|<null>|false|%5Bobject(?:%20|\+)Object%5D)$/i,
    has: 'is the word that a program writes for “no value”',
    why: 'The variable that should contain the value is not set where the program or its build runs.',
    fix: 'Set the variable in this environment, and stop with an error at the start where it is empty.',
    // Of a client these are told as placeholders.
    unless: ['client', 'secret'],
  },
  {
    is: /^%[sdv@]$|^%25[sdv]$|^\$\d$/,
    has: 'is a placeholder that was not filled in',
    why: 'The program sends the pattern of its template in the place of the value.',
    fix: 'Pass the value to the function that fills in the template.',
  },
  {
    is: /^ | $|^\+|^%20|%20$/,
    has: 'has a space at its start or end',
    why: 'Values are compared character by character, so it is another value.',
    fix: trim,
    unless: ['secret'],
  },
  {
    is: /[\u2010-\u2015\u2212]|%E2%80%9[0-5]/i,
    has: 'has a dash in the place of a hyphen',
    why: 'Word processors and PDF files replace “-” by a longer dash, which is another character.',
    fix: 'Type the hyphen, or copy the value from the portal.',
    unless: ['secret'],
  },
  {
    is: /&amp;/,
    has: 'has &amp; in the place of &',
    why: 'The text was escaped for HTML and used as an address, so the names of the parameters begin with “amp;”.',
    fix: 'Use the address with a plain &, and escape it only inside of an HTML page.',
    unless: ['secret'],
  },
]
