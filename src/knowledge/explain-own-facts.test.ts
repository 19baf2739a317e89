import { expect, it } from 'vitest'
import { explain } from './explain.ts'

const known = { now: 1_795_000_000, environments: [] }
const first = (text: string) => explain(text, known).diagnoses[0]?.title

const identity = 'https://conta.lago.example'
const form = 'grant_type=authorization_code&code=Qx71ab0z&redirect_uri=https%3A%2F%2Fapp.rede.example%2Fok'

/** The same request or the same two values in forms that share no syntax, and the title that names the cause. */
const told: [what: string, text: string, title: string][] = [
  [
    'variables whose values stand elsewhere',
    `LOGIN_URL=https://conta.sandbox.lago.example\nTOKEN_URL=${identity}\ninfo redirect to $LOGIN_URL/oauth2/authorize\nerror exchange at $TOKEN_URL/oauth2/token status=400 client_not_found`,
    'Code from the sandbox sent to production',
  ],
  [
    'an export with commas',
    `time,verb,url,code,status\n10:00:01,POST,${identity}/oauth2/token,Qx71ab0z,200\n10:00:02,POST,${identity}/oauth2/token,Qx71ab0z,400`,
    'The same code was exchanged twice',
  ],
  [
    'an object that was logged beside the request',
    `DEBUG params: {"client_id":"rede-1","response_type":"code","redirect_uri":"https://app.rede.example/ok"}\nWARN GET ${identity}/oauth2/authorize -> 400`,
    'The authorization request does not include scope',
  ],
  [
    'a program and the error that it got',
    `await axios.post('${identity}/oauth2/token', { grant_type: 'authorization_code', code, redirect_uri })\nAxiosError: Request failed with status code 400`,
    'The token request was sent as JSON',
  ],
  [
    'a function whose name is the method',
    `HttpGet("${identity}/oauth2/token?${form}")\nHTTP/1.1 405 Method Not Allowed`,
    'The token endpoint was called with GET',
  ],
  [
    'a sentence about what is registered',
    `${identity}/oauth2/authorize?client_id=rede-1&response_type=code&redirect_uri=https%3A%2F%2Fapp.rede.example%2Fok%2F&scope=openid dá 400\nno cadastro está https://app.rede.example/ok`,
    'The redirect URI is not registered',
  ],
  [
    'a masked header, and the sandbox named in prose',
    `> POST ${identity}/oauth2/token\n> authorization: ████\n> content-type: application/x-www-form-urlencoded\n> ${form}\n< 400 {"error":"client_not_found"}\nThe client was created in the sandbox last week.`,
    'The sandbox client is used with production',
  ],
  [
    'a code with the rest of the redirect, and a later line about the redirect',
    `POST ${identity}/oauth2/token\ngrant_type=authorization_code&code=Qx71ab0z%26iss%3Dhttps%253A%252F%252Fconta.lago.example&redirect_uri=https%3A%2F%2Fapp.rede.example%2Fok\n-> 400 Bad Request\nlog: GET /ok?code=Qx71ab0z&iss=https%3A%2F%2Fconta.lago.example\n[E] 400 Bad Request`,
    'The code contains other redirect parameters',
  ],
  [
    'a token that the program signs',
    `$t = JWT::encode(['aud'=>'x','exp'=>time()+60], SECRET, 'HS256');\n$http->get('https://api.lago.example/v1/bank-slips', ['headers'=>['Authorization'=>"Bearer $t"]]);\n401 {"fault":{"detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}`,
    'Your app signs the token itself',
  ],
  [
    'an encoder that breaks lines',
    `CRED=$(printf '%s' "$ID:$SECRET" | openssl base64)\ncurl -H "Authorization: Basic $CRED" -d "${form}" ${identity}/oauth2/token\n401`,
    'The Basic credentials contain line breaks',
  ],
  [
    'an event that does not exist, in prose',
    'Our endpoint gets the notifications of bank slips all day, but not one for direct debits. Why?',
    'There are no webhooks for direct debits',
  ],
  [
    'two keys, of which the old one passes',
    'Tokens with kid=k-2025 still work at https://api.lago.example/v1/bank-slips, those with kid=k-2026 fail with steps.jwt.NoMatchingPublicKey. Nothing was changed here: no deploy.',
    'The gateway does not know the new signing key',
  ],
]

it.each(told)('facts are found in %s', (_, text, title) => {
  expect(first(text)).toBe(title)
})

it.each([
  [
    'a form and a program that prints its response as JSON',
    `r = requests.post("${identity}/oauth2/token", data={"grant_type": "authorization_code", "code": code, "redirect_uri": uri}, auth=(cid, secret))\nprint(r.json())\nPOST ${identity}/oauth2/token 200`,
  ],
  [
    'a program that logs in with a token of its own elsewhere',
    'jwt.encode(payload, key, algorithm="RS256")  # our own session cookie\ntests: 14 passed',
  ],
  ['tests that passed', 'it("refuses GET at /oauth2/token with 405") ✓ 12ms\nit("refuses JSON with 400") ✓ 4ms'],
])('nobody is accused of %s', (_, text) => {
  expect(explain(text, known).diagnoses).toEqual([])
})

it('names what a response is about where a list leaves a parameter out that the text names elsewhere', () => {
  expect(
    first(
      `{"client_id":"rede-1","response_type":"code","redirect_uri":"https://app.rede.example/ok"}\nscope is added by the library\nGET ${identity}/oauth2/authorize -> 400`,
    ),
  ).not.toBe('The authorization request does not include scope')
})
