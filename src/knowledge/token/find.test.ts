import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { eachOnce, findEncodedTokens, findTokens, withInner } from './find.ts'
import { asReadJwt } from './jwt.ts'
import { inspectToken } from './take-apart.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { iss: 'https://id.example', sub: 'ada', aud: 'https://api.example', exp: 2_000_000_000 }
const token = `${encode({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })}.${encode(claims)}.${'Ab-_'.repeat(21)}xy`
const other = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode({ sub: 'bob', iat: 1 })}.${'Cd-_'.repeat(10)}xyz`
const [header = '', payload = '', signature = ''] = token.split('.')
const texts = (text: string) => findTokens(text).map((one) => one.token.text)

const surroundings: [where: string, text: string, from?: string][] = [
  ['a variable of a shell', `export TOKEN=${token}`, 'TOKEN'],
  ['a variable of a .env file', `ACCESS_TOKEN="${token}"\nX=1`, 'ACCESS_TOKEN'],
  ['a Cookie header', `Cookie: theme=dark; session=${token}; lang=pt`, 'session'],
  ['a Set-Cookie header', `Set-Cookie: __Host-auth=${token}; Path=/; Secure`, '__Host-auth'],
  ['a query', `https://app.example/cb?x=1&token=${token}&y=2`, 'token'],
  ['a query at its start', `/reset?token=${token}`, 'token'],
  ['a logout address', `https://id.example/logout?id_token_hint=${token}&state=s`, 'id_token_hint'],
  ['an authorization request', `https://id.example/authorize?client_id=a&request=${token}`, 'request'],
  ['a form of curl', `curl -d token=${token} -d x=y https://id.example/introspect`, 'token'],
  ['a form in quotes', `curl --data 'grant_type=x&assertion=${token}'`, 'assertion'],
  ['a line of nginx', `1.2.3.4 - - [22/Nov/2026] "GET /cb?access_token=${token} HTTP/1.1" 302 0`, 'access_token'],
  ['a map of Java', `{accessToken=${token}, expiresIn=300}`, 'accessToken'],
  ['a path', `GET /verify/${token} HTTP/1.1`],
  ['a path with more behind it', `https://app.example/verify/${token}/confirm`],
  ['a path with a query behind it', `https://app.example/verify/${token}?lang=pt`],
  ['a percent-encoded response', encodeURIComponent(JSON.stringify({ access_token: token })), 'access_token'],
  ['a percent-encoded query', `state=x%26id_token%3D${token.replaceAll('.', '%2E')}`, 'id_token'],
  [
    'a query that was encoded twice',
    `u=${encodeURIComponent(encodeURIComponent(`t=${token}`)).replaceAll('.', '%252E')}`,
  ],
  ['quoted-printable', `token=3D${token.replace(/(.{60})/g, '$1=\r\n')}`, 'token'],
  ['JavaScript that joins strings', `const t = '${header}.' +\n  '${payload}' +\n  '.${signature}'`],
  ['Java that joins strings', `String t = "${header}" + "." + "${payload}" + "." + "${signature}";`],
  ['PHP that joins strings', `$t = '${header}' . '.' . '${payload}.' . '${signature}';`],
  ['Python with strings side by side', `t = ("${header}."\n     "${payload}."\n     "${signature}")`],
  ['Java whose last string begins with a dash', `String t = "${header}.${payload}." +\n  "-${signature.slice(1)}"`],
  ['comments', `# used in staging\n# ${token.replace(/(.{60})/g, '$1\n# ')}\n# end`],
  ['Visual Basic', `t = "${header}." & _\n    "${payload}." & _\n    "${signature}"`],
  ['a StringBuilder', `b.append("${header}.").append("${payload}.").append("${signature}")`],
  ['text with invisible marks', `Bearer ${token.replace(/(.{40})/g, '$1\u200b')}`],
  ['text with soft hyphens', token.replace(/(.{30})/g, '$1\u00ad')],
  ['text behind a byte order mark', `\ufeff${token}`],
  ['HTML with places to break', token.replace(/(.{30})/g, '$1<wbr>')],
  ['a hidden field', `<input type="hidden" name="id_token" value="${token}"/>`, 'id_token'],
  ['XML', `<wsse:BinarySecurityToken>${token}</wsse:BinarySecurityToken>`],
  ['YAML', `auth:\n  token: ${token}\n`, 'token'],
  ['a log in columns', `at=2026|lvl=info|jwt=${token}|ms=5`, 'jwt'],
  ['a word', `sBearer${token}`],
  ['a protocol of web sockets', `Sec-WebSocket-Protocol: v1.token.${encode('x')}, bearer-${token}`],
  ['Markdown', `\`${token}\``],
  ['a link of Markdown', `[open](https://app.example/#id_token=${token})`, 'id_token'],
  ['JSON in JSON', JSON.stringify(JSON.stringify({ a: { id_token: token } })), 'id_token'],
  ['JSON with escaped dots', `{"jwt":"${token.replaceAll('.', '\\u002e')}"}`, 'jwt'],
  ['the name of a file', `backup-${token}`],
  ['a list whose values stand in a column', `  assertion               = '${token}'`, 'assertion'],
  ['a sentence that names it', `here is the code for the id_token: "${token}"`, 'id_token'],
]

describe('a token is found in', () => {
  it.each(surroundings)('%s', (_where, text, from) => {
    const [found, ...more] = findTokens(text)
    expect(found?.token.text).toBe(text.includes('"-') ? `${header}.${payload}.-${signature.slice(1)}` : token)
    expect(more).toEqual([])
    if (from !== undefined) expect(found?.from).toBe(from)
    expect(found?.token.defects).toEqual([])
  })

  it('a sentence about a thing, whose name is none of a field', () => {
    expect(findTokens(`[video] made for room lobby-7: "${token}"`)[0]).toMatchObject({ from: undefined })
  })

  it('its place, by line and column', () => {
    const [first, second] = findTokens(`a\nCookie: s=${token}; t=1\n\nid_token: ${other}\n`)
    expect(first?.place).toMatchObject({ line: 2, column: 11, start: 12, in: 'cookie' })
    expect(first?.place?.end).toBe(12 + token.length)
    expect(second?.place).toMatchObject({ line: 4, column: 11 })
  })

  it('how it was written', () => {
    expect(findTokens(token.replaceAll('.', '%2E'))[0]?.place?.writing).toEqual(['percent-encoded'])
    expect(findTokens(`"${header}." +\n"${payload}.${signature}"`)[0]?.place?.writing).toEqual(['joined in code'])
  })
})

it.each([
  [
    'Sentry',
    `sntrys_${Buffer.from('{"iat":1790000123.48,"url":"https://sentry.io","org":"a"}').toString('base64')}_AbC/dEf`,
  ],
  ['Mapbox', `pk.${encode({ u: 'acme', a: 'cmeoqz0nky856qfowm34hdy7b' })}.et41SRXuUIHqWh2P2I1Pms`],
])('a key of %s, which has JSON behind its prefix, is none, alone or in a list', (_, key) => {
  expect(texts(key)).toEqual([])
  expect(texts(`env:\n  - KEY=${key}\n  - NEXT=${key}\n  - TZ=UTC`)).toEqual([])
})

it.each(['- NEXT=abcdef', 'NEXT=abcdef', '- next'])(
  'a broken token ends where the next line of a list begins: %s',
  (next) => {
    const broken = `${header}.${payload.slice(0, 60)}`
    expect(texts(`  - TOKEN=${broken}\n  ${next}`)).toEqual([broken])
  },
)

it('a wrapped token whose last line looks like a word is whole', () => {
  const rs256 = `${encode({ alg: 'RS256' })}.${payload}.${'Ab-_'.repeat(85)}`
  const wrapped = `${rs256}\n> yw\n>\n> It must have orders:read.`
  expect(texts(`> ${wrapped}`)).toEqual([`${rs256}yw`])
})

describe('of tokens side by side', () => {
  it.each([
    ['nothing', `${token}${other}`],
    ['a dot', `${token}.${other}`],
    ['a comma', `${token},${other}`],
    ['an ampersand', `a=${token}&b=${other}`],
  ])('each is found: between them is %s', (_what, text) => {
    expect(texts(text)).toEqual([token, other])
  })

  it('one that was pasted twice is listed once, with both places', () => {
    for (const text of [`${token}${token}`, `${token}\n${token}`]) {
      const [only, ...more] = eachOnce(findTokens(text))
      expect(more).toEqual([])
      expect(only?.token).toMatchObject({ form: 'jws', text: token, defects: [] })
      expect(only?.again).toHaveLength(1)
    }
  })
})

describe('a token that the text shows only in part is shortened, not broken:', () => {
  it.each([
    ['by dots and words', `${token.slice(0, -40)}... (truncated)`, /the end of the signature is missing/],
    [
      'as Node prints long strings',
      `'${token.slice(0, -40)}'... 40 more characters`,
      /the end of the signature is missing/,
    ],
    ['by a word in brackets', `${token.slice(0, -40)}[truncated 40 chars]`, /the end of the signature is missing/],
    ['by stars', `${header}.${payload}.*****`, /the signature is missing/],
    ['by a word in place of the signature', `${header}.${payload}.<signature>`, /the signature is missing/],
  ])('%s', (_, text, problem) => {
    const [found, ...more] = findTokens(`Bearer ${text}`)
    expect(more).toEqual([])
    expect(found?.token.defects).toMatchObject([{ isLeftOut: true, problem: expect.stringMatching(problem) }])
    expect(asReadJwt(found?.token as never)).toMatchObject({ state: 'read', claims })
    expect(asReadJwt(found?.token as never)).not.toHaveProperty('signature')
  })

  it('a whole one in front of a remark is whole', () => {
    for (const behind of [' (signature verified)', ' [812 bytes]', '', ' …'])
      expect(findTokens(`${token}${behind}`)[0]?.token.defects).toEqual([])
  })

  it('its quotation beside the whole token is that token again', () => {
    const [only, ...more] = eachOnce(findTokens(`seen ${token.slice(0, 20)}...${token.slice(-6)} and ${token}`))
    expect(more).toEqual([])
    expect(only).toMatchObject({ token: { text: token, defects: [] }, again: [{ column: 6 }] })
  })
})

it('a signature by RSA that is as long as no key makes it has lost its end', () => {
  const rsa = (bytes: number) =>
    inspectToken(`${encode({ alg: 'RS256' })}.${payload}.${Buffer.alloc(bytes, 7).toString('base64url')}`).defects
  expect(rsa(256)).toEqual([])
  expect(rsa(384)).toEqual([])
  expect(rsa(213)).toMatchObject([{ part: 'signature', problem: expect.stringContaining('its end is missing') }])
})

it('claims that were compressed are read (SMART Health Cards)', () => {
  const packed = deflateRawSync(JSON.stringify(claims)).toString('base64url')
  expect(inspectToken(`${encode({ alg: 'ES256', zip: 'DEF' })}.${packed}.${'A'.repeat(86)}`)).toMatchObject({
    payload: { value: claims },
    defects: [],
  })
})

it('a token in the claims of another is found after it', () => {
  const outer = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode({ vp: { verifiableCredential: [token] } })}.${'A'.repeat(86)}`
  expect(withInner(findTokens(outer)).map((one) => [one.token.text, one.place?.in])).toEqual([
    [outer, 'text'],
    [token, 'claim'],
  ])
})

it('a token in base64 once more, as in the data of a Secret, is found', () => {
  const text = `kind: Secret\ndata:\n  token: ${Buffer.from(token).toString('base64')}\n`
  expect(findEncodedTokens(text)).toMatchObject([
    { from: 'token', token: { text: token }, place: { line: 3, column: 10, writing: ['base64'] } },
  ])
  expect(findEncodedTokens(`image: ${'ZXlB'.repeat(40)}`)).toEqual([])
})

it.each([
  [
    'of a token, on lines of one length',
    Buffer.from(token)
      .toString('base64')
      .replace(/(.{76})/g, '$1\n  '),
  ],
  ['of a header line', Buffer.from(`Bearer ${token}`).toString('base64')],
  ['of an object', Buffer.from(JSON.stringify({ count: 1874, value: token }, null, 1)).toString('base64')],
  [
    'of base64 of an object',
    Buffer.from(Buffer.from(JSON.stringify({ count: 1874, value: token })).toString('base64')).toString('base64'),
  ],
])('a token is found in base64 %s', (_, written) => {
  expect(findEncodedTokens(`made it: ${written}\nnext line of the log`).map((one) => one.token.text)).toEqual([token])
})

it('a session in base64 is told with its end, its user and its tokens, and other objects in base64 are not', () => {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
  const session = base64({ user: { id: 'u7' }, access_token: token, refresh_token: 'rt-1', expires_at: 2_000_000_000 })
  const found = findEncodedTokens(`Set-Cookie: __session=${session}; Path=/`)
  expect(found.map(({ recognised }) => recognised.kind)).toEqual(['cookie', 'access', 'refresh'])
  expect(found[0]).toMatchObject({
    from: '__session',
    token: { content: { sub: 'u7' }, times: { exp: 2_000_000_000 } },
  })
  expect(
    findEncodedTokens(`state=${base64({ returnTo: '/a/long/path/of/the/application/with/words', nonce: 'n' })}`),
  ).toEqual([])
})

it('an object in base64 is no token with the words behind it', () => {
  const object = Buffer.from(JSON.stringify({ payload: 'x'.repeat(60), version: '2' })).toString('base64')
  expect(texts(`docker login -p ${object} 123456789012.dkr.ecr.sa-east-1.amazonaws.com`)).toEqual([])
})

it('the credentials of a mail server (SASL) are found', () => {
  const written = Buffer.from(`n,a=a@b.example,\x01host=i\x01auth=Bearer ${token}\x01\x01`).toString('base64')
  expect(findEncodedTokens(`AUTH OAUTHBEARER ${written}`).map((one) => one.token.text)).toEqual([token])
})

describe('five parts are not always encrypted:', () => {
  const disclosure = encode(['2GLC42sKQveCfGfryNRN9w', 'given_name', 'Ada'])
  const binding = `${encode({ alg: 'ES256', typ: 'kb+jwt' })}.${encode({ aud: 'v', nonce: 'n', iat: 1, sd_hash: 'h' })}.${'A'.repeat(86)}`
  const digest = 'PHJrmoP8TRCXy7UsvlZgT0GhTdOHYWnzZG6gjJ4FVkI'
  const issued = `${encode({ alg: 'ES256', typ: 'dc+sd-jwt' })}.${encode({ vct: 'https://x', _sd: [digest] })}.${'A'.repeat(86)}`

  it('an SD-JWT is read over the lines of a quoted mail, with its disclosures', () => {
    const lines = `${issued}~${disclosure}~`.match(/.{1,72}/g) ?? []
    const [sd, ...more] = findTokens(`> ${lines.join('\n> ')}\n>\n> Thank you`)
    expect(more).toEqual([])
    expect(sd?.token).toMatchObject({ text: `${issued}~${disclosure}~`, defects: [], disclosures: [{ value: 'Ada' }] })
  })

  it('one that breaks off within a disclosure has that as its only flaw', () => {
    const [sd] = findTokens(`${issued}~${disclosure}~${disclosure.slice(0, 20)}`)
    expect(sd?.token.defects).toMatchObject([{ problem: expect.stringContaining('A disclosure breaks off') }])
  })

  it('an SD-JWT is read with its disclosures and its key binding', () => {
    const [sd, kb] = findTokens(`presented: ${issued}~${disclosure}~${binding}`)
    expect(sd?.token).toMatchObject({
      form: 'jws',
      defects: [],
      disclosures: [{ name: 'given_name', value: 'Ada', belongs: 'no' }],
    })
    expect(kb).toMatchObject({ place: { in: 'key binding' }, token: { text: binding } })
  })

  it('an SD-JWT without key binding keeps its tilde', () => {
    expect(findTokens(`${issued}~${disclosure}~`)[0]?.token).toMatchObject({
      form: 'jws',
      text: `${issued}~${disclosure}~`,
      defects: [],
    })
  })

  it('a JWT with two parts too many is a broken JWT', () => {
    expect(findTokens(`${token}.abcd.efgh`)[0]?.token).toMatchObject({ form: 'jws', defects: [{ part: 'token' }] })
  })

  it('and an encrypted token is', () => {
    const encrypted = `${encode({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })}.${'a'.repeat(40)}.bbbb.${'c'.repeat(30)}.dddd`
    expect(findTokens(`x=${encrypted}`)[0]?.token).toMatchObject({ form: 'jwe', defects: [] })
  })
})

describe('a token without its first characters', () => {
  it.each([1, 2, 3, 4])('%i of them is read, and says what is missing', (lost) => {
    const [found] = findTokens(`token: ${token.slice(lost)}`)
    expect(found?.token).toMatchObject({
      form: 'jws',
      text: token.slice(lost),
      payload: { value: claims },
      defects: [{ part: 'header', at: 0, problem: expect.stringContaining('missing') }],
    })
  })

  it('with a header that cannot be read shows its claims all the same', () => {
    const [found] = findTokens(`X${token.slice(4)}`)
    expect(found?.token).toMatchObject({ form: 'jws', payload: { value: claims } })
    expect(found?.token.defects[0]?.part).toBe('header')
  })
})

it.each([
  ['a public PASETO', `v4.public.${encode(claims)}`],
  ['a session of Flask', `session=${encode({ user: 1 })}.ZabcdQ.${'a'.repeat(27)}`],
  ['a session of Laravel', `laravel_session=${encode({ iv: 'a', value: 'b', mac: 'c', tag: '' })}`],
  ['words with the same letters', 'monkeyJourney eyJourney keyAbroad.eyAgain'],
  ['a token of Mapbox', `pk.${encode({ u: 'ada', a: 'clx' })}.sig`],
])('%s is not a JWT', (_what, text) => {
  expect(texts(text)).toEqual([])
})

it('of a hostile text eight times as long, finding takes no more than some eight times as long', () => {
  const whole = `${encode({ alg: 'RS256' })}.${encode({ a: 1 })}.`
  const units = [
    'eyJhbGciOi',
    '.eyJhbGciOi',
    'yJhbGciOi.',
    '=eyJhbGciOiJSUzI1NiJ9',
    '/eyJhbGciOiJSUzI1NiJ9.',
    `${whole}x~`,
    '%2E',
    'eyJ%2E',
    'eyJhbGciOi" + "',
    'eyJhbGciOi"\n"',
    "eyJhbGciOi' . '",
    'eyJhbGciOi\n',
    'eyJhbGciOi \t',
    'eyJhbGciOi\u200b',
    '=\r\n',
    `${'a'.repeat(590)}.eyJhbGciOi`,
    'eyJ-eyJ',
    'ewogICJhbGciOiAi',
    'eyJhbGciOiJSUzI1NiJ9\\n',
    'eyJhbGciOi&shy;',
    'a.a.eyJhbGciOi~',
  ]
  const time = (work: () => void) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const begun = performance.now()
        work()
        return performance.now() - begun
      }),
    )
  for (const unit of units)
    for (const head of ['', whole, 'x=eyJhbGciOiJSUzI1NiJ9.']) {
      const of = (length: number) => head + unit.repeat(Math.ceil(length / unit.length))
      const long = of(80_000)
      const begun = performance.now()
      findTokens(long)
      if (performance.now() - begun < 400) continue
      const short = Math.max(
        5,
        time(() => findTokens(of(10_000))),
      )
      expect(time(() => findTokens(long)) / short, JSON.stringify({ head, unit })).toBeLessThan(32)
    }
}, 120_000)

it('content that is signed as it is may have dots, tildes and spaces, and ends before its signature', () => {
  const content = '{"event": "paid", "amount": 12.90, "ids": ["a~b", "c.d"]}'
  const unencoded = `${encode({ alg: 'HS256', b64: false, crit: ['b64'] })}.${content}.${'A'.repeat(43)}`
  const [found, ...others] = findTokens(`at=2026 jws=${unencoded} status=200`)
  expect(others).toEqual([])
  expect(found?.token).toMatchObject({ text: unencoded, defects: [], jws: { payload: content } })
  expect(found?.recognised.kind).toBe('signed-content')
})
