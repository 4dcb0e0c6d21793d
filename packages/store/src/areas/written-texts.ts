import { type Forms, hasText, type TranslationState, type WrittenLanguage } from '@dragoman/core'
import { sql } from 'kysely'
import type { FieldsBefore, TextBefore } from '../door/change.ts'
import { parseJson, shownName, stateOf } from '../rows.ts'
import type { Reader } from '../store.ts'

/** A text that an operation has written, in its current state. */
export type WrittenText = {
  readonly key: { readonly id: number; readonly namespace: string; readonly name: string }
  readonly language: string
  readonly state: TranslationState
  readonly version: number
  /** The words have changed; false: only the state has. */
  readonly haveWordsChanged: boolean
  /** It is reviewed, and was not before. */
  readonly isNowReviewed: boolean
}

type TextRow = {
  key_id: number
  namespace: string
  name: string
  language_id: number
  tag: string
  forms: string
  state: number
  version: number
}

/**
 * Returns texts that one transaction of an operation has written: the named ones or, if there were too many
 * to name, some of them. Those that were removed since are left out.
 */
export async function writtenTexts(
  r: Reader,
  of: {
    readonly projectId: number
    readonly operationId: number
    /** Version of the texts; 0: not known. */
    readonly version: number
    readonly named: readonly { readonly keyId: number; readonly language: string }[] | null
    /** Languages to include if the texts are not named. */
    readonly languages: readonly string[]
    /** Per language, if the texts are not named. */
    readonly limit: number
  },
): Promise<readonly WrittenText[]> {
  const { db, dialect } = r
  const { projectId, operationId, version, named, languages, limit } = of
  if (named?.length === 0) return []
  const columns = sql`select t.key_id, n.name as namespace, k.name, t.language_id, l.tag, t.forms, t.state, t.version
    from translation t join "key" k on k.id = t.key_id join namespace n on n.id = k.namespace_id
    join language l on l.id = t.language_id`
  const found: TextRow[] = []
  if (named === null) {
    const isOwn = version === 0 ? sql`` : sql`and t.version = ${version}`
    for (const language of languages) {
      const ofLanguage = sql`k.project_id = ${projectId} and l.project_id = ${projectId} and l.tag = ${language} ${isOwn}`
      const ofOperation = await sql<TextRow>`${columns}
        where t.operation_id = ${operationId} and t.with_key = 0 and ${ofLanguage}
        order by t.id limit ${limit}`.execute(db)
      found.push(...ofOperation.rows)
      if (ofOperation.rows.length > 0) continue
      const withKeys = await sql<TextRow>`${columns}
        where k.operation_id = ${operationId} and t.with_key = 1 and ${ofLanguage}
        order by k.id limit ${limit}`.execute(db)
      found.push(...withKeys.rows)
    }
  } else {
    const wanted = new Set(named.map(({ keyId, language }) => `${keyId} ${language}`))
    const tags = [...new Set(named.map(({ language }) => language))]
    const ids = [...new Set(named.map(({ keyId }) => keyId))]
    const { rows } = await sql<TextRow>`${columns}
      where k.project_id = ${projectId} and ${dialect.inIds(sql.ref('k.id'), ids)}
        and l.project_id = ${projectId} and ${dialect.inTexts(sql.ref('l.tag'), tags)} and t.version >= ${version}`.execute(
      db,
    )
    const order = new Map([...wanted].map((id, place) => [id, place]))
    const placeOf = ({ key_id, tag }: TextRow) => order.get(`${key_id} ${tag}`) ?? 0
    found.push(
      ...rows
        .filter(({ key_id, tag }) => wanted.has(`${key_id} ${tag}`))
        .sort((a, b) => placeOf(a) - placeOf(b)),
    )
  }
  const before = await textsBefore(r, operationId, [...new Set(found.map(({ key_id }) => key_id))])
  return found.map((row) => {
    const was = before.get(`${row.key_id} ${row.language_id}`)
    const state = stateOf(row.state)
    const forms = parseJson<Forms>(row.forms)
    return {
      key: { id: row.key_id, namespace: row.namespace, name: shownName(row.name) },
      language: row.tag,
      state,
      version: row.version,
      haveWordsChanged:
        was === undefined ? hasText(forms) : JSON.stringify(was.forms) !== JSON.stringify(forms),
      isNowReviewed: state === 'reviewed' && was?.state !== 'reviewed',
    }
  })
}

async function textsBefore(
  { db, dialect }: Reader,
  operationId: number,
  keyIds: readonly number[],
): Promise<ReadonlyMap<string, TextBefore>> {
  if (keyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('change')
    .select(['key_id', 'language_id', 'before'])
    .where('operation_id', '=', operationId)
    .where('kind', '=', 'text')
    .where(dialect.inIds(sql.ref('key_id'), keyIds))
    .execute()
  return new Map(rows.map((row) => [`${row.key_id} ${row.language_id}`, parseJson<TextBefore>(row.before)]))
}

/** A key that an operation has added, edited or removed. */
export type WrittenKey = {
  readonly id: number
  readonly namespace: string
  readonly name: string
  readonly what: 'added' | 'edited' | 'removed'
  /** If namespace or name have changed. */
  readonly before: { readonly namespace: string; readonly name: string } | null
}

/**
 * Returns keys that an operation has changed: the named ones or, if there were too many to name, some of
 * them. A removed key has its last name.
 */
export async function writtenKeys(
  r: Reader,
  of: {
    readonly projectId: number
    readonly operationId: number
    readonly named: readonly number[] | null
    readonly limit: number
  },
): Promise<readonly WrittenKey[]> {
  const { db, dialect } = r
  const { projectId, operationId, named, limit } = of
  if (named?.length === 0) return []
  const changes = await db
    .selectFrom('change')
    .select(['key_id', 'kind', 'before'])
    .where('operation_id', '=', operationId)
    .where('id', '>=', sql<number>`(select first_change from operation where id = ${operationId})`)
    .where('id', '<=', sql<number>`(select last_change from operation where id = ${operationId})`)
    .where('kind', 'in', ['key-edited', 'key-removed', 'key-restored'])
    .where(named === null ? sql<boolean>`1 = 1` : dialect.inIds(sql.ref('key_id'), named))
    .orderBy('id')
    .limit(named?.length ?? limit)
    .execute()
  const query = db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select(['key.id', 'key.name', 'key.operation_id', 'namespace.name as namespace'])
    .where('key.project_id', '=', projectId)
    .orderBy('key.id')
  const added =
    named === null ? await query.where('key.operation_id', '=', operationId).limit(limit).execute() : []
  const listed = named ?? changes.map(({ key_id }) => key_id)
  const rows = await query.where(dialect.inIds(sql.ref('key.id'), listed)).execute()
  const there = new Map([...added, ...rows].map((row) => [row.id, row]))
  const keys = new Map<number, WrittenKey>()
  for (const { key_id: id, kind, before } of changes) {
    const now = there.get(id)
    const shown = now && { id, namespace: now.namespace, name: shownName(now.name) }
    if (kind === 'key-restored' && shown) keys.set(id, { ...shown, what: 'added', before: null })
    if (kind === 'key-removed') {
      const { namespace, name } = parseJson<FieldsBefore>(before)
      keys.set(id, { id, namespace, name, what: 'removed', before: null })
    }
    if (kind === 'key-edited' && shown) {
      const { namespace, name } = parseJson<FieldsBefore>(before)
      const isSame = namespace === shown.namespace && name === shown.name
      keys.set(id, { ...shown, what: 'edited', before: isSame ? null : { namespace, name } })
    }
  }
  for (const [id, row] of there) {
    if (keys.has(id)) continue
    const what = row.operation_id === operationId ? 'added' : 'edited'
    keys.set(id, { id, namespace: row.namespace, name: shownName(row.name), what, before: null })
  }
  return (named ?? [...keys.keys()]).flatMap((id) => keys.get(id) ?? [])
}

/** Returns languages that an operation has added or removed. */
export async function writtenLanguages(
  { db }: Reader,
  operationId: number,
): Promise<readonly WrittenLanguage[]> {
  const rows = await db
    .selectFrom('change')
    .select(['kind', 'before'])
    .where('key_id', '=', 0)
    .where('operation_id', '=', operationId)
    .where('kind', 'in', ['language-added', 'language-removed'])
    .orderBy('id')
    .execute()
  return rows.map(({ kind, before }) => ({
    language: parseJson<{ readonly tag: string }>(before).tag,
    what: kind === 'language-added' ? 'added' : 'removed',
  }))
}

/** Returns the oldest conflicts of a project above an id, oldest first. */
export async function conflictsAfter(
  { db }: Reader,
  projectId: number,
  after: number,
  limit: number,
): Promise<
  readonly {
    readonly id: number
    readonly keyId: number | null
    readonly name: string
    readonly language: string
    readonly namespace: string
  }[]
> {
  const rows = await db
    .selectFrom('conflict')
    .innerJoin('file', 'file.id', 'conflict.file_id')
    .select(['conflict.id', 'conflict.key_id', 'conflict.name', 'file.language', 'file.namespace'])
    .where('conflict.project_id', '=', projectId)
    .where('conflict.id', '>', after)
    .orderBy('conflict.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, key_id: keyId, name, language, namespace }) => ({
    id,
    keyId,
    name: shownName(name),
    language,
    namespace,
  }))
}
