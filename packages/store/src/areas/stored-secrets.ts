import { sql } from 'kysely'
import type { Writer } from '../store.ts'

/** What the database contains of the secrets of the instance. */
export type StoredSecrets = {
  /** The one that the program generated, because none is set; null: one is set. */
  readonly generated: string | null
  /** Encrypted with the secret in use, so that a wrong one is noticed; null: no server has stored it yet. */
  readonly sealed: string | null
}

const GENERATED = 'instance-secret'
const SEALED = 'sealed-secrets'

/** Returns the stored secrets. Until the end of the transaction, no other process can change them. */
export async function lockStoredSecrets({ db }: Writer): Promise<StoredSecrets> {
  await sql`insert into meta (name, value) values (${SEALED}, '')
    on conflict (name) do update set value = meta.value`.execute(db)
  const rows = await db.selectFrom('meta').selectAll().where('name', 'in', [GENERATED, SEALED]).execute()
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return { generated: values.get(GENERATED) || null, sealed: values.get(SEALED) || null }
}

/** Replaces the stored secrets. */
export async function putStoredSecrets({ db }: Writer, { generated, sealed }: StoredSecrets): Promise<void> {
  await db.deleteFrom('meta').where('name', 'in', [GENERATED, SEALED]).execute()
  for (const [name, value] of [
    [GENERATED, generated],
    [SEALED, sealed],
  ] as const)
    if (value !== null) await db.insertInto('meta').values({ name, value }).execute()
}
