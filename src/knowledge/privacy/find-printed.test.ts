import { expect, it } from 'vitest'
import { findPrinted } from './find-printed.ts'

function printed(text: string): string[] {
  const values: string[] = []
  findPrinted(text, ({ start, end }) => values.push(text.slice(start, end)))
  return values
}

it.each([
  ['irb> Rails.application.credentials.dig(:mail, :password)\n=> "honey and lemon"', 'honey and lemon'],
  [">>> settings.EMAIL_HOST_PASSWORD\n'marmalade skies'", 'marmalade skies'],
  ['jshell> config.password()\n$4 ==> "soup and bread"', 'soup and bread'],
  ['$ echo $SMTP_PASSWORD\nkaleidoscope\n$ date', 'kaleidoscope'],
  ['$ vault kv get -field=password secret/app\nrocking-horse\n$', 'rocking-horse'],
  ['$ kubectl get secret app -o jsonpath="{.data.password}" | base64 -d\nmeadowsweet\n', 'meadowsweet'],
  ['PS> $env:SQL_PASSWORD\nturnstile girl', 'turnstile girl'],
])('below %s what it prints is found', (text, value) => {
  expect(printed(text)).toEqual([value])
})

it.each([
  '$ kubectl get secret\nNAME   TYPE   DATA   AGE\nregcred   Opaque   1   3d',
  '$ vault kv get -field=password secret/app\nError reading secret/app: permission denied',
  '>>> settings.SECRET_KEY\nNone',
  'irb> user.password_changed_at\n=> "2026-11-20T10:00:00Z"',
  '$ echo $TOKEN_TYPE\nbearer',
])('below %s nothing is found', (text) => {
  expect(printed(text)).toEqual([])
})
