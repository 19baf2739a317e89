import { expect, test } from 'vitest'
import { html } from './html.ts'

test('what is put into a page is text, in content as in attributes', () => {
  const evil = `"><img src=x onerror='alert(1)'>&`
  expect(html`<p title="${evil}">${evil}</p>`.markup).not.toMatch(/<img|"><|'/)
})

test('its own markup is kept, in lists too, and what is absent leaves nothing', () => {
  expect(html`<ul>${['a', '<'].map((item) => html`<li>${item}</li>`)}</ul>${undefined}${false}`.markup).toBe(
    '<ul><li>a</li><li>&#60;</li></ul>',
  )
})
