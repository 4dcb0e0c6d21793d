import { matchPattern, parseQuery } from '@dragoman/core'
import { matchPattern as matchPath } from '@dragoman/formats'
import { describe, expect, test } from 'vitest'
import { sourceTexts } from '../source-texts.ts'

/**
 * Weblate CVE-2026-62326: a user's regular expression that takes forever. Here no user's text becomes an
 * expression; each file that builds one from parts is listed with what the parts are.
 */
const MAKERS: ReadonlyMap<string, string> = new Map([
  ['client/src/features/comments/box/mention-text.ts', 'names of people, escaped, each once'],
  ['client/src/features/translations/search/search-line.ts', 'tokens of the search, constant'],
  ['client/src/lib/text/shown-key-name.ts', 'constant'],
  ['core/src/access/actor.ts', 'constant'],
  ['core/src/access/member-ref.ts', 'constant'],
  ['core/src/checks/brackets.ts', 'constant'],
  ['core/src/checks/damaged-placeholder.ts', 'what may stand around a placeholder'],
  ['core/src/checks/invisible-character.ts', 'constant'],
  ['core/src/checks/number-spellings.ts', 'constant'],
  ['core/src/grammar/inline-markup.ts', 'constant'],
  ['core/src/grammar/well-formed-xml.ts', 'constant'],
  ['core/src/message/vue/read-braces.ts', 'constant'],
  ['core/src/message/scan/scanner.ts', 'characters that begin a placeholder, of our syntaxes'],
  ['formats/src/convert/respell-placeholders.ts', 'a placeholder of our syntaxes'],
  ['formats/src/detect/choose-syntaxes.ts', 'names of packages, constant'],
  ['formats/src/gettext/po-text.ts', 'a class of characters, by charset'],
  [
    'formats/src/paths/path-pattern.ts',
    'a path: its text is escaped, one language and one namespace at most',
  ],
  ['formats/src/paths/pattern-parts.ts', 'constant'],
  ['formats/src/php/php-cursor.ts', 'a label of letters, digits and _'],
  ['formats/src/php/php-dialect.ts', 'one of two signs'],
  ['formats/src/source/xml-draft.ts', 'the name of an attribute, escaped'],
  ['formats/src/yaml/read-simple-lines.ts', 'constant'],
  ['server/src/delivery/entity-tag.ts', 'constant'],
])

test('a person cannot pass an expression to a backtracking engine', () => {
  const texts = sourceTexts(['core', 'contract', 'formats', 'store', 'server', 'cli', 'client'])
  const found = [...texts].filter(([, text]) => /\bRegExp\(/.test(text)).map(([path]) => path)
  expect(found.sort()).toEqual([...MAKERS.keys()].sort())
})

test('nor does a database get one', () => {
  const found = [...sourceTexts(['store'])].filter(([, text]) =>
    /regexp_|similar to|\bregexp\b.*\$\{|~\s*\$\{/i.test(text),
  )
  expect(found.map(([path]) => path)).toEqual([])
})

describe('text that looks like an expression is just text', () => {
  const HOSTILE = ['(a+)+$', '(a|a)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '*'.repeat(500), 'a*b*'.repeat(400)]
  const LONG = `${'a'.repeat(50_000)}!`

  test.each(HOSTILE)('in a search: %#', (pattern) => {
    expect(() => parseQuery(`key:${pattern} "${pattern}"`)).not.toThrow()
    expect(matchPattern(pattern, LONG)).toBe(/^\*+$/.test(pattern))
  })

  test.each([
    '(a+)+$/{lng}.json',
    '{ns}{lng}{ns}{lng}.json',
    '{ns}-{lng}-{ns}-{lng}.json',
    `${'{lng}/{ns}/'.repeat(40)}x.json`,
    `{ns=${'a,'.repeat(500)}b}/{lng}.json`,
    `{lng}/${'{ext=a,aa}'.repeat(40)}`,
    `{lng}/${'{ext=a,aa}'.repeat(40)}.json`,
    `{ns}{lng}.{ext=${'a,aa,'.repeat(80)}b}`,
    `{lng}/${'{ext=a,aa}|'.repeat(40)}a`,
  ])('in the pattern of a path: %#', (pattern) => {
    for (const path of [
      `${'a-'.repeat(2000)}.json`,
      `${'a/'.repeat(2000)}!`,
      'a'.repeat(4000),
      `en/${'a'.repeat(60)}!.json`,
      `en/${'a|'.repeat(60)}!`,
    ])
      expect(matchPath(pattern, path)).toBeNull()
  })
})
