import { describe, expect, test } from 'vitest'
import { copyOfSource, exampleNumber, formBoxes } from './form-boxes.ts'

const source = { one: '{{count}} item', other: '{{count}} items' }

describe('boxes of a string', () => {
  test('a plain string has one box without numbers', () => {
    expect(formBoxes({ plural: 'none' }, 'de', { source: { other: 'Hi' }, own: {} })).toEqual([
      { form: 'other', numbers: '', needed: true },
    ])
  })
  test('Polish has four, each with numbers', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'pl', { source, own: {} })
    expect(boxes.map((box) => box.form)).toEqual(['one', 'few', 'many', 'other'])
    expect(boxes.map((box) => exampleNumber(box))).toEqual([1, 2, 0, 0.5])
  })
  test('a form that is there but not needed is shown too', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'ja', { source, own: { one: '一つ', other: '{{count}}個' } })
    expect(boxes.map((box) => [box.form, box.needed])).toEqual([
      ['one', false],
      ['other', true],
    ])
  })
  test('copying the source fills each form from the fitting one', () => {
    const boxes = formBoxes({ plural: 'cardinal' }, 'ar', { source, own: {} })
    const copy = copyOfSource(boxes, source)
    expect(copy.one).toBe('{{count}} item')
    expect([copy.zero, copy.two, copy.few, copy.many, copy.other]).toEqual(Array(5).fill('{{count}} items'))
  })
})
