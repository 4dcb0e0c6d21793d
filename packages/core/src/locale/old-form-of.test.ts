import { expect, test } from 'vitest'
import { oldFormOf } from './old-form-of.ts'
import { requiredForms } from './plural-forms.ts'

// As i18next 23 with `compatibilityJSON: 'v3'` shows them.
test.each<[string, Record<string, readonly number[]>]>([
  ['en', { one: [1], other: [0, 2, 11] }],
  ['pt-BR', { one: [0, 1], other: [2, 100] }],
  ['pt-PT', { one: [1], other: [0, 2] }],
  ['fr-CA', { one: [0, 1], other: [2] }],
  ['ja', { 0: [0, 1, 2] }],
  ['pl', { 0: [1], 1: [2, 4, 22, 102], 2: [0, 5, 12, 21, 111] }],
  ['ru', { 0: [1, 21, 101], 1: [2, 4, 22], 2: [0, 5, 11, 12, 111] }],
  ['cs', { 0: [1], 1: [2, 4], 2: [0, 5, 22] }],
  ['lt', { 0: [1, 21], 1: [2, 9, 22], 2: [0, 10, 11, 20, 111] }],
  ['lv', { 0: [1, 21, 101], 1: [2, 10, 11, 111], 2: [0] }],
  ['sl', { 0: [0, 5, 100, 105], 1: [1, 101], 2: [2, 102], 3: [3, 4, 103] }],
  ['he', { 0: [1], 1: [2], 2: [20, 100], 3: [0, 3, 10, 11] }],
  ['ro', { 0: [1], 1: [0, 2, 19, 101], 2: [20, 100, 120] }],
  ['mt', { 0: [1], 1: [0, 2, 10, 102], 2: [11, 19, 111], 3: [20, 100, 101] }],
  ['ga', { 0: [1], 1: [2], 2: [0, 3, 6], 3: [7, 10], 4: [11, 100] }],
  ['gd', { 0: [1, 11], 1: [2, 12], 2: [3, 10, 13, 19], 3: [0, 20, 101] }],
  ['cy', { 0: [1], 1: [2], 2: [0, 3, 10, 12], 3: [8, 11] }],
  ['kw', { 0: [1], 1: [2], 2: [3], 3: [0, 4] }],
  ['is', { one: [1, 21], other: [0, 11, 2] }],
  ['ar', { 0: [0], 1: [1], 2: [2], 3: [3, 10, 103], 4: [11, 99, 111], 5: [100, 102] }],
])('%s has the numbers of i18next', (tag, expected) => {
  expect(Object.keys(expected)).toEqual(requiredForms('cardinal-v3', tag, {}))
  for (const [form, numbers] of Object.entries(expected)) {
    expect(numbers.map((number) => oldFormOf(tag, number))).toEqual(numbers.map(() => form))
  }
})
