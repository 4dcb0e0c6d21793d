import { afterAll, beforeAll, expect, test } from 'vitest'
import { matrixRows } from './role-matrix.ts'
import { openRoleTable, type RoleTable } from './role-table.ts'

/**
 * Every route with everyone about whom `roles.test.ts` does not ask: access that ended, groups, tokens, and
 * more roles with limits.
 */

let table: RoleTable
beforeAll(async () => {
  table = await openRoleTable()
})
afterAll(() => table.world.close())

test.each(matrixRows().map((row) => [row.name, row] as const))('%s', async (_, row) => {
  expect(await table.differencesOfOthers(row)).toEqual([])
})
