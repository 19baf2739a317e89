import { expect, test } from 'vitest'
import { usedStyles } from './used-styles.ts'

const markup = '<main class="a b"><p class="c">Text</p></main>'

test('only rules whose classes are all in the markup are kept, in their order', () => {
  expect(usedStyles('.a{x:1}.d{x:2}.a .c:hover{x:3}.a .d,.b{x:4}p{x:5}.a.d>p{x:6}', markup)).toBe(
    '.a{x:1}.a .c:hover{x:3}.a .d,.b{x:4}p{x:5}',
  )
})

test('a group of rules keeps those that apply, and goes with the last', () => {
  expect(usedStyles('@media (width>=9px){.a{x:1}@supports (y:z){.d{x:2}.c{x:3}}}@media print{.d{x:4}}', markup)).toBe(
    '@media (width>=9px){.a{x:1}@supports (y:z){.c{x:3}}}',
  )
})

test('what cannot be told is kept: key frames, nested rules, and what a class rules out', () => {
  for (const css of [
    '@keyframes turn{to{rotate:360deg}}',
    '.a{x:1;&.d{x:2}}',
    '.c:not(.d){x:1}',
    ':is(.d,.b) .c{x:1}',
    '.c{content:"} .d{"}',
  ])
    expect(usedStyles(css, markup)).toBe(css)
})
