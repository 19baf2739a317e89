import { expect, it } from 'vitest'
import { explain } from '../explain.ts'
import { failureEvidence } from './failure-evidence.ts'
import { subjectOf } from './speaks-of-failure.ts'

it.each([
  ['the status of a response', '', [{ status: 401 }], 'status'],
  ['a member for errors', '{"error":"slow","state":"x"}', [], 'error'],
  ['an exception', 'java.net.SocketException: Connection reset', [], 'exception'],
  ['a level of a log', '2026-11-22 10:01:02 ERROR sign-in', [], 'log'],
  ['a code of a system', 'connect ECONNREFUSED 10.0.0.1:443', [], 'system'],
  ['a complaint', 'depuis hier la connexion échoue, impossible de renouveler'.normalize('NFC'), [], 'complaint'],
  ['a complaint in Japanese', 'トークンが取得できません', [], 'complaint'],
  ['what works in Japanese', 'トークンが取得できます', [], undefined],
  ['a rule of a document', 'When the proxy is not configured, the sign-in does not work.', [], undefined],
  ['a setting that is described', 'Prefix that is added so that names do not clash must be unique.', [], undefined],
])('takes %s for what it shows', (_what, text, statuses, evidence) => {
  expect(failureEvidence(text, statuses)).toBe(evidence)
})

const outcome = (text: string) => explain(text, { now: 1_790_000_000, environments: [] }).outcome

it.each([
  [
    'what a release changes',
    'Authorization server metadata and DPoP fixes.\n1. Introduce a property for the URL of the metadata. It is not necessarily derived from the public URL.\n2. Enable parsing of X-Forwarded headers. When this is not enabled, DPoP does not work because htu differs.',
  ],
  [
    'a reference of an API',
    'Introspect tokens\nA token that is active is neither expired nor revoked.\nResponses\n- 200  Successful introspection\n- 400\n- 401\n\n{"active":false}',
  ],
  [
    'a guide with the error that it is about',
    'If the client_secret is wrong, you will receive the following error:\n{"error":"incorrect_client_credentials","error_description":"The client_id and/or client_secret passed are incorrect."}',
  ],
  [
    'what a guide lets come out',
    'Run the script. It should output something like:\n{"iss":"https://id.example","aud":"a","iat":1558696472,"exp":1558696532}',
  ],
  [
    'a visitor who is sent to the sign-in',
    '[2020/01/21 16:57:33] [oauthproxy.go:850] Error loading cookied session: Cookie "_oauth2_proxy" not present\n10.1.1.1 - - [2020/01/21 16:57:33] nexus.example GET - "/" HTTP/1.1 "" 403 2522 0.001\n10.1.1.1 - - [2020/01/21 16:57:41] nexus.example GET - "/oauth2/start?rd=%2F" HTTP/1.1 "" 302 382 0.000',
  ],
  ['a response that has no errors', '{"items":[],"errors":[],"error":null}'],
])('accuses nothing in %s', (_what, text) => {
  expect(outcome(text)).not.toBe('failed')
})

it('does not take a loop between an app and the sign-in for its start', () => {
  const loop =
    '10.1.1.1 [2020/01/21 16:57:33] GET "/" HTTP/1.1 "" 403 2522 0.001\n10.1.1.1 [2020/01/21 16:57:41] GET "/oauth2/start" HTTP/1.1 "" 302 382\n10.1.1.1 [2020/01/21 16:57:42] GET "/oauth2/callback?code=a" HTTP/1.1 "" 302 24\n10.1.1.1 [2020/01/21 16:57:42] GET "/" HTTP/1.1 "" 403 2522\n10.1.1.1 [2020/01/21 16:57:43] GET "/oauth2/start" HTTP/1.1 "" 302 382'
  expect(outcome(loop)).not.toBe('went-well')
})

it.each([
  [
    'a report that gives its version',
    'Bonjour,\nJ’ai depuis quelques jours l’erreur suivante :\nError JSON : {"tag":"bad_login","description":"Wrong credential"}\nVersion 1.3.2.0, Home Assistant OS',
  ],
  [
    'a report with the code around it',
    'estou recebendo o erro:\n-->> { message: "Forbidden" }\nno trecho:\nclient.charge([], body)\n.then((one) => {\n  console.log(one)\n  return one\n})\n.catch((error) => {\n  console.log(error)\n})',
  ],
])('takes no document for %s', (_what, text) => {
  expect(subjectOf(text)).toBe('failure')
})
