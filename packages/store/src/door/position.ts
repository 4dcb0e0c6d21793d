import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import { POSITION_STEP, positionRange, translationId } from '../tables.ts'
import type { Scope, ScopeNamespace } from './scope.ts'

const CHUNK = 2000

/** Returns a position after the last key of the namespace. */
export async function positionAtEnd(r: Reader, scope: Scope, namespace: ScopeNamespace): Promise<number> {
  return takePosition(r, scope, namespace, (await lastPosition(r, scope, namespace)) + POSITION_STEP)
}

/** Notes a position as used, so that later keys of the operation are placed after it. */
export async function takePosition(
  r: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  position: number,
): Promise<number> {
  const last = await lastPosition(r, scope, namespace)
  if (last < position) scope.lastPositions.set(namespace.id, position)
  return position
}

async function lastPosition({ db }: Reader, scope: Scope, namespace: ScopeNamespace): Promise<number> {
  const known = scope.lastPositions.get(namespace.id)
  if (known !== undefined) return known
  const [from, to] = positionRange(namespace.position)
  const row = await db
    .selectFrom('key')
    .select('position')
    .where('project_id', '=', scope.project.id)
    .where('position', '>=', from)
    .where('position', '<', to)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = row?.position ?? from
  scope.lastPositions.set(namespace.id, last)
  return last
}

/** Where new keys are placed: right after a key; null: before the first one of the namespace. */
export type NewPlaces = {
  readonly after: { readonly keyId: number; readonly position: number } | null
  readonly count: number
}

/**
 * Returns positions for new keys, in ascending order. Redistributes the positions of the namespace if there is no room
 * left.
 */
export async function positionsAfter(
  r: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  { after, count }: NewPlaces,
): Promise<readonly number[]> {
  const low = after?.position ?? positionRange(namespace.position)[0]
  const positions =
    (await gapsAfter(r, scope, namespace, { low, count })) ??
    (await makeRoom(r, scope, namespace, { after, count }))
  await takePosition(r, scope, namespace, positions.at(-1) ?? low)
  return positions
}

/**
 * Returns a position after a taken one, for a key that is restored: before the next key, and before the next
 * reserved position, which other keys of the same undo have or will have. Without room, it is at the end of
 * the namespace: redistributing would move the keys that the reserved positions refer to.
 */
export async function positionBetween(
  r: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  { after, reserved }: { readonly after: number; readonly reserved: Iterable<number> },
): Promise<number> {
  const [gap] = (await gapsAfter(r, scope, namespace, { low: after, count: 1, reserved })) ?? []
  return gap === undefined ? positionAtEnd(r, scope, namespace) : takePosition(r, scope, namespace, gap)
}

/** Returns free positions between one and the next that is taken or reserved; null: there are fewer. */
async function gapsAfter(
  { db }: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  { low, count, reserved = [] }: { low: number; count: number; reserved?: Iterable<number> },
): Promise<readonly number[] | null> {
  const [, to] = positionRange(namespace.position)
  const next = await db
    .selectFrom('key')
    .select('position')
    .where('project_id', '=', scope.project.id)
    .where('position', '>', low)
    .where('position', '<', to)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  const high = Math.min(next?.position ?? to, ...[...reserved].filter((position) => position > low))
  const step = high === to ? POSITION_STEP : (high - low) / (count + 1)
  return step < 1 ? null : spaced(low, count, step)
}

function spaced(low: number, count: number, step: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(low + (index + 1) * step))
}

/** Redistributes the positions of a namespace, with room for new keys, and returns their positions. */
async function makeRoom(
  { db, dialect }: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  { after, count }: NewPlaces,
): Promise<readonly number[]> {
  const [from, to] = positionRange(namespace.position)
  const keys = await db
    .selectFrom('key')
    .select(['id', 'position'])
    .where('project_id', '=', scope.project.id)
    .where(sql<boolean>`position >= ${from} and position < ${to}`)
    .orderBy('position')
    .execute()
  const above = after === null ? 0 : keys.findIndex(({ id }) => id === after.keyId) + 1
  const moved = keys
    .map(({ id, position: was }, index) => {
      const place = index < above ? index : index + count
      return { id, was, position: from + (place + 1) * POSITION_STEP }
    })
    .filter(({ was, position }) => was !== position)
  for (let start = 0; start < moved.length; start += CHUNK) {
    if (start > 0) await setImmediate()
    const placed = moved.slice(start, start + CHUNK).map(({ id, position }) => ({ id, position }))
    await dialect.updateMany(db, 'key', ['position'], placed)
    for (const languageId of scope.languagesById.keys()) {
      const rows = placed.map(({ id, position }) => ({ id: translationId(languageId, id), position }))
      await dialect.updateMany(db, 'translation', ['position'], rows)
    }
  }
  scope.lastPositions.set(namespace.id, from + (keys.length + count) * POSITION_STEP)
  return spaced(from + above * POSITION_STEP, count, POSITION_STEP)
}
