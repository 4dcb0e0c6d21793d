import { expect, test } from 'vitest'
import { fitForms } from './fit-forms.ts'

test('without a plural the general form stays', () => {
  expect(fitForms({ one: 'a', other: 'b' }, { from: 'cardinal', to: 'none', language: 'en' })).toEqual({
    other: 'b',
  })
  expect(fitForms({ one: 'a', few: 'c' }, { from: 'cardinal', to: 'none', language: 'pl' })).toEqual({
    other: 'c',
  })
  expect(fitForms({}, { from: 'cardinal', to: 'none', language: 'pl' })).toEqual({})
})

test('forms of both kinds stay', () => {
  expect(fitForms({ other: 'b' }, { from: 'none', to: 'cardinal', language: 'pl' })).toEqual({ other: 'b' })
  expect(
    fitForms({ one: 'a', few: 'f', other: 'b' }, { from: 'cardinal', to: 'ordinal', language: 'pl' }),
  ).toEqual({ other: 'b' })
  const english = { one: 'a', two: 'b', few: 'c', other: 'd' }
  expect(fitForms(english, { from: 'ordinal', to: 'cardinal', language: 'en' })).toEqual({
    one: 'a',
    other: 'd',
  })
})

test('numbered forms get the names of their categories', () => {
  const polish = { 0: 'a', 1: 'b', 2: 'c' }
  expect(fitForms(polish, { from: 'cardinal-v3', to: 'cardinal', language: 'pl' })).toEqual({
    one: 'a',
    few: 'b',
    many: 'c',
  })
  expect(fitForms({ 0: 'a' }, { from: 'cardinal-v3', to: 'cardinal', language: 'ja' })).toEqual({
    other: 'a',
  })
})
