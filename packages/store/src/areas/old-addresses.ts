import { OLD_ADDRESS_SHAPES, type OldAddress, type OldAddressShape, overlap } from '@dragoman/core'
import { NameTakenError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'

/** The beginning of URLs that apps were shipped with, and what they lead to. */
export type OldAddressRow = Omit<OldAddress, 'project'> & {
  readonly id: number
  readonly projectId: number
  readonly createdAt: string
}

/** Returns those of a project, in the order they were added. */
export async function listOldAddresses({ db }: Reader, projectId: number): Promise<readonly OldAddressRow[]> {
  const rows = await db
    .selectFrom('old_address')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, prefix, shape, channel, namespace, created_at: createdAt }) => {
    const known = shapeOf(shape)
    return known === null ? [] : [{ id, projectId, prefix, shape: known, channel, namespace, createdAt }]
  })
}

/** Returns those of all projects, with the current URL name of each. */
export async function allOldAddresses({
  db,
}: Reader): Promise<readonly (OldAddress & { readonly projectId: number })[]> {
  const rows = await db
    .selectFrom('old_address')
    .innerJoin('project', 'project.id', 'old_address.project_id')
    .select(['prefix', 'shape', 'channel', 'namespace', 'project.slug', 'project.id as projectId'])
    .orderBy('prefix')
    .execute()
  return rows.flatMap(({ slug: project, shape, ...row }) => {
    const known = shapeOf(shape)
    return known === null ? [] : [{ ...row, shape: known, project }]
  })
}

/** Adds one. Throws NameTakenError if it overlaps with an existing one, of any project. */
export async function addOldAddress(w: Writer, row: Omit<OldAddressRow, 'id'>): Promise<OldAddressRow> {
  const { db, dialect } = w
  // First, so that others who add one wait until this one can be read.
  const id = await dialect.allocate(db, 'old_address', 1)
  const known = await db.selectFrom('old_address').select('prefix').execute()
  if (known.some(({ prefix }) => overlap(prefix, row.prefix))) throw new NameTakenError(row.prefix)
  const { projectId, prefix, shape, channel, namespace, createdAt } = row
  const own = { id, project_id: projectId, prefix, shape, channel, namespace, created_at: createdAt }
  const added = await db
    .insertInto('old_address')
    .values(own)
    .onConflict((on) => on.column('prefix').doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows) === 0) throw new NameTakenError(prefix)
  w.emit({ kind: 'project.changed', projectId, payload: {} })
  return { id, ...row }
}

/** Removes one and returns it; null if the project has no such row. */
export async function removeOldAddress(
  w: Writer,
  projectId: number,
  id: number,
): Promise<OldAddressRow | null> {
  const found = (await listOldAddresses(w, projectId)).find((row) => row.id === id) ?? null
  if (found === null) return null
  await w.db.deleteFrom('old_address').where('id', '=', id).execute()
  w.emit({ kind: 'project.changed', projectId, payload: {} })
  return found
}

/** Returns a known shape; null for one that this program does not know and does not answer. */
function shapeOf(text: string): OldAddressShape | null {
  return OLD_ADDRESS_SHAPES.find((one) => one === text) ?? null
}
