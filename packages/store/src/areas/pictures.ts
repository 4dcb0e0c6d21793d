import type { Reader, Writer } from '../store.ts'
import { emitChanged } from './users.ts'

export type Picture = { readonly type: string; readonly bytes: Uint8Array; readonly version: string }

/** Returns the picture of a person; null: none. */
export async function pictureOf({ db }: Reader, userId: number): Promise<Picture | null> {
  const row = await db
    .selectFrom('user_picture')
    .innerJoin('user', 'user.id', 'user_picture.user_id')
    .select(['user_picture.type', 'user_picture.bytes', 'user.picture'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : { type: row.type, bytes: row.bytes, version: row.picture ?? '' }
}

/** Stores a person's picture; null removes it. */
export async function putPicture(w: Writer, userId: number, picture: Picture | null): Promise<void> {
  await w.db.deleteFrom('user_picture').where('user_id', '=', userId).execute()
  if (picture !== null) {
    const { type, bytes } = picture
    await w.db.insertInto('user_picture').values({ user_id: userId, type, bytes }).execute()
  }
  const version = picture?.version ?? null
  await w.db.updateTable('user').set({ picture: version }).where('id', '=', userId).execute()
  emitChanged(w, userId)
}
