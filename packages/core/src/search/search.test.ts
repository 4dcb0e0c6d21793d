import { describe, expect, test } from 'vitest'
import { matchPattern } from './match-pattern.ts'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'

describe('parseQuery', () => {
  test('every kind of token', () => {
    expect(parseQuery('state:untranslated ns:checkout key:invoice* tag:legal -tag:x is:failing "exact words" word').terms).toEqual([
      { kind: 'state', state: 'untranslated', isNegated: false },
      { kind: 'namespace', pattern: 'checkout', isNegated: false },
      { kind: 'key', pattern: 'invoice*', isNegated: false },
      { kind: 'tag', pattern: 'legal', isNegated: false },
      { kind: 'tag', pattern: 'x', isNegated: true },
      { kind: 'is', flag: 'failing', isNegated: false },
      { kind: 'text', text: 'exact words', match: 'exact', isNegated: false },
      { kind: 'text', text: 'word', match: 'contains', isNegated: false },
    ])
  })

  test('quotes in values, escapes in quotes', () => {
    expect(parseQuery('key:"a \\"b\\"" "x').terms).toMatchObject([{ pattern: 'a "b"' }, { text: 'x', match: 'exact' }])
  })

  test('what is not known is searched for, and told', () => {
    const query = parseQuery('has:comment state:odd')
    expect(query.terms).toMatchObject([
      { kind: 'text', text: 'has:comment' },
      { kind: 'text', text: 'state:odd' },
    ])
    expect(query.issues).toMatchObject([
      { code: 'query-token-unknown', span: { start: 0, end: 11 } },
      { code: 'query-value-unknown', span: { start: 12, end: 21 } },
    ])
  })

  test.each(['https://example.com', 'Note:', '-', 'a - b', '12:30', 'E:x'])('%j is text without complaint', (text) => {
    expect(parseQuery(text).issues).toEqual([])
    expect(parseQuery(text).terms.every((term) => term.kind === 'text')).toBe(true)
  })

  test('printing gives the same terms', () => {
    const text = '-key:"a b" ns:x is:plural "q \\\\ \\"" state:draft -word foo:"a b" "" -"z"'
    const { terms } = parseQuery(text)
    expect(parseQuery(printQuery({ terms })).terms).toEqual(terms)
  })
})

test.each([
  ['invoice*', 'invoice.title', true],
  ['*title', 'invoice.title', true],
  ['in*ce*le', 'invoice.title', true],
  ['invoice', 'invoice.title', false],
  ['a*a', 'a', false],
  ['*', '', true],
  ['a*b*c', 'acb', false],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(matchPattern(pattern, text)).toBe(fits)
})
