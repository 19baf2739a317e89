import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authority, good, privateKey } from '../testing/certificates.ts'
import { type Certificate, makeCertificate } from '../testing/make-certificate.ts'
import { startRig } from '../testing/rig.ts'
import { type StandInClient, standIn } from '../testing/stand-in.ts'
import { usualServices } from '../testing/usual-services.ts'

const usual = getCACertificates('default')
const directory = mkdtempSync(join(tmpdir(), 'claimcheck-certificate-'))
const clock = Date.UTC(2026, 0, 1)
const clientAuthority = makeCertificate('authority of clients')
const closing: (() => Promise<void>)[] = []

beforeAll(() => setDefaultCACertificates([...usual, authority]))
afterAll(() => setDefaultCACertificates(usual))
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A service over TLS that knows a client by one certificate, and an installation that shows another or the same. */
async function start(known: StandInClient['certificate'], shown: Certificate, metadata: Record<string, unknown> = {}) {
  const { Keycloak } = usualServices
  if (!Keycloak) throw new Error('There is no stand-in for Keycloak.')
  const registered = { id: 'client-1', certificate: known, redirectUri: 'http://localhost:8700/callback' }
  const service = await standIn(
    { ...Keycloak, metadata: { ...Keycloak.metadata, ...metadata } },
    registered,
    () => clock,
    { cert: good, key: privateKey, ca: clientAuthority.cert },
  )
  for (const part of ['cert', 'key'] as const) writeFileSync(join(directory, part), shown[part])
  const files = { certificate_file: join(directory, 'cert'), key_file: join(directory, 'key') }
  const rig = await startRig({
    environment: {
      auth_url: undefined,
      jwks_url: undefined,
      issuer: service.issuer,
      base_url: service.address,
      clients: [{ id: 'portal', name: 'Portal', client_id: 'client-1', ...files }],
    },
  })
  closing.push(rig.close, service.close)
  const browser = rig.browser()
  const opened = await browser.open({ scopes: ['openid'] })
  const url = new URL(String(service.metadata.authorization_endpoint))
  url.search = new URLSearchParams({
    client_id: 'client-1',
    redirect_uri: registered.redirectUri,
    state: 's',
    nonce: opened.nonce ?? '',
    code_challenge: opened.codeChallenge ?? '',
  }).toString()
  const back = await fetch(url, { redirect: 'manual' })
  const result = await browser.returnWith(opened, new URL(back.headers.get('location') ?? '').search.slice(1))
  const tokenRequests = () => service.seen.flatMap(({ path, by }) => (path === Keycloak.token ? [by] : []))
  return { browser, result, tokenRequests, service, rig }
}

test.each<[string, () => [StandInClient['certificate'], Certificate], Record<string, unknown>]>([
  ['tls_client_auth', () => [{ subject: 'claimcheck' }, makeCertificate('claimcheck', clientAuthority)], {}],
  [
    'self_signed_tls_client_auth',
    () => {
      const own = makeCertificate('claimcheck')
      return [{ fingerprint: own.fingerprint }, own]
    },
    { token_endpoint_auth_methods_supported: ['self_signed_tls_client_auth'] },
  ],
])(
  'a client proves itself by %s, and its certificate opens what its tokens are bound to',
  async (by, make, metadata) => {
    const { browser, result, tokenRequests, rig } = await start(...make(), metadata)
    expect(result.state).toBe('signed-in')
    expect((await browser.request('POST', '/bff/session/refresh')).json()).toMatchObject({ state: 'renewed' })
    const call = await browser.request('POST', '/bff/calls', { json: { method: 'GET', path: '/things' } })
    expect(call.json()).toMatchObject({ response: { status: 200 } })
    expect(tokenRequests()).toEqual([by, by])
    expect(rig.log.join('')).not.toContain('PRIVATE KEY')
  },
)

test.each([
  ['of another subject', () => makeCertificate('somebody', clientAuthority)],
  ['that nobody vouches for', () => makeCertificate('claimcheck')],
])('a client with a certificate %s is refused, and the record says how it proved itself', async (_, make) => {
  const { result } = await start({ subject: 'claimcheck' }, make())
  expect(result.state).toBe('refused')
  expect(JSON.stringify(result)).toContain('"clientAuthentication":"tls_client_auth"')
})
