import { describe, expect, test } from 'vitest'
import { copyOfSource, exampleNumber, formBoxes } from './form-boxes.ts'

const source = { one: '{{count}} item', other: '{{count}} items' }

describe('fields of a string', () => {
  test('a plain string has one field without numbers', () => {
    expect(formBoxes({ plural: 'none' }, 'de', { source: { other: 'Hi' }, own: {} })).toEqual([
      { form: 'other', numbers: '', needed: true },
    ])
  })
  test('Polish has four, each with numbers', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'pl', { source, own: {} })
    expect(boxes.map((box) => box.form)).toEqual(['one', 'few', 'many', 'other'])
    expect(boxes.every((box) => box.numbers !== '')).toBe(true)
  })
  test('Polish has three if only whole numbers are counted', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'pl', { source, own: {} }, 'whole')
    expect(boxes.map((box) => box.form)).toEqual(['one', 'few', 'many'])
  })
  test.each([
    ['tr', { one: '0, 1', other: '2–16, …' }],
    ['hi', { one: '1', other: '0, 2–16, …' }],
    ['ar', { 0: '0', 1: '1', 2: '2', 3: '3–10, 103–110, …', 4: '11–25, …', 5: '100–102, 200–202, …' }],
  ])('fields of i18next JSON v3 in %s show the numbers for which an app uses them', (language, numbers) => {
    const boxes = formBoxes({ plural: 'cardinal-v3' }, language, { source, own: {} })
    expect(Object.fromEntries(boxes.map((box) => [box.form, box.numbers]))).toEqual(numbers)
  })
  test('every form is previewed with a common number', () => {
    const numbersOf = (plural: 'cardinal' | 'ordinal' | 'cardinal-v3', language: string) =>
      formBoxes({ plural }, language, { source, own: {} }).map((box) =>
        exampleNumber({ plural }, language, box.form),
      )
    expect(numbersOf('cardinal', 'de')).toEqual([1, 5])
    expect(numbersOf('cardinal', 'pl')).toEqual([1, 3, 5, 0.5])
    expect(numbersOf('cardinal', 'ar')).toEqual([0, 1, 2, 5, 11, 100])
    expect(numbersOf('ordinal', 'en')).toEqual([1, 2, 3, 5])
    expect(numbersOf('cardinal-v3', 'fr')).toEqual([1, 5])
    expect(numbersOf('cardinal-v3', 'sl')).toEqual([5, 1, 2, 3])
    expect(numbersOf('cardinal-v3', 'ar')).toEqual([0, 1, 2, 5, 11, 100])
    expect(exampleNumber({ plural: 'none' }, 'de', 'other')).toBeNull()
  })
  test.each([
    ['he', ['0', '1']],
    ['lv', ['one', 'other', 'zero']],
    ['tr', ['other']],
  ] as const)('%s has the forms of its file, in its order', (language, forms) => {
    const declared = forms.map((form, at) => ({ form, numbers: `${at}` }))
    const boxes = formBoxes({ plural: 'cardinal' }, language, { source, own: {} }, 'whole', declared)
    expect(boxes).toEqual(forms.map((form, at) => ({ form, numbers: `${at}`, needed: true })))
  })
  test('a text in a form that the file lacks is shown after its own', () => {
    const declared = [{ form: 'other', numbers: '0–14, …' }] as const
    const boxes = formBoxes({ plural: 'cardinal' }, 'tr', { source, own: { one: 'bir' } }, 'whole', declared)
    expect(boxes.map(({ form, needed }) => [form, needed])).toEqual([
      ['other', true],
      ['one', false],
    ])
  })
  test('forms of a file are those of counted texts only', () => {
    const declared = [{ form: 'other', numbers: '' }] as const
    const boxes = formBoxes({ plural: 'ordinal' }, 'en', { source, own: {} }, undefined, declared)
    expect(boxes).toHaveLength(4)
  })
  test('an existing form that is not needed is shown too', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'ja', {
      source,
      own: { one: '一つ', other: '{{count}}個' },
    })
    expect(boxes.map((box) => [box.form, box.needed])).toEqual([
      ['one', false],
      ['other', true],
    ])
  })
  test('copying the source fills each form from the corresponding one', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'ar', { source, own: {} })
    const copy = copyOfSource(boxes, source)
    expect(copy.one).toBe('{{count}} item')
    expect([copy.zero, copy.two, copy.few, copy.many, copy.other]).toEqual(Array(5).fill('{{count}} items'))
  })
})
