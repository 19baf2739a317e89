import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { scanAgain } from './scan-again.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()
const fingerprint = () => '0a1b2c3d'
const known = 'Kx81-marbled-Quay'
const documents = [
  `{"password":"${known}","note":"nothing else"}`,
  `{"a":"seen by ${known} again","b":"plain words of a log"}`,
  `{"c":"${encodeURIComponent(`x ${known}`)}","d":"${Buffer.from(`who: ${known}, where: here`).toString('base64')}"}`,
  `GET /v1/things the value was ${known}\nAccept: */*`,
]

it('a value that was found is removed in every layer of what was read before it was known', () => {
  const first = createScrubber({ fingerprint, vocabulary })
  for (const document of documents) first.text(document)
  const second = createScrubber({ fingerprint, vocabulary, known: first.values(), earlier: first.met })
  const copies = documents.map((document) => second.text(document))
  for (const copy of copies) {
    expect(copy).not.toContain(known)
    expect(scanAgain(copy, second.values(), undefined, first.met)).toEqual([])
  }
  expect(copies[2]).not.toContain(Buffer.from(known).toString('base64').slice(0, 12))
})

it('a second pass makes what one without a memory makes', () => {
  const first = createScrubber({ fingerprint, vocabulary })
  for (const document of documents) first.text(document)
  const known = first.values()
  const fresh = createScrubber({ fingerprint, vocabulary, known })
  const remembering = createScrubber({ fingerprint, vocabulary, known, earlier: first.met })
  expect(documents.map((one) => remembering.text(one))).toEqual(documents.map((one) => fresh.text(one)))
  expect(remembering.account()).toEqual(fresh.account())
})
