import { type ActorId, type RecordedActor, userIdOf } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader } from '../store.ts'

/** Replaces the name of a person whose account was deleted. */
export const FORMER_MEMBER = 'Former member'

type Authored = { readonly author?: RecordedActor | null }

/** Replaces the names of authors without an account in texts of the history, whose rows never change. */
export type AnonymizeTexts = <Text extends Authored>(texts: readonly Text[]) => Promise<readonly Text[]>

/** Returns a function that reads each account once. */
export function openAnonymizer({ db, dialect }: Reader): AnonymizeTexts {
  const isFormer = new Map<ActorId, boolean>()

  async function look(authors: readonly RecordedActor[]): Promise<void> {
    const unknown = new Map<ActorId, number>()
    for (const { id } of authors) {
      const userId = userIdOf(id)
      if (id !== null && userId !== null && !isFormer.has(id)) unknown.set(id, userId)
    }
    if (unknown.size === 0) return
    const rows = await db
      .selectFrom('user')
      .select('id')
      .where(dialect.inIds(sql.ref('id'), [...unknown.values()]))
      .execute()
    const found = new Set(rows.map(({ id }) => id))
    for (const [id, userId] of unknown) isFormer.set(id, !found.has(userId))
  }

  return async (texts) => {
    await look(texts.flatMap(({ author }) => author ?? []))
    return texts.map((text) => {
      const { author } = text
      const isNamed = author?.id == null || isFormer.get(author.id) !== true
      return isNamed ? text : { ...text, author: { ...author, name: FORMER_MEMBER } }
    })
  }
}
