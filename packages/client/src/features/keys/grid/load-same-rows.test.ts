import type { GridRow } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { loadSameRows } from './load-same-rows.ts'
import type { RowAt } from './use-grid-rows.ts'

const PAGE = 4
const rowOf = (id: number) => ({ key: { id } }) as GridRow
const listOf =
  (...ids: number[]): RowAt =>
  (index) =>
    ids[index] === undefined ? undefined : rowOf(ids[index])

/** Returns the keys of rows 2 to 4 after loading them from a list that has changed. */
async function keysAfter(before: RowAt, after: readonly number[]) {
  const load = async (first: number, last: number): Promise<RowAt> => {
    const [from, to] = [Math.floor(first / PAGE) * PAGE, (Math.floor(last / PAGE) + 1) * PAGE]
    return (index) => (index < from || index >= to ? undefined : listOf(...after)(index))
  }
  const rowAt = await loadSameRows({ load, shown: before, pageSize: PAGE }, 2, 4)
  return rowAt && [2, 3, 4].map((index) => rowAt(index)?.key.id)
}

const BEFORE = listOf(10, 11, 12, 13, 14, 15)

test.each([
  ['is unchanged', [10, 11, 12, 13, 14, 15]],
  ['has lost a row above', [10, 12, 13, 14, 15]],
  ['has new rows above, and more pages are needed', [1, 2, 3, 4, 10, 11, 12, 13, 14, 15]],
])('rows that were shown are found again in a list that %s', async (_, after) => {
  expect(await keysAfter(BEFORE, after)).toEqual([12, 13, 14])
})

test.each([
  ['lacks the first', [10, 11, 13, 14, 15]],
  ['lacks another', [10, 11, 12, 14, 15]],
  ['has a new row between them', [10, 11, 12, 13, 99, 14, 15]],
])('nothing is read from a list that %s', async (_, after) => {
  expect(await keysAfter(BEFORE, after)).toBeNull()
})

test('rows that were not shown are read where they are', async () => {
  expect(await keysAfter(listOf(), [10, 11, 12, 13, 14])).toEqual([12, 13, 14])
})
