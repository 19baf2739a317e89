import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { scanAgain } from './scan-again.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function handedOn(text: string): { copy: string; leaks: number } {
  const fingerprint = () => '0a1b2c3d'
  const first = createScrubber({ fingerprint, vocabulary })
  first.text(text)
  const second = createScrubber({ fingerprint, known: first.values(), vocabulary })
  const copy = second.text(text)
  return { copy, leaks: scanAgain(copy, second.values()).length }
}

const patient = JSON.stringify({
  name: [{ family: 'Okonjo-Reis', given: ['Mirembe'] }],
  identifier: [{ type: { text: 'Passport' }, value: 'C07416258' }],
})

it.each([
  ['a French telephone', 'RIB joint ; tél. 06 71 29 43 85 ; merci', ['06 71 29 43 85']],
  ['a Belgian telephone', 'Appelez le GSM 0475 23 81 67 demain', ['0475 23 81 67']],
  [
    'a name behind a closing',
    'Le service répond 503.\nCordialement, Ysoline Montcharmont',
    ['Ysoline', 'Montcharmont'],
  ],
  ['a code of letters and digits', 'Steam guard: K4R7P', ['K4R7P']],
  ['the community of SNMP', 'SNMP community: R0-pedra-d7', ['R0-pedra-d7']],
  ['a password with entities', '<server><password>{Qk&amp;7&lt;prata&gt;}</password></server>', ['Qk&amp;7&lt;prata']],
  [
    'a token of kubeadm',
    'kubeadm join h:6443 --token 7bvhnc.1d8bga3zynzmshqt --discovery-token-ca-cert-hash sha256:0c',
    ['7bvhnc'],
  ],
  ['a patient', patient, ['Okonjo', 'Mirembe', 'C07416258']],
  [
    'a patient, escaped twice',
    JSON.stringify({ body: JSON.stringify({ text: patient }) }),
    ['Okonjo', 'Mirembe', 'C07416258'],
  ],
  [
    'an account in a table of people',
    'full_name,ssn,routing,account,grade\nThaddea Winterborn,416-92-9771,091000019,7652175681,B2',
    ['7652175681', '091000019'],
  ],
])('%s is removed, and the copy passes the second look', (_, text, secrets) => {
  const { copy, leaks } = handedOn(text)
  for (const secret of secrets) expect(copy).not.toContain(secret)
  expect(leaks).toBe(0)
})

it('of what a command is given no trace repeats another value', () => {
  const { copy, leaks } = handedOn(
    'kubeadm join 10.0.0.1:6443 --token 7bvhnc.1d8bga3zynzmshqt --discovery-token-ca-cert-hash sha256:8cb2de97839780a412b93877f8507ad6c94f73add17d5d7058e91741c9d5ec78',
  )
  expect(copy).toContain('8cb2de97839780a412b93877f8507ad6c94f73add17d5d7058e91741c9d5ec78')
  expect(leaks).toBe(0)
})

it('below the line under a head no row of a table is taken for another head', () => {
  const { copy } = handedOn(
    '| Campo | Valor |\n|---|---|\n| Senha do Wi-Fi | cafe-coado-7h |\n| Último erro | porta fechada |\n',
  )
  expect(copy).not.toContain('cafe-coado-7h')
  expect(copy).toContain('| Último erro | porta fechada |')
})

it('a cookie in base64 of which a part was removed passes the second look', () => {
  const session = btoa('{"uid":42,"csrf":"dOOCHRAcJJS0x1lqVwJHMMlRm61kH9Ng"}')
  const { copy, leaks } = handedOn(`cookie sess (base64 JSON): sess=${session}`)
  expect(copy).not.toContain(session)
  expect(leaks).toBe(0)
})
