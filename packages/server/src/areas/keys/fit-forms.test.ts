import { type Forms, hasText } from '@dragoman/core'
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

test.each<[string, Forms, Forms]>([
  // Form 2 of JSON v3 is also that of fractions, for which CLDR has `other` here and `many` in Czech.
  ['pl', { 0: 'one', 1: 'few', 2: 'many' }, { one: 'one', few: 'few', many: 'many', other: 'many' }],
  ['ja', { 0: 'all' }, { other: 'all' }],
  ['en', { one: 'one', other: 'rest' }, { one: 'one', other: 'rest' }],
  ['cs', { 0: 'one', 1: 'few', 2: 'rest' }, { one: 'one', few: 'few', many: 'rest', other: 'rest' }],
  ['sk', { 0: 'one', 1: 'few', 2: 'rest' }, { one: 'one', few: 'few', many: 'rest', other: 'rest' }],
  ['lt', { 0: 'one', 1: 'few', 2: 'tens' }, { one: 'one', few: 'few', other: 'tens' }],
  ['lv', { 0: 'one', 1: 'rest', 2: 'nothing' }, { zero: 'rest', one: 'one', other: 'rest' }],
  ['sl', { 0: 'rest', 1: 'one', 2: 'two', 3: 'few' }, { one: 'one', two: 'two', few: 'few', other: 'rest' }],
  ['he', { 0: 'one', 1: 'two', 2: 'tens', 3: 'rest' }, { one: 'one', two: 'two', other: 'rest' }],
  [
    'ar',
    { 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 4: 'many', 5: 'rest' },
    { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'rest' },
  ],
  // A form without a text stays without one.
  ['pl', { 0: 'one' }, { one: 'one' }],
  // The file has forms that the language does not have.
  ['ja', { 1: 'plural' }, { other: 'plural' }],
])('forms of JSON v3 in %s keep their numbers', (language, old, expected) => {
  expect(fitForms(old, { from: 'cardinal-v3', to: 'cardinal', language })).toMatchObject(expected)
  expect(hasText(fitForms({}, { from: 'cardinal-v3', to: 'cardinal', language }))).toBe(false)
})

test('forms of JSON v3 become one text, and CLDR’s become forms of JSON v3', () => {
  expect(fitForms({ 0: 'rest', 1: 'one' }, { from: 'cardinal-v3', to: 'none', language: 'sl' })).toEqual({
    other: 'rest',
  })
  expect(
    fitForms(
      { one: 'one', two: 'two', few: 'few', other: 'rest' },
      { from: 'cardinal', to: 'cardinal-v3', language: 'sl' },
    ),
  ).toEqual({ 0: 'rest', 1: 'one', 2: 'two', 3: 'few' })
})
