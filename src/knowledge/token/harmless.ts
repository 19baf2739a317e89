import { inList } from '../text/quote.ts'
/**
 * What a text holds that looks like a token or a key to many people and is none, in a sentence; undefined where it holds
 * nothing of the kind. Linear in the length of the text.
 */
export function harmlessIn(text: string): string | undefined {
  const shown = text.slice(0, 200_000)
  const found = forms.flatMap(({ pattern, one, many }) => {
    const count = [...shown.matchAll(pattern)].length
    return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
  })
  if (found.length === 0) return undefined
  return `What may look like one is ${inList(found)}. These grant no access unless one is used as a key.`
}

const forms: readonly { pattern: RegExp; one: string; many: string }[] = [
  {
    pattern: /data:image\/[\w.+-]{2,20};base64,/g,
    one: 'an image in base64 (a data URL)',
    many: 'images in base64 (data URLs)',
  },
  {
    pattern: /(?<![\w+/=-])sha(?:256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}(?![\w+/=])/g,
    one: 'an integrity hash (SRI)',
    many: 'integrity hashes (SRI)',
  },
  {
    pattern: /sourceMappingURL=data:application\/json[^,\s]{0,40};base64,/g,
    one: 'a source map of a program, in base64',
    many: 'source maps of programs, in base64',
  },
  {
    pattern: /(?<![\w.-])(?:_ga(?:_\w{4,20})?|_gid|_fbp|_gcl_au|AMP_\w{6,40}|OptanonConsent|_hj\w{4,30})=[^;\s]/g,
    one: 'a cookie of visitor statistics or consent',
    many: 'cookies of visitor statistics or consent',
  },
  {
    pattern: /[?&](?:iss=[^&\s]{4,300}&sid|sid=[^&\s]{4,200}&iss)=/g,
    one: 'a front-channel logout request (iss and sid name a session)',
    many: 'front-channel logout requests (iss and sid name a session)',
  },
  {
    pattern: /\beyJ[\w-]{0,30}(?:\.{3}|…)|<(?:YOUR|MY|ACCESS|API)[_ -][\w -]{2,40}>|\byour[-_][\w-]{2,40}-here\b/gi,
    one: 'a placeholder for a token or a secret',
    many: 'placeholders for tokens or secrets',
  },
  {
    pattern: /(?<![\w-])sha256:[0-9a-f]{64}(?!\w)/g,
    one: 'a digest of an image (SHA-256)',
    many: 'digests of images (SHA-256)',
  },
  {
    pattern: /(?<![\w:-])(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?![\w-])/g,
    one: 'a SHA-2 hash in hexadecimal digits',
    many: 'SHA-2 hashes in hexadecimal digits',
  },
  {
    pattern: /(?<![\w-])[0-9a-f]{40}(?![\w-])/g,
    one: 'a SHA-1 hash, as in Git commits',
    many: 'SHA-1 hashes, as in Git commits',
  },
  {
    pattern: /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/gi,
    one: 'a UUID',
    many: 'UUIDs',
  },
  {
    pattern: /(?<![\w-])00-[0-9a-f]{32}-[0-9a-f]{16}-0[01](?![\w-])/g,
    one: 'a trace context (traceparent)',
    many: 'trace contexts (traceparent)',
  },
]
