import type { MovedKeys } from '@dragoman/core'
import { sql } from 'kysely'
import type { Writer } from '../store.ts'
import { manyKeysOf, manyKeysText } from './string-batches.ts'

/**
 * Moves numbers of keys to other namespaces, in order, in batches with many keys whose operations are not known: their
 * keys cannot be read again. Moved keys are considered to be of the batch as far as it has any in their namespace.
 */
export async function carryMovedKeys(
  { db, dialect }: Writer,
  projectId: number,
  all: readonly MovedKeys[],
): Promise<void> {
  const batches = await db
    .selectFrom('string_batch as b')
    .select(['b.id', 'b.many_keys'])
    .where('b.project_id', '=', projectId)
    .where('b.many_keys', 'is not', null)
    .where(sql<boolean>`not exists (select 1 from string_batch_operation where batch_id = b.id)`)
    .execute()
  if (batches.length === 0) return
  const names = [...new Set(all.flatMap(({ from, to }) => [from, to]))]
  const namespaces = await db
    .selectFrom('namespace')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where(dialect.inTexts(sql.ref('name'), names))
    .execute()
  const ids = new Map(namespaces.map(({ id, name }) => [name, id]))
  for (const { id, many_keys: before } of batches) {
    const keys = new Map(manyKeysOf(before))
    for (const { from, to, keys: moved } of all) carry(keys, ids.get(from) ?? 0, ids.get(to) ?? 0, moved)
    const after = manyKeysText(keys)
    if (after !== before)
      await db.updateTable('string_batch').set({ many_keys: after }).where('id', '=', id).execute()
  }
}

function carry(keys: Map<number, number>, from: number, to: number, moved: number): void {
  const there = keys.get(from) ?? 0
  const own = Math.min(there, moved)
  if (own === 0) return
  keys.set(from, there - own)
  keys.set(to, (keys.get(to) ?? 0) + own)
}
