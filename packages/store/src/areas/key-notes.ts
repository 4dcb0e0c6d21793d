import type { Reader } from '../store.ts'

/** Notes about a key for its translators. */
export type KeyNotes = { readonly description: string; readonly maxLength: number | null }

/** Returns the notes of the keys of a namespace that have any, by key id. */
export async function keyNotes(
  { db }: Reader,
  projectId: number,
  namespace: string,
): Promise<ReadonlyMap<number, KeyNotes>> {
  const rows = await db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select(['key.id', 'key.description', 'key.max_length'])
    .where('key.project_id', '=', projectId)
    .where('namespace.name', '=', namespace)
    .where((where) => where.or([where('key.description', '!=', ''), where('key.max_length', 'is not', null)]))
    .execute()
  return new Map(rows.map((row) => [row.id, { description: row.description, maxLength: row.max_length }]))
}
