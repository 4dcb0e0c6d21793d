import { expect, test } from 'vitest'
import { shownDifferences } from './shown-differences.ts'

const kinds = (before: string, after: string, view: 'all' | 'result') =>
  shownDifferences(before, after, view).map((part) => `${part.kind} ${part.text.trim()}`)

test('as a result, replaced words are left out and the new ones marked', () => {
  expect(kinds('À payer avant', 'À régler avant', 'all')).toEqual([
    'same À',
    'del payer',
    'ins régler',
    'same avant',
  ])
  expect(kinds('À payer avant', 'À régler avant', 'result')).toEqual(['same À', 'ins régler', 'same avant'])
})
test('words that were only deleted are still shown', () => {
  expect(kinds('Bitte jetzt zahlen', 'Bitte zahlen', 'result').some((part) => part === 'del jetzt')).toBe(
    true,
  )
})
