import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { login, password, weak } from './said-forms.ts'
import { identifier, isNoun } from './said-nouns.ts'
import { explainsItself } from './value-shapes.ts'

/** “We use x as the key” says it the other way round. */
const turned = new RegExp(
  `(?<![\\p{L}\\d_.-])(?:use|uses|using|used|usamos|usa|usar|uso|usei|utilizo|utilizamos|utilizzo|nutze|nutzen|verwenden|put|typed|type|enter(?:ed)?|digit(?:ei|ou|o)|colo(?:quei|camos|co)|usamos|ponho)[ \\t]+["“«‘'\`]?([\\p{L}\\d][^\\s,;:!?()"“”«»]{1,40}(?:[ \\t]+[^\\s,;:!?()"“”«»]{1,30}){0,4}?)["”»’'\`]?[ \\t]+(?:as|como|als|comme|come)[ \\t]+(?:(?:the|our|a|an|my|o|nossa|nosso|minha|meu|la|el|le|il|unser|das|den)[ \\t]+)?(?:[\\p{L}]{1,20}[ \\t]+){0,2}?(?:${password}|${weak}|${login})(?![\\p{L}\\d])`,
  'giu',
)

/** “We sign with "old oak table"” */
const signedWith =
  /(?<!\p{L})(?:sign(?:ed|s)?|encrypt(?:ed|s)?|unlock(?:ed|s)?|decrypt(?:ed|s)?|destrav\p{L}{1,4}|desbloque\p{L}{1,4}|assina(?:mos|do|r|va)?|criptografa(?:mos|do|r)?|firmamos|signieren)[ \t]+(?:it |them |tudo |(?:the |a |o |el |la |das |den )?\p{L}{3,14} )?(?:with|using|com|con|mit)[ \t]+["“«‘']([^"“”«»‘’'\n]{4,60})["”»’']/giu

/** Finds what is said to be used as a key. Linear. */
export function findUsedAs(text: string, add: Add): void {
  for (const [pattern, kind] of [
    [turned, 'secret'],
    [signedWith, 'secret'],
  ] as const)
    for (const found of text.matchAll(pattern)) {
      const value = found[1] ?? ''
      const words = value.split(/[ \t]+/)
      if (pattern === turned && words.some((word) => isFunctionWord(word) || isNoun(word))) continue
      if (explainsItself(value) || identifier.test(value)) continue
      const start = found.index + found[0].indexOf(value)
      add({ start, end: start + value.length, kind, name: 'secret', value })
    }
}
