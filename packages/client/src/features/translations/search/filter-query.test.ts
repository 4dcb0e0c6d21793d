import { describe, expect, test } from 'vitest'
import { chipOf, FILTER_CHIPS, splitTokens, withChip } from './filter-query.ts'

describe('filter chips and the search line', () => {
  test('every chip is read back from the query it makes', () => {
    for (const chip of FILTER_CHIPS) expect(chipOf(withChip('ns:checkout invoice', chip))).toBe(chip)
  })
  test('choosing a chip keeps everything else', () => {
    expect(withChip('state:draft ns:checkout "two words" x', 'failing')).toBe(
      'is:failing ns:checkout "two words" x',
    )
    expect(withChip('is:failing "two words"', 'all')).toBe('"two words"')
  })
  test('quoted words are one token, also behind a colon, a minus, or without their end', () => {
    expect(splitTokens('key:"a b" -"c d"  "e f')).toEqual(['key:"a b"', '-"c d"', '"e f'])
    expect(splitTokens('  ')).toEqual([])
  })
})
