import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfigurationFile } from './installation.ts'

const directory = mkdtempSync(join(tmpdir(), 'claimcheck-file-'))
const file = join(directory, 'environments.json')

function messageOf(text: string): string {
  writeFileSync(file, text)
  try {
    readConfigurationFile(file)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the file was taken')
}

describe('a configuration file that is not JSON is told with its place', () => {
  test.each([
    ['a comma too many', '{\n  "environments": [],\n}', 'line 3, column 1', 'Remove the comma before it.'],
    ['a comma too few', '{\n  "a": 1\n  "b": 2 }', 'line 3, column 3', 'a comma'],
    ['single quotes', "{ 'a': 1 }", 'line 1, column 3', 'JSON requires double quotes.'],
    ['a comment', '{\n  // here\n  "a": 1 }', 'line 2, column 3', 'JSON does not allow comments.'],
    ['quotes of a word processor', '{ “a”: 1 }', 'line 1, column 3', 'JSON requires straight quotes.'],
    ['an end that is missing', '{ "a": [1, 2 ', 'line 1, column 14', ''],
    ['YAML', 'environments:\n  - id: shop\n', 'line 1, column 1', 'It looks like YAML. Write it as JSON.'],
    ['nothing', '', 'line 1, column 1', 'The file is empty.'],
  ])('because of %s', (_, text, place, fix) => {
    expect(messageOf(text)).toContain(`not valid JSON at ${place}`)
    expect(messageOf(text)).toContain(fix)
  })

  test('and without a word of its content', () => {
    expect(messageOf('{ "client_secret": "canary, }')).not.toContain('canary')
  })
})

test('a setting that is written twice is reported, because JSON would keep one of them without a word', () => {
  expect(messageOf('{ "environments": [{ "issuer": "a", "issuer": "b" }] }')).toContain('/environments/0/issuer twice')
})

test('a file that is not there, and a directory, are told apart', () => {
  expect(() => readConfigurationFile(join(directory, 'none.json'))).toThrow('does not exist')
  expect(() => readConfigurationFile(directory)).toThrow('is a directory')
})

test('the mark that some editors put first does no harm', () => {
  writeFileSync(file, '\ufeff{ "environments": [] }')
  expect(readConfigurationFile(file)).toEqual({ environments: [] })
})

test('a file in UTF-16 is told as one', () => {
  writeFileSync(file, '\ufeff{ "environments": [] }', 'utf16le')
  expect(() => readConfigurationFile(file)).toThrow('Save it as UTF-8.')
})
