import { expect, test } from 'vitest'
import { exampleMessage, minutesOf } from './settings-form.ts'

test('minutes must be whole and at most a day', () => {
  expect(['0', ' 15 ', '1440'].map(minutesOf)).toEqual([0, 15, 1440])
  expect(['', '-1', '1.5', '1441', 'ten'].map(minutesOf)).toEqual([null, null, null, null, null])
})

test('the example of a message replaces known values and keeps the rest', () => {
  expect(exampleMessage('')).toBe('chore(l10n): update German, Polish')
  expect(exampleMessage('{count} by {person} {other}')).toBe('6 by Klara Berg {other}')
})
