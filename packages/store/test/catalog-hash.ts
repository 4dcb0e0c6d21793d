import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { shownName, stateOf } from '../src/rows.ts'
import type { Reader } from '../src/store.ts'
import { type Tables, translationId } from '../src/tables.ts'

const CHUNK = 1000

/**
 * Returns the SHA-256, in hex, of the project's content: languages, keys in order with their fields, texts
 * and states. Versions, times and actors are not included.
 */
export async function catalogHash({ db, dialect }: Reader, projectId: number): Promise<string> {
  const hash = createHash('sha256')
  const languages = await db
    .selectFrom('language')
    .select(['id', 'tag', 'fallback'])
    .where('project_id', '=', projectId)
    .execute()
  languages.sort((a, b) => (a.tag < b.tag ? -1 : 1))
  hash.update(JSON.stringify(languages.map(({ tag, fallback }) => [tag, fallback])))
  for (let after = -1; ; ) {
    const keys = await sql<Tables['key'] & { namespace: string }>`
      select k.*, n.name as namespace from "key" k join namespace n on n.id = k.namespace_id
      where k.project_id = ${projectId} and k.position > ${after} order by k.position limit ${CHUNK}`.execute(
      db,
    )
    const last = keys.rows.at(-1)
    if (!last) return hash.digest('hex')
    after = last.position
    const ids = languages.flatMap((language) => keys.rows.map((key) => translationId(language.id, key.id)))
    const texts = await db
      .selectFrom('translation')
      .select(['id', 'forms', 'state'])
      .where(dialect.inIds(sql.ref('id'), ids))
      .execute()
    const byId = new Map(texts.map((text) => [text.id, text]))
    for (const key of keys.rows) {
      const { namespace, plural, path, description, tags, aliases, max_length, syntax } = key
      hash.update(
        JSON.stringify([
          ...[namespace, shownName(key.name), plural, path, description, tags, max_length],
          ...(aliases === '[]' ? [] : [aliases]),
          ...(syntax === null ? [] : [{ syntax }]),
        ]),
      )
      for (const language of languages) {
        const text = byId.get(translationId(language.id, key.id))
        if (text && text.state !== 0)
          hash.update(JSON.stringify([language.tag, stateOf(text.state), text.forms]))
      }
    }
  }
}
