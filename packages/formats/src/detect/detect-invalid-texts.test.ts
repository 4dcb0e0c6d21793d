import { describe, expect, test } from 'vitest'
import { detectProjects } from './detect.ts'

type Texts = Readonly<Record<string, unknown>>

/** Returns format and syntax of `en.json` next to nine translations of its first text, and the formats in doubt. */
async function detected(source: Texts, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const [[key = '', text] = []] = Object.entries(source)
  const files = new Map(Object.entries(more)).set('lang/en.json', JSON.stringify(source))
  for (const language of ['de', 'fr', 'es', 'it', 'pl', 'pt', 'nl', 'ru', 'tr'])
    files.set(`lang/${language}.json`, JSON.stringify({ [key]: text }))
  const read = (path: string) => files.get(path) ?? ''
  const [found] = await detectProjects([...files.keys()], {
    head: async (path) => read(path).slice(0, 4000),
    bytes: async (path) => new TextEncoder().encode(read(path)),
    size: async (path) => read(path).length,
  })
  const doubts = found?.doubts.flatMap(({ choices }) => choices).join(' ') ?? ''
  return `${found?.format}: ${found?.syntaxes.get(found.format)} ${doubts}`.trim()
}

const NAMED = { hello: 'Hello {name}', bye: 'Bye {name}' }
const REACT = { 'package.json': '{ "dependencies": { "react": "19" } }' }

describe('if names in braces are the only sign, and source texts are invalid, the file is plain JSON', () => {
  test.each<[string, Texts, Readonly<Record<string, string>>]>([
    [
      'a format with a colon and a brace that is not closed',
      { ...NAMED, format: 'Such as `{Episode Title:30}`', signs: 'One of `\\^$.|?*+()[{`' },
      REACT,
    ],
    ['without a framework', { ...NAMED, format: '`{Episode Title:30}`', other: '{Custom Formats}' }, {}],
    ['one of a few texts', { ...NAMED, css: 'a { color: red }' }, {}],
    ['below other keys', { menu: NAMED, help: { a: 'Write {a b}', b: 'or {c d}' } }, {}],
    ['dots in keys', { 'a.b': 'Hello {name}', 'a.c': 'Write {a b}', 'a.d': 'or {c d}' }, {}],
    ['a bar in another text', { ...NAMED, bar: 'red | green', a: '{a b} ', b: '{:}' }, REACT],
    ['braces of JSON', { ...NAMED, a: 'Such as {"a": 1}', b: '{"b": [2]}' }, REACT],
  ])('%s', async (_, source, more) => {
    expect(await detected(source, more)).toBe('json: mixed')
  })
})

describe('a sign of a dialect counts more than invalid texts', () => {
  const invalid = { a: 'Write {a b}', b: 'or {c d}' }
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, `Hello {name} ${i}`]))

  test.each<[string, Texts, Readonly<Record<string, string>>, string]>([
    [
      'arguments of ICU',
      { n: '{n, plural, one {# file} other {# files}}', ...NAMED, ...invalid },
      {},
      'icu-json: icu',
    ],
    [
      'an argument at the end of a long file',
      { ...NAMED, ...invalid, long: 'x'.repeat(5000), n: '{n, number} {name}' },
      {},
      'icu-json: icu',
    ],
    [
      'a library for ICU',
      { ...NAMED, ...invalid },
      { 'package.json': '{ "dependencies": { "react-intl": "7" } }' },
      'icu-json: formatjs',
    ],
    [
      'a library for vue-i18n',
      { ...NAMED, ...invalid },
      { 'package.json': '{ "dependencies": { "vue-i18n": "11" } }' },
      'vue-i18n-json: vue-i18n',
    ],
    ['a link', { link: '@:hello {name}', ...NAMED, ...invalid }, {}, 'vue-i18n-json: vue-i18n'],
    [
      'one mistake among many texts',
      { ...many, a: 'Write {a b}' },
      {},
      'vue-i18n-json: vue-i18n vue-i18n-json icu-json',
    ],
    ['texts that are valid', NAMED, {}, 'vue-i18n-json: vue-i18n vue-i18n-json icu-json'],
  ])('%s', async (_, source, more, expected) => {
    expect(await detected(source, more)).toBe(expected)
  })
})
