import { diffWords } from '@dragoman/core'
import { expect, test } from 'vitest'
import { joinMarks } from './join-marks.ts'

test('adjacent inserted words become one mark', () => {
  const parts = diffWords('Hallo, {{name}}!', 'Hallo {{name}}, schön, dass du da bist!').filter(
    ({ kind }) => kind !== 'del',
  )
  const marks = joinMarks(parts).filter(({ kind }) => kind === 'ins')
  expect(marks.map(({ text }) => text.trim())).toEqual([', schön, dass du da bist'])
})

test('unchanged words separate marks, and the text is the same', () => {
  const parts = diffWords('a b c', 'x b y')
  expect(joinMarks(parts).map(({ kind }) => kind)).toEqual(parts.map(({ kind }) => kind))
  expect(
    joinMarks(parts)
      .map(({ text }) => text)
      .join(''),
  ).toBe(parts.map(({ text }) => text).join(''))
})
