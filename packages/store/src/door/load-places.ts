import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { FieldsBefore, InternalChange, KeyChange } from './change.ts'
import type { LoadedKey } from './keys-and-texts.ts'
import { positionAtEnd, positionBetween, positionsAfter, takePosition } from './position.ts'
import { namespaceName, namespaceNamed, type Scope, type ScopeNamespace } from './scope.ts'

/** Finds the positions of the keys that the changes add, restore or move to another namespace, in their order. */
export async function loadLocations(
  w: Writer,
  scope: Scope,
  keys: ReadonlyMap<number, LoadedKey>,
  changes: readonly KeyChange[],
): Promise<ReadonlyMap<InternalChange, number>> {
  const places = new Map<InternalChange, number>()
  /** Where the changes so far have moved keys. */
  const moved = new Map<number, string>()
  const placeOfMove = async (
    keyId: number,
    namespace: string,
    place: (to: ScopeNamespace) => Promise<number>,
  ): Promise<number | null> => {
    const key = keys.get(keyId)?.fields
    const from = moved.get(keyId) ?? (key && namespaceName(scope, key.namespaceId))
    if (from === undefined || from === namespace) return null
    moved.set(keyId, namespace)
    return place(await namespaceNamed(w, scope, namespace))
  }
  const restored = await openRestoredLocations(w, scope, changes)
  const inserted = await insertedPositions(w, scope, changes)
  for (const change of changes) {
    let position: number | null = null
    switch (change.kind) {
      case 'add-key':
        position =
          inserted.get(change) ??
          (await positionAtEnd(w, scope, await namespaceNamed(w, scope, change.namespace)))
        break
      case 'restore-key':
        position = await restored(change.before, await namespaceNamed(w, scope, change.before.namespace))
        break
      case 'edit-key':
        if (change.fields.namespace !== undefined)
          position = await placeOfMove(change.keyId, change.fields.namespace, (to) =>
            positionAtEnd(w, scope, to),
          )
        break
      case 'restore-fields':
        position = await placeOfMove(change.keyId, change.before.namespace, (to) =>
          restored(change.before, to),
        )
        break
      default:
    }
    if (position !== null) places.set(change, position)
  }
  return places
}

/** Returns a function that finds the old position if it is free, otherwise one right after the key that has it now. */
async function openRestoredLocations(
  r: Reader,
  scope: Scope,
  changes: readonly KeyChange[],
): Promise<(before: FieldsBefore, namespace: ScopeNamespace) => Promise<number>> {
  const wanted = changes.flatMap((change) =>
    change.kind === 'restore-key' || change.kind === 'restore-fields' ? [change.before.position] : [],
  )
  const taken = await takenPositions(r, scope, wanted)
  return async (before, namespace) => {
    const position = taken.has(before.position)
      ? await positionBetween(r, scope, namespace, {
          after: before.position,
          reserved: [...taken, ...wanted],
        })
      : await takePosition(r, scope, namespace, before.position)
    taken.add(position)
    return position
  }
}

async function takenPositions(
  { db, dialect }: Reader,
  scope: Scope,
  positions: readonly number[],
): Promise<Set<number>> {
  if (positions.length === 0) return new Set()
  const rows = await db
    .selectFrom('key')
    .select('position')
    .where('project_id', '=', scope.project.id)
    .where(dialect.inIds(sql.ref('position'), positions))
    .execute()
  return new Set(rows.map((row) => row.position))
}

/**
 * Returns the positions of new keys that are placed after another one, which is the same for all of a chunk. They have
 * none if it is gone, or in another namespace.
 */
async function insertedPositions(
  r: Writer,
  scope: Scope,
  changes: readonly KeyChange[],
): Promise<ReadonlyMap<InternalChange, number>> {
  const added = changes.filter((change) => change.kind === 'add-key').filter(isPlaced)
  const [first] = added
  if (first === undefined) return new Map()
  const namespace = await namespaceNamed(r, scope, first.namespace)
  const above = await keyAbove(r, namespace, first.after)
  if (above === 'gone') return new Map()
  const positions = await positionsAfter(r, scope, namespace, { after: above, count: added.length })
  // Each is placed right after that key, so the last one is the nearest to it.
  return new Map(added.toReversed().map((change, index) => [change, positions[index] ?? 0]))
}

/** Whether a new key is placed after another one, or before the first. */
export function isPlaced<C extends { readonly after?: number | null | undefined }>(
  change: C,
): change is C & { readonly after: number | null } {
  return change.after !== undefined
}

async function keyAbove(
  { db }: Reader,
  namespace: ScopeNamespace,
  after: number | null,
): Promise<{ readonly keyId: number; readonly position: number } | 'gone' | null> {
  if (after === null) return null
  const row = await db
    .selectFrom('key')
    .select(['position', 'namespace_id'])
    .where('id', '=', after)
    .executeTakeFirst()
  return row?.namespace_id === namespace.id ? { keyId: after, position: row.position } : 'gone'
}
