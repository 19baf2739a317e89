import { expect, it } from 'vitest'
import { inspect } from '../../paste/inspect.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

it('what App Service hands on is read as claims, and told to be unsigned', () => {
  const principal = {
    auth_typ: 'aad',
    claims: [
      { typ: 'aud', val: 'api' },
      { typ: 'exp', val: '1790003000' },
      { typ: 'http://schemas.microsoft.com/identity/claims/objectidentifier', val: 'o-1' },
      { typ: 'r', val: 'Reader' },
      { typ: 'r', val: 'Approver' },
    ],
    name_typ: 'name',
    role_typ: 'r',
  }
  const [found] = inspect(
    `GET / HTTP/1.1\nX-MS-CLIENT-PRINCIPAL: ${base64(principal)}\nX-MS-CLIENT-PRINCIPAL-IDP: aad`,
  ).tokens
  expect(found?.recognised).toMatchObject({
    kind: 'proxy-claims',
    note: expect.stringContaining('without a signature'),
  })
  expect(found?.token).toMatchObject({
    content: { aud: 'api', objectidentifier: 'o-1', roles: ['Reader', 'Approver'] },
    times: { exp: 1_790_003_000 },
  })
})

it('so is what an API gateway hands on, and no base64 of something else', () => {
  const [found] = inspect(
    `X-Apigateway-Api-Userinfo: ${base64({ iss: 'https://id.example', sub: 'u', exp: 1_790_003_000 })}`,
  ).tokens
  expect(found?.recognised.name).toBe('Claims from an API gateway')
  expect(
    inspect(`X-Userinfo: ${Buffer.from('no object, but words of some length').toString('base64')}`).tokens,
  ).toEqual([])
})
