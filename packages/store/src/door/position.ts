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

/**
 * Returns a position right after a key (null: before the first). Redistributes the positions of the namespace
 * if there is no room left.
 */
export async function positionAfter(
  r: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  after: number | null,
): Promise<number> {
  const position = await gapAfter(r, scope, namespace, after)
  if (position !== null) return takePosition(r, scope, namespace, position)
  const place = after === null ? null : await keyAt(r, scope, after)
  await spread(r, scope, namespace)
  const moved = place === null ? null : await positionOf(r, place)
  const spreadGap = await gapAfter(r, scope, namespace, moved)
  return spreadGap === null
    ? positionAtEnd(r, scope, namespace)
    : takePosition(r, scope, namespace, spreadGap)
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
  const gap = await gapAfter(r, scope, namespace, after, reserved)
  return gap === null ? positionAtEnd(r, scope, namespace) : takePosition(r, scope, namespace, gap)
}

async function gapAfter(
  { db }: Reader,
  scope: Scope,
  namespace: ScopeNamespace,
  after: number | null,
  reserved: Iterable<number> = [],
): Promise<number | null> {
  const [from, to] = positionRange(namespace.position)
  const low = after ?? from
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
  if (high === to) return low + POSITION_STEP
  const middle = Math.floor((low + high) / 2)
  return middle > low ? middle : null
}

async function keyAt({ db }: Reader, scope: Scope, position: number): Promise<number | null> {
  const row = await db
    .selectFrom('key')
    .select('id')
    .where('project_id', '=', scope.project.id)
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function positionOf({ db }: Reader, keyId: number): Promise<number | null> {
  const row = await db.selectFrom('key').select('position').where('id', '=', keyId).executeTakeFirst()
  return row?.position ?? null
}

async function spread({ db, dialect }: Reader, scope: Scope, namespace: ScopeNamespace): Promise<void> {
  const [from, to] = positionRange(namespace.position)
  const keys = await db
    .selectFrom('key')
    .select('id')
    .where('project_id', '=', scope.project.id)
    .where(sql<boolean>`position >= ${from} and position < ${to}`)
    .orderBy('position')
    .execute()
  for (let start = 0; start < keys.length; start += CHUNK) {
    const placed = keys
      .slice(start, start + CHUNK)
      .map(({ id }, i) => ({ id, position: from + (start + i + 1) * POSITION_STEP }))
    await dialect.updateMany(db, 'key', ['position'], placed)
    for (const languageId of scope.languagesById.keys()) {
      const rows = placed.map(({ id, position }) => ({ id: translationId(languageId, id), position }))
      await dialect.updateMany(db, 'translation', ['position'], rows)
    }
  }
  scope.lastPositions.set(namespace.id, from + keys.length * POSITION_STEP)
}
