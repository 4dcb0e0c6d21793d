import { describe, expect, test } from 'vitest'
import { changedPeriod } from './changed-period.ts'
import { matchPattern } from './match-pattern.ts'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print-query.ts'
import { servedPeriod } from './served-period.ts'

describe('parseQuery', () => {
  test('conditions that screens list as states are found as states too', () => {
    expect(parseQuery('state:outdated').terms).toEqual(parseQuery('is:outdated').terms)
    expect(parseQuery('state:Failing').terms).toEqual(parseQuery('is:failing').terms)
    expect(parseQuery('state:plural').issues[0]?.params?.values).toContain('outdated')
  })

  test('every kind of token is parsed', () => {
    expect(
      parseQuery('state:untranslated ns:checkout key:invoice* tag:legal -tag:x is:failing "exact words" word')
        .terms,
    ).toEqual([
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

  test('is:sourceless finds keys without a source text', () => {
    expect(parseQuery('is:sourceless -is:Sourceless').terms).toEqual([
      { kind: 'is', flag: 'sourceless', isNegated: false },
      { kind: 'is', flag: 'sourceless', isNegated: true },
    ])
    expect(printQuery(parseQuery('-is:sourceless'))).toBe('-is:sourceless')
  })

  test('task: finds the strings of a task', () => {
    expect(parseQuery('task:12 -task:3').terms).toEqual([
      { kind: 'task', id: 12, isNegated: false },
      { kind: 'task', id: 3, isNegated: true },
    ])
    expect(parseQuery('task:spring').issues).toMatchObject([{ code: 'query-value-unknown' }])
    expect(printQuery(parseQuery('task:12 -task:3'))).toBe('task:12 -task:3')
  })

  test('has: finds open items of a string', () => {
    expect(parseQuery('has:comment -HAS:Suggestion').terms).toEqual([
      { kind: 'has', what: 'comment', isNegated: false },
      { kind: 'has', what: 'suggestion', isNegated: true },
    ])
    expect(parseQuery('has:time').issues).toMatchObject([{ params: { values: 'comment, suggestion' } }])
    expect(printQuery(parseQuery('has:comment -has:suggestion'))).toBe('has:comment -has:suggestion')
  })

  test('quotes in values and escapes in quotes are parsed', () => {
    expect(parseQuery('key:"a \\"b\\"" "x').terms).toMatchObject([
      { pattern: 'a "b"' },
      { text: 'x', match: 'exact' },
    ])
  })

  test('names and fixed values can be uppercase', () => {
    expect(parseQuery('State:UNTRANSLATED IS:Failing BY:Mara changed:<7D')).toEqual({
      terms: [
        { kind: 'state', state: 'untranslated', isNegated: false },
        { kind: 'is', flag: 'failing', isNegated: false },
        { kind: 'actor', pattern: 'Mara', isNegated: false },
        { kind: 'changed', when: '<7D', isNegated: false },
      ],
      issues: [],
    })
  })

  test('an invalid value is reported with the valid ones', () => {
    const [state, changed] = parseQuery('state:odd changed:soon').issues
    expect(state?.params).toEqual({
      name: 'state',
      value: 'odd',
      values: 'untranslated, draft, translated, reviewed, outdated, failing',
    })
    expect(changed?.params).toMatchObject({ name: 'changed', value: 'soon' })
  })

  test('an unknown token is searched for as text, and reported', () => {
    const query = parseQuery('had:comment state:odd')
    expect(query.terms).toMatchObject([
      { kind: 'text', text: 'had:comment' },
      { kind: 'text', text: 'state:odd' },
    ])
    expect(query.issues).toMatchObject([
      { code: 'query-token-unknown', span: { start: 0, end: 11 } },
      { code: 'query-value-unknown', span: { start: 12, end: 21 } },
    ])
  })

  test.each(['https://example.com', 'Note:', '-', 'a - b', '12:30', 'E:x'])(
    '%j is parsed as text without an issue',
    (text) => {
      expect(parseQuery(text).issues).toEqual([])
      expect(parseQuery(text).terms.every((term) => term.kind === 'text')).toBe(true)
    },
  )

  test('printing results in the same terms', () => {
    const text =
      '-key:"a b" ns:x is:plural "q \\\\ \\"" state:draft -word by:"a b" -changed:>2w foo:"a b" "" -"z"'
    const { terms } = parseQuery(text)
    expect(parseQuery(printQuery({ terms })).terms).toEqual(terms)
  })

  test.each(['//x', '//', 'a//b', '"', '\\', '-5 "a" tag:x'])(
    'printing a filter by the name %j results in the same filter',
    (pattern) => {
      const terms = [{ kind: 'key', pattern, isNegated: false }] as const
      expect(parseQuery(printQuery({ terms }))).toEqual({ terms, issues: [] })
    },
  )
})

describe('changedPeriod', () => {
  const now = new Date('2026-11-22T12:00:00.000Z')
  test.each([
    ['<7d', '2026-11-15T12:00:00.000Z', null],
    ['7d', '2026-11-15T12:00:00.000Z', null],
    ['>2w', null, '2026-11-08T12:00:00.000Z'],
    ['<36h', '2026-11-21T00:00:00.000Z', null],
    ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['<2026-11-20', null, '2026-11-20T00:00:00.000Z'],
    ['>2026-11-20', '2026-11-21T00:00:00.000Z', null],
  ])('%s', (value, from, before) => {
    expect(changedPeriod(value, now)).toEqual({ from, before })
  })
  test.each(['', 'soon', '7', '<7', '2026-13-01', '2026-02-30', '7days'])('%j is not a period', (value) => {
    expect(changedPeriod(value, now)).toBeNull()
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
  ['feature/*', 'feature/checkout', true],
  ['feature/*', 'feature/', true],
  ['feature/*', 'fix/feature/x', false],
  ['main', 'main', true],
  ['main', 'main-2', false],
  ['team/*/l10n', 'team/a/l10n', true],
  ['team/*/l10n', 'team/l10n', false],
  ['a?b', 'a.b', false],
])('%s matches %s: %s', (pattern, text, fits) => {
  expect(matchPattern(pattern, text)).toBe(fits)
})

describe('servedPeriod', () => {
  const now = new Date('2026-11-24T09:30:00Z')
  test.each([
    ['<7d', '2026-11-17', true],
    ['2w', '2026-11-10', true],
    ['>30d', '2026-10-25', false],
    ['>2026-11-01', '2026-11-02', true],
    ['<2026-11-01', '2026-11-01', false],
  ])('%s', (value, since, isServed) => {
    expect(servedPeriod(value, now)).toEqual({ since, isServed })
  })
  test.each(['2026-11-01', 'soon', '', '>'])('%j is not a period', (value) => {
    expect(servedPeriod(value, now)).toBeNull()
    expect(parseQuery(`served:${value || '?'}`).issues).toMatchObject([{ code: 'query-value-unknown' }])
  })
  test('served: is parsed and printed, and is:unserved is a flag', () => {
    const query = parseQuery('served:>90d -served:<7d is:unserved')
    expect(query).toMatchObject({
      terms: [
        { kind: 'served', when: '>90d', isNegated: false },
        { kind: 'served', when: '<7d', isNegated: true },
        { kind: 'is', flag: 'unserved' },
      ],
      issues: [],
    })
    expect(printQuery(query)).toBe('served:>90d -served:<7d is:unserved')
  })
})
