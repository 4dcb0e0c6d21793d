import { expect, test } from 'vitest'
import { dueFromCatalog, dueOf, duePaths, dueTexts, isNothingDue, joinDue, pathsDue } from './due-files.ts'

test('texts of one language are joined; unknown ones make all of them unknown', () => {
  const some = joinDue(dueTexts('de.json', ['de'], new Set([1])), dueTexts('de.json', ['de'], new Set([2])))
  expect(some.fromCatalog.get('de.json')?.get('de')).toEqual(new Set([1, 2]))
  const any = joinDue(some, dueTexts('de.json', ['de', 'fr']))
  expect(any.fromCatalog.get('de.json')).toEqual(
    new Map([
      ['de', 'any'],
      ['fr', 'any'],
    ]),
  )
})

test('a file is due once, for whatever reasons', () => {
  const due = joinDue(duePaths(['a', 'b']), dueTexts('b', ['de']), dueTexts('c', ['de']))
  expect(pathsDue(due)).toEqual(['a', 'b', 'c'])
  expect(pathsDue(dueOf(due, ['b', 'x']))).toEqual(['b'])
  expect(pathsDue(dueFromCatalog(due))).toEqual(['b', 'c'])
  expect(isNothingDue(dueOf(due, ['x']))).toBe(true)
  expect(isNothingDue(dueTexts('d', []))).toBe(true)
})
