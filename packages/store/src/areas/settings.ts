import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'

/** Returns a setting of the instance; null if it was never set. Callers know its type. */
export async function setting({ db }: Reader, name: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : parseJson(row.value)
}

export async function putSetting({ db }: Writer, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ name, value: text })
    .onConflict((on) => on.column('name').doUpdateSet({ value: text }))
    .execute()
}
