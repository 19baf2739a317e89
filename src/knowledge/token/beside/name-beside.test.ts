import { describe, expect, it } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const key = (role: string) =>
  `${base64UrlOf('{"alg":"HS256","typ":"JWT"}')}.${base64UrlOf(JSON.stringify({ iss: 'supabase', ref: 'abcdefghijklmnopqrst', role, iat: 1_790_000_000, exp: 2_105_360_000 }))}.${'A'.repeat(43)}`
const pypi =
  'pypi-AgEIcHlwaS5vcmcCJGJkMDIzYmY5LWE3YTgtNDhmMy05MmNlLTk0YTU3NDMzOGI0YwACF1sxLCBbImthZmZlZW1hc2NoaW5lIl1dAAAGIEeev9UuBvfF7MipJ9JtBSfpwhPsAhaCBDLb4js-b4Xi'
const failed = (text: string) =>
  inspect(text)
    .together.filter(({ outcome }) => outcome === 'failed')
    .map(({ title }) => title)

describe('a key and what the text says of its place', () => {
  it.each([
    ['a service key under a public name', `VITE_SUPABASE_ANON_KEY=${key('service_role')}`, ['Name and key']],
    ['an anonymous key under the name of a secret one', `SUPABASE_SERVICE_ROLE_KEY=${key('anon')}`, ['Name and key']],
    [
      'both under their own names',
      `NEXT_PUBLIC_SUPABASE_ANON_KEY=${key('anon')}\nSUPABASE_SERVICE_ROLE_KEY=${key('service_role')}`,
      [],
    ],
    [
      'a token of another registry',
      `twine upload -p ${pypi} --repository-url https://test.pypi.org/legacy/ dist/*`,
      ['Registry'],
    ],
    [
      'settings for two registries',
      `[pypi]\npassword = ${pypi}\n\n[testpypi]\nrepository = https://test.pypi.org/legacy/`,
      [],
    ],
  ])('%s', (_, text, titles) => {
    expect(failed(text)).toEqual(titles)
  })
})
