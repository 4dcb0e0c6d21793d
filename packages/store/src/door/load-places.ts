import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { FieldsBefore, InternalChange, KeyChange } from './change.ts'
import type { LoadedKey } from './keys-and-texts.ts'
import { positionAfter, positionAtEnd, positionBetween, takePosition } from './position.ts'
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
  for (const change of changes) {
    let position: number | null = null
    switch (change.kind) {
      case 'add-key': {
        const namespace = await namespaceNamed(w, scope, change.namespace)
        position =
          change.after === undefined
            ? await positionAtEnd(w, scope, namespace)
            : await positionAfterKey(w, scope, namespace, change.after)
        break
      }
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

async function positionAfterKey(
  r: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  after: number | null,
): Promise<number> {
  if (after === null) return positionAfter(r, scope, namespace, null)
  const row = await r.db
    .selectFrom('key')
    .select(['position', 'namespace_id'])
    .where('id', '=', after)
    .executeTakeFirst()
  if (!row || row.namespace_id !== namespace.id) return positionAtEnd(r, scope, namespace)
  return positionAfter(r, scope, namespace, row.position)
}
