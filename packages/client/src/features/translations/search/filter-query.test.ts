import { describe, expect, test } from 'vitest'
import { chipOf, FILTER_CHIPS, splitTokens, withChip } from './filter-query.ts'

describe('filter chips and the search field', () => {
  test('every chip is recognized in the query it creates', () => {
    for (const chip of FILTER_CHIPS) expect(chipOf(withChip('ns:checkout invoice', chip))).toBe(chip)
  })
  test('selecting a chip keeps everything else', () => {
    expect(withChip('state:draft ns:checkout "two words" x', 'failing')).toBe(
      'is:failing ns:checkout "two words" x',
    )
    expect(withChip('is:failing "two words"', 'all')).toBe('"two words"')
  })
  test('quoted words are one token, also after a colon, a minus, or without a closing quote', () => {
    expect(splitTokens('key:"a b" -"c d"  "e f')).toEqual(['key:"a b"', '-"c d"', '"e f'])
    expect(splitTokens('  ')).toEqual([])
  })
  test('an escaped quote, or a backslash at the end, does not end the quoted words', () => {
    const query = String.raw`"say \"good  night\" now" key:"a\\" x`
    expect(splitTokens(query)).toEqual([String.raw`"say \"good  night\" now"`, String.raw`key:"a\\"`, 'x'])
    expect(withChip(query, 'draft')).toBe(`state:draft ${query}`)
    expect(splitTokens('"a b\\')).toEqual(['"a b\\'])
  })
})

test.each([
  ['state:outdated', 'outdated'],
  ['state:failing', 'failing'],
  ['is:untranslated', 'untranslated'],
  ['is:empty', 'untranslated'],
  ['is:draft', 'draft'],
  ['IS:Translated', 'translated'],
  ['is:reviewed', 'reviewed'],
  ['state:"draft"', 'draft'],
])('the chip of %s is %s, and another chip replaces it', (token, chip) => {
  expect(chipOf(`${token} invoice`)).toBe(chip)
  expect(withChip(`${token} invoice`, chip === 'failing' ? 'draft' : 'failing')).toMatch(
    /^(is|state):\w+ invoice$/,
  )
  expect(withChip(`invoice ${token}`, 'all')).toBe('invoice')
})

test('an exclusion and other conditions have no chip', () => {
  const query = '-is:draft -state:reviewed is:plural draft'
  expect(chipOf(query)).toBe('all')
  expect(withChip(query, 'all')).toBe(query)
})
