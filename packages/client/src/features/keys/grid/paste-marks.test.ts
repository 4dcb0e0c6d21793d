import { expect, test } from 'vitest'
import type { LeftOutText } from '../bulk/use-bulk-texts.ts'
import { leftOutTexts, markAt, marksOf, NO_MARKS, withLeftOut, withoutMarks } from './paste-marks.ts'

const cell = (keyId: number) => ({ keyId, language: 'de' })
const leftOut = (keyId: number): LeftOutText => ({
  ...cell(keyId),
  keyName: `a:k${keyId}`,
  forms: { other: 'new' },
  base: { other: 'old' },
  baseVersion: 1,
  code: 'stale-edit',
  issues: [],
  current: null,
})
const reasonOf = ({ keyName }: LeftOutText) => `not ${keyName}`
const marks = marksOf([cell(1), cell(2), cell(3)], [leftOut(2), leftOut(3)], reasonOf)

test('cells are marked as pasted, or with the reason why their text was left out', () => {
  expect([1, 2, 4].map((keyId) => markAt(marks, cell(keyId)))).toEqual([
    { kind: 'pasted' },
    { kind: 'left-out', reason: 'not a:k2', text: leftOut(2) },
    undefined,
  ])
  expect(leftOutTexts(marks)).toEqual([leftOut(2), leftOut(3)])
})

test('a mark that is removed leaves the others, until no text is left out', () => {
  const one = withoutMarks(marks, [cell(2)])
  expect(leftOutTexts(one)).toEqual([leftOut(3)])
  expect(markAt(one, cell(1))).toEqual({ kind: 'pasted' })
  expect(withoutMarks(one, [cell(3)])).toBe(NO_MARKS)
})

test('the marks are the same if none of them is removed', () => {
  expect(withoutMarks(marks, [cell(4)])).toBe(marks)
})

test('a text can be left out again', () => {
  expect(leftOutTexts(withLeftOut(withoutMarks(marks, [cell(2)]), leftOut(2), reasonOf))).toEqual([
    leftOut(3),
    leftOut(2),
  ])
})
