import { describe, expect, test } from 'vitest'
import {
  exampleNumbers,
  isRareCategory,
  isSingleNumberForm,
  pluralCategories,
  requiredForms,
} from './plural-forms.ts'

test.each([
  ['en', ['one', 'other']],
  ['pl', ['one', 'few', 'many', 'other']],
  ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
  ['ja', ['other']],
  ['art-nvi', ['other']],
])('%s has its categories', (tag, categories) => {
  expect(pluralCategories(tag, 'cardinal')).toEqual(categories)
})

test('languages have ordinal categories', () => {
  expect(pluralCategories('en', 'ordinal')).toEqual(['one', 'two', 'few', 'other'])
  expect(exampleNumbers('en', 'ordinal').get('two')).toBe('2, 22, 32, …')
})

test('each category has example numbers', () => {
  expect([...exampleNumbers('pl', 'cardinal')]).toEqual([
    ['one', '1'],
    ['few', '2–4, 22–24, 32–34, …'],
    ['many', '0, 5–19, …'],
    ['other', '0.5, 1.5, 2.5, 10.5, …'],
  ])
  expect(exampleNumbers('fr', 'cardinal').get('one')).toBe('0, 1')
  expect(exampleNumbers('fr', 'cardinal').get('many')).toBe('1000000, 2000000, …')
})

test.each([
  ['fr', { one: '0, 1', other: '2–16, …' }],
  ['tr', { one: '0, 1', other: '2–16, …' }],
  ['hi', { one: '1', other: '0, 2–16, …' }],
  ['is', { one: '1, 21, 31, …', other: '0, 2–16, …' }],
  ['pl', { 0: '1', 1: '2–4, 22–24, 32–34, …', 2: '0, 5–19, …' }],
])('forms of JSON v3 in %s have the numbers of i18next', (tag, numbers) => {
  expect(Object.fromEntries(exampleNumbers(tag, 'cardinal-v3'))).toEqual(numbers)
})

test('isSingleNumberForm finds forms for a single number', () => {
  expect(isSingleNumberForm('en', 'cardinal', 'one')).toBe(true)
  expect(isSingleNumberForm('fr', 'cardinal', 'one')).toBe(false)
  expect(isSingleNumberForm('ru', 'cardinal', 'one')).toBe(false)
  expect(isSingleNumberForm('ar', 'cardinal', 'two')).toBe(true)
  expect(isSingleNumberForm('en', 'cardinal', 'zero')).toBe(true)
  expect(isSingleNumberForm('ar', 'cardinal', 'zero')).toBe(true)
  // 0, 10–20, 30, …
  expect(isSingleNumberForm('lv', 'cardinal', 'zero')).toBe(false)
  expect(isSingleNumberForm('prg', 'cardinal', 'zero')).toBe(false)
  expect(isSingleNumberForm('lv', 'cardinal-v3', 'zero')).toBe(true)
  expect(isSingleNumberForm('en', 'cardinal', 'other')).toBe(false)
  expect(isSingleNumberForm('en', 'none', 'other')).toBe(false)
})

test.each([
  ['en', ['one']],
  ['ja', []],
  ['pl', ['0']],
  ['cs', ['0']],
  ['ru', []],
  ['lt', []],
  ['sl', []],
  ['he', ['0', '1']],
  ['ga', ['0', '1']],
  ['mt', ['0']],
  ['ar', ['0', '1', '2']],
  ['fr', []],
  ['pt-BR', []],
  ['pt-PT', ['one']],
  ['tr', []],
  ['is', []],
  ['mk', []],
  ['kw', ['0', '1', '2']],
  ['lv', ['2']],
])('forms of JSON v3 for a single number in %s', (tag, single) => {
  const forms = requiredForms('cardinal-v3', tag, {})
  expect(forms.filter((form) => isSingleNumberForm(tag, 'cardinal-v3', form))).toEqual(single)
})

test('isRareCategory finds rare categories', () => {
  expect(isRareCategory('fr', 'cardinal', 'many')).toBe(true)
  expect(isRareCategory('pl', 'cardinal', 'other')).toBe(true)
  expect(isRareCategory('pl', 'cardinal', 'many')).toBe(false)
})

describe('requiredForms', () => {
  test('a plain key has one form', () => expect(requiredForms('none', 'pl', {})).toEqual(['other']))
  test('a source with zero requires zero', () => {
    expect(requiredForms('cardinal', 'de', { zero: 'none', other: 'x' })).toEqual(['zero', 'one', 'other'])
    expect(requiredForms('cardinal', 'de', { other: 'x' })).toEqual(['one', 'other'])
  })
  test('JSON v3', () => {
    expect(requiredForms('cardinal-v3', 'en', {})).toEqual(['one', 'other'])
    expect(requiredForms('cardinal-v3', 'ja', {})).toEqual(['0'])
    expect(requiredForms('cardinal-v3', 'pl', {})).toEqual(['0', '1', '2'])
    expect(requiredForms('cardinal-v3', 'ar', {})).toHaveLength(6)
  })
})
