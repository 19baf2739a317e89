import { expect, it } from 'vitest'
import { scanAgain } from './scan-again.ts'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)

it.each([
  ['colours of a terminal', '\u001b[90mpassword:\u001b[39m \u001b[32mGirassol!8998\u001b[39m ok'],
  ['colours in the middle of a name', '\u001b[1mclient_\u001b[0msecret\u001b[0m=\u001b[33mGirassol!8998\u001b[0m'],
  ['a no-break space', 'senha:\u00a0Girassol!8998'],
  ['a space without width', 'sen\u200bha: Girassol!8998'],
  ['a colon of full width', 'senha：Girassol!8998'],
  ['an equals sign of full width', 'senha＝Girassol!8998'],
  ['curved quotation marks', 'senha = “Girassol!8998”'],
  ['angle quotation marks', 'senha=«Girassol!8998»'],
  ['three quotation marks', 'senha = """Girassol!8998"""'],
  ['an arrow', '`senha` → `Girassol!8998`'],
  ['an arrow without blanks', 'secret->Girassol8998xQ2'],
  ['a line that goes on', 'senha=\\\r\nGirassol!8998\r\nfim'],
  ['parts that code joins', "const senha = 'Giras' + 'sol!8998'"],
  ['a form with plus signs', 'To=x&Body=Sua+senha+%C3%A9+Girassol!8998'],
])('a secret is found through %s', (_, text) => {
  expect(safe(text)).not.toMatch(/8998/)
})

it('a token that code joins of three parts goes', () => {
  const copy = safe(
    "const t = 'eyJhbGciOiJIUzI1NiJ9.' + 'eyJzdWIiOiI3NzEyIn0' + '.mZ4x0pQkVbT7yLwRsD1cNfGhJ9aUeKi3oXtYz6MvWqE';",
  )
  expect(copy).not.toContain('mZ4x0pQk')
})

it('a line behind a long one is no part of it', () => {
  const text =
    'trace: 4bf92f3577b34da6a3ce929d0e0e47364bf92f3577b34da6a3ce929d0e0e4736\nAWS_REGION=sa-east-1\nx-request-id: 77f0-DEV-22\n'
  expect(safe(text)).toBe(text)
})

it('the last look knows what the first one knew', () => {
  const own = createScrubber({ fingerprint: () => '0a1b2c3d' })
  for (const leak of ['senha: Girassol!8998', 'sqlplus cob/Melancia_88@//h', 'pins = ["179108"]'])
    expect(scanAgain(leak, own.values()), leak).toHaveLength(1)
  expect(scanAgain(own.text('senha: Girassol!8998, token: q8Zr2mXw7LpT4kVn'), own.values())).toEqual([])
})
