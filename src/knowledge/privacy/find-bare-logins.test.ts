import { expect, it } from 'vitest'
import { findBareLogins } from './find-bare-logins.ts'

function valuesIn(text: string): string[] {
  const values: string[] = []
  findBareLogins(text, ({ start, end, value }) => {
    expect(text.slice(start, end)).toBe(value)
    values.push(value)
  })
  return values
}

it.each([
  ['auth-user-pass inline:\nr.pestana\nPastel&Nata27\n<tls-crypt>', ['r.pestana', 'Pastel&Nata27']],
  ['<auth-user-pass>\nmlima\ncorvo.marinho\n</auth-user-pass>', ['mlima', 'corvo.marinho']],
  [
    "//S20 EXEC PGM=FTP,PARM='(EXIT'\n//INPUT DD *\n10.1.1.7\nTSOPG07\nSAPUCAI9\nput 'A.B' c.txt\n/*",
    ['TSOPG07', 'SAPUCAI9'],
  ],
  ['$ cat /etc/openvpn/auth.txt\nrpestana\nNata&Bica22\n$ ls', ['rpestana', 'Nata&Bica22']],
])('in %j two lines sign in', (text, values) => {
  expect(valuesIn(text)).toEqual(values)
})

it.each([
  '//S10 EXEC PGM=SORT\n//SYSIN DD *\nSORTIN\nSORTOUT\n/*',
  'auth-user-pass /etc/openvpn/up.conf\ndev tun\npersist-key',
  '$ cat login.txt\nusage: login [options]\nfoo bar',
  '//S20 EXEC PGM=FTP\n//INPUT DD *\nbinary\nquit\n/*',
])('in %j none do', (text) => {
  expect(valuesIn(text)).toEqual([])
})
