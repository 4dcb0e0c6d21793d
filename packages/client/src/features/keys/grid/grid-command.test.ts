import { expect, test } from 'vitest'
import { gridCommand, positionAfterCell } from './grid-command.ts'

const grid = { rows: 10, columns: 5, page: 4, isRightToLeft: false }

type Press = {
  readonly column?: number
  readonly hasRange?: boolean
  readonly isAltGraph?: boolean
  readonly ctrlKey?: boolean
  readonly altKey?: boolean
}

const press = (key: string, { column = 3, hasRange = false, isAltGraph = false, ...held }: Press = {}) =>
  gridCommand(
    {
      key,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      getModifierState: () => isAltGraph,
      ...held,
    },
    { row: 2, column },
    grid,
    hasRange,
  )

test('Enter selects the row, opens its details or opens a text, depending on the column', () => {
  expect(press('Enter', { column: 0 })).toEqual({ kind: 'select', how: 'one' })
  expect(press('Enter', { column: 1 })).toEqual({ kind: 'details' })
  expect(press('F2')).toEqual({ kind: 'open', isReplacing: false })
})

test('a letter replaces a text, and does nothing at a key', () => {
  expect(press('ä')).toEqual({ kind: 'open', isReplacing: true })
  expect(press('Dead')).toEqual({ kind: 'open', isReplacing: true })
  // As of AltGr Q on a German keyboard, and of a key of the Arabic one.
  expect(press('@', { isAltGraph: true, ctrlKey: true, altKey: true })).toEqual({
    kind: 'open',
    isReplacing: true,
  })
  expect(press('لا')).toEqual({ kind: 'open', isReplacing: true })
  expect(press('a', { column: 1 })).toBeNull()
  expect(press('a', { ctrlKey: true })).toBeNull()
  expect(press('Delete', { column: 1 })).toBeNull()
  expect(press('Delete')).toEqual({ kind: 'clear' })
})

test('Escape ends a range, and is not a key of the grid without one', () => {
  expect(press('Escape', { hasRange: true })).toEqual({ kind: 'end-range' })
  expect(press('Escape')).toBeNull()
})

test('after a text is saved, the focus moves down or to the next text, and stays within the grid', () => {
  expect(positionAfterCell('down', { row: 9, column: 3 }, grid)).toEqual({ row: 9, column: 3 })
  expect(positionAfterCell('next', { row: 2, column: 4 }, grid)).toEqual({ row: 3, column: 2 })
  expect(positionAfterCell('previous', { row: 2, column: 2 }, grid)).toEqual({ row: 2, column: 1 })
})
