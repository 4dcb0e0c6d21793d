import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Forms, TranslationState } from '@dragoman/core'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type KeyColumns, keyRow, parseJson, stateOf } from '../rows.ts'
import type { Reader } from '../store.ts'
import { idRange, positionRange, SPAN, type Tables, translationIdSql } from '../tables.ts'
import type { KeyRow } from '../types.ts'
import { listLanguages } from './languages.ts'
import { listTextLimits } from './text-limits.ts'

/** The texts of one namespace in one language, identified by a mark that changes with any of them. */
export type MarkedTexts = { readonly language: string; readonly namespace: string; readonly mark: string }

/**
 * Returns a mark for the texts of each namespace in each language: unchanged as long as none of its keys and
 * texts was written. Versions only grow, and the version of a removed key is missing from the sum. A large project is
 * read in parts of `limit` rows, so that no other request waits for all of it.
 */
export async function textMarks(
  { db }: Reader,
  projectId: number,
  limit = ROWS,
): Promise<readonly MarkedTexts[]> {
  const namespaces = await db
    .selectFrom('namespace')
    .select(['name', 'position'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
  const languages = await db
    .selectFrom('language')
    .select(['id', 'tag'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
  const ofProject = sql`project_id = ${projectId}`
  const keys = await sumsByNamespace(db, {
    table: sql`"key"`,
    where: ofProject,
    cursor: sql`position`,
    after: -1,
    limit,
  })
  const marks: MarkedTexts[] = []
  for (const { id, tag } of languages) {
    const [start, end] = idRange(id)
    const ofLanguage = {
      table: sql`translation`,
      where: sql`id < ${end}`,
      cursor: sql`id`,
      after: start - 1,
      limit,
    }
    const texts = await sumsByNamespace(db, ofLanguage)
    for (const { name, position } of namespaces) {
      const [ofKeys, ofTexts] = [keys.get(position), texts.get(position)]
      if (ofKeys !== undefined && ofTexts !== undefined)
        marks.push({ language: tag, namespace: name, mark: markOf(ofKeys, ofTexts) })
    }
  }
  return marks
}

/** Rows that are read before other work gets its turn: about 10 ms. */
const ROWS = 5000

/** Rows of keys or texts, in the order of a column that has an index. */
type Rows = {
  readonly table: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly cursor: RawBuilder<unknown>
  readonly after: number
  readonly limit: number
}

/** Returns the sums of versions by the position of the namespace. */
async function sumsByNamespace(
  db: Kysely<Tables>,
  { table, where, cursor, after, limit }: Rows,
): Promise<ReadonlyMap<number, Sums>> {
  const all = new Map<number, Sums>()
  for (let from = after; ; ) {
    const { rows } = await sql<{ position: number; count: number; last: number; sum: number; to: number }>`
      select position / ${sql.lit(SPAN)} as position, count(*) as count, max(version) as last,
        cast(sum(version) as bigint) as sum, max(place) as "to"
      from (select ${cursor} as place, position, version from ${table} where ${cursor} > ${from} and ${where}
        order by ${cursor} limit ${limit}) part
      group by position / ${sql.lit(SPAN)}`.execute(db)
    for (const row of rows) {
      const position = Number(row.position)
      const { count, last, sum } = all.get(position) ?? { count: 0, last: 0, sum: 0 }
      all.set(position, {
        count: count + Number(row.count),
        last: Math.max(last, Number(row.last)),
        sum: sum + Number(row.sum),
      })
    }
    if (rows.reduce((read, { count }) => read + Number(count), 0) < limit) return all
    from = Math.max(...rows.map(({ to }) => Number(to)))
    await setImmediate()
  }
}

/**
 * Returns marks that also change when a text starts or stops failing a check, which can be caused by its
 * source without writing the text. A text that fails can have an error instead of a warning by its source, the syntax
 * or the limits of files, so where one fails, the mark is also of those.
 */
export async function releaseMarks(r: Reader, projectId: number): Promise<readonly MarkedTexts[]> {
  const { rows } = await sql<{ tag: string; name: string; count: number; sum: number | string }>`
    select l.tag, n.name, count(*) as count, cast(sum(t.position) as bigint) as sum
    from language l join translation t on t.language_id = l.id and t.failing = 1
      join namespace n on n.project_id = l.project_id and n.position = t.position / ${sql.lit(SPAN)}
    where l.project_id = ${projectId} group by l.tag, n.name`.execute(r.db)
  const failing = new Map(
    rows.map(({ tag, name, count, sum }) => [`${tag}\n${name}`, `${count}.${Number(sum).toString(36)}`]),
  )
  const marks = await textMarks(r, projectId)
  const rules = failing.size === 0 ? null : await rulesOf(r, projectId, marks)
  return marks.map(({ language, namespace, mark }) => {
    const own = failing.get(`${language}\n${namespace}`)
    return { language, namespace, mark: own === undefined ? mark : `${mark}-${own}-${rules?.(namespace)}` }
  })
}

/** Returns a function that returns a hash of what checks compare the texts of a namespace with. */
async function rulesOf(
  r: Reader,
  projectId: number,
  marks: readonly MarkedTexts[],
): Promise<(namespace: string) => string> {
  const project = await r.db
    .selectFrom('project')
    .select(['source_language', 'syntax'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  const limits = await listTextLimits(r, projectId)
  return (namespace) => {
    const source = marks.find(
      (one) => one.namespace === namespace && one.language === project?.source_language,
    )
    const held = limits.filter((one) => one.namespace === namespace)
    const rules = JSON.stringify([source?.mark, project?.syntax, held])
    return createHash('sha256').update(rules).digest('base64url').slice(0, RULES_LENGTH)
  }
}

/** Characters of a hash of rules: 96 bits. */
const RULES_LENGTH = 16

type Sums = { readonly count: number; readonly last: number; readonly sum: number }

function markOf(keys: Sums, texts: Sums): string {
  return [keys.count, keys.last, keys.sum, texts.last, texts.sum].map((n) => n.toString(36)).join('-')
}

/** A text with the version that identifies later changes of it. */
export type VersionedText = {
  readonly forms: Forms
  readonly state: TranslationState
  readonly version: number
}

/** The keys of a namespace in order, and their texts in some languages. */
export type NamespaceTexts = {
  readonly keys: readonly KeyRow[]
  /** By language: the mark as in `textMarks`, and the texts in the order of the keys. */
  readonly texts: ReadonlyMap<string, { readonly mark: string; readonly rows: readonly VersionedText[] }>
}

type NamespaceRequest = {
  readonly projectId: number
  readonly namespace: string
  readonly languages: readonly string[]
}

/**
 * Returns the texts of a namespace; none for languages and namespaces that the project does not have. Keys and languages
 * that are added or removed while it reads are left out: the result is not that of one moment, but each key has its texts.
 * They are read in parts of `limit` rows, as in `textMarks`.
 */
export async function namespaceTexts(
  r: Reader,
  request: NamespaceRequest,
  limit = ROWS,
): Promise<NamespaceTexts> {
  const { projectId, namespace } = request
  const place = await r.db
    .selectFrom('namespace')
    .select('position')
    .where('project_id', '=', projectId)
    .where('name', '=', namespace)
    .executeTakeFirst()
  if (place === undefined) return { keys: [], texts: new Map() }
  const [from, to] = positionRange(place.position)
  const found = await sql<KeyColumns>`
    select k.*, ${namespace} as namespace from "key" k
    where k.project_id = ${projectId} and k.position >= ${from} and k.position < ${to}
    order by k.position`.execute(r.db)
  if (found.rows.length === 0) return { keys: [], texts: new Map() }
  const keyIds = found.rows.map(({ id }) => id)
  const read = new Map<number, TextsByKey>()
  for (const { id } of await requestedLanguages(r, request))
    read.set(id, await textsByKey(r, { languageId: id, keyIds, limit }))
  const languages = (await requestedLanguages(r, request)).flatMap(({ id, tag }) => {
    const byKey = read.get(id)
    return byKey === undefined ? [] : [{ tag, byKey }]
  })
  // A language has a text of each key: a key without one was removed.
  const keys = found.rows.map(keyRow).filter(({ id }) => languages.every(({ byKey }) => byKey.has(id)))
  const ofKeys = sumsOf(keys)
  const texts = languages.map(({ tag, byKey }) => {
    const rows = keys.flatMap(({ id }) => byKey.get(id) ?? [])
    return [tag, { mark: markOf(ofKeys, sumsOf(rows)), rows }] as const
  })
  return { keys, texts: new Map(texts) }
}

async function requestedLanguages(r: Reader, { projectId, languages }: NamespaceRequest) {
  return (await listLanguages(r, projectId)).filter(({ tag }) => languages.includes(tag))
}

type TextsByKey = ReadonlyMap<number, VersionedText>

type TextsRequest = {
  readonly languageId: number
  readonly keyIds: readonly number[]
  readonly limit: number
}

/** Selects keys by id, because a key that is moved between two parts must be in one of them. */
async function textsByKey(
  { db, dialect }: Reader,
  { languageId, keyIds, limit }: TextsRequest,
): Promise<TextsByKey> {
  const texts = new Map<number, VersionedText>()
  for (let at = 0; at < keyIds.length; at += limit) {
    const { rows } = await sql<{ id: number; forms: string; state: number; version: number }>`
      select k.id, t.forms, t.state, t.version
      from "key" k join translation t on t.id = ${translationIdSql(sql.lit(languageId), sql.ref('k.id'))}
      where ${dialect.inIds(sql.ref('k.id'), keyIds.slice(at, at + limit))}`.execute(db)
    for (const { id, forms, state, version } of rows)
      texts.set(id, { forms: parseJson<Forms>(forms), state: stateOf(state), version })
    await setImmediate()
  }
  return texts
}

function sumsOf(rows: readonly { readonly version: number }[]): Sums {
  let last = 0
  let sum = 0
  for (const { version } of rows) {
    last = Math.max(last, version)
    sum += version
  }
  return { count: rows.length, last, sum }
}

/** Returns the newest version of each key: its own or that of any of its texts; removed keys are left out. */
export async function newestVersions(
  { db, dialect }: Reader,
  projectId: number,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (keyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; version: number; text: number | null }>`
    select k.id, k.version, max(t.version) as text
    from "key" k cross join language l left join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.ref('k.id'))}
    where k.project_id = ${projectId} and l.project_id = ${projectId} and ${dialect.inIds(sql.ref('k.id'), keyIds)}
    group by k.id, k.version`.execute(db)
  return new Map(rows.map(({ id, version, text }) => [id, Math.max(version, text ?? 0)]))
}
