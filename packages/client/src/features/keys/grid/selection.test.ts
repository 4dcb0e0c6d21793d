import { expect, test } from 'vitest'
import { columnsFrom } from './columns.ts'
import { extendTo, NOTHING_SELECTED, toggleRow } from './selection.ts'

const idAt = (index: number) => (index < 5 ? index + 100 : undefined)

test('a row goes on and off; a range runs from the last one touched', () => {
  const one = toggleRow(NOTHING_SELECTED, 1, idAt)
  expect([...one.ids]).toEqual([101])
  expect([...extendTo(one, 3, idAt).ids]).toEqual([101, 102, 103])
  expect(toggleRow(one, 1, idAt).ids.size).toBe(0)
})

test('rows that are not loaded yet are not selected', () => {
  expect(toggleRow(NOTHING_SELECTED, 9, idAt)).toBe(NOTHING_SELECTED)
  expect([...extendTo(toggleRow(NOTHING_SELECTED, 3, idAt), 9, idAt).ids]).toEqual([103, 104])
})

test('columns: the source first, four at most until somebody chooses, unknown ones ignored', () => {
  const project = { sourceLanguage: 'en', languages: ['ar', 'de', 'en', 'fr', 'pl'].map((tag) => ({ tag })) }
  expect(columnsFrom(undefined, project)).toEqual(['en', 'ar', 'de', 'fr'])
  expect(columnsFrom('pl,xx,en', project)).toEqual(['en', 'pl'])
  expect(columnsFrom('xx', project)).toEqual(['en', 'ar', 'de', 'fr'])
})
