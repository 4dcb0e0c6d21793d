import {
  actorId,
  append,
  type Forms,
  hasText,
  type RecordedActor,
  type ReviewKind,
  sameForms,
  type TranslationState,
} from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { lastOperationNumber } from '../areas/operations.ts'
import { openSuggestionsOf, type SuggestionRow } from '../areas/suggestions.ts'
import type { TextBefore } from '../door/change.ts'
import {
  OPEN_SUGGESTION,
  parseJson,
  recordedActor,
  stateNumber,
  translationRow,
  writerId,
  writerLabel,
} from '../rows.ts'
import { searchWords } from '../search/search-text.ts'
import type { Reader } from '../store.ts'
import { translationId, translationIdSql } from '../tables.ts'
import type { KeyRow, TranslationRow } from '../types.ts'
import { keyRowsById, textsOf } from './editor-page.ts'

/** An item of the review queue: a text, or the open suggestions for a string. */
export type ReviewItem = {
  readonly on: 'text' | 'suggestion'
  readonly kind: ReviewKind
  /** Position in the queue: grows with each write, and is restored by an undo. */
  readonly place: number
  readonly key: KeyRow
  readonly source: TranslationRow
  /** The current text. */
  readonly target: TranslationRow
  /**
   * The text that was last reviewed or, if none was, the previous text; for suggestions, the current text.
   */
  readonly before: { readonly forms: Forms; readonly state: TranslationState } | null
  /** The source text that was translated, if it has changed since. */
  readonly sourceBefore: Forms | null
  /** Open suggestions for the string, those with most votes first. */
  readonly suggestions: readonly SuggestionRow[]
}

export type ReviewPage = {
  readonly items: readonly ReviewItem[]
  readonly next: string | null
  /** The place of the last write so far: what is written later has a greater one. */
  readonly lastPlace: number
}

/** Size of a queue by kind and author; `atLeast` if only its beginning was counted. */
export type ReviewCounts = {
  readonly kinds: Readonly<Record<ReviewKind, number>>
  readonly authors: readonly { readonly actor: RecordedActor; readonly count: number }[]
  readonly atLeast: boolean
}

export type ReviewFilter = {
  readonly kind: ReviewKind | null
  /** Id of the author, or the name of one without id. */
  readonly author: string | null
  /** Each must be in the key’s name, the source, the text, or a suggestion; upper case and accents do not matter. */
  readonly words: readonly string[]
  /** Whether a check of the current text fails; null: either. */
  readonly failing: boolean | null
  /** Only strings of this task. */
  readonly task?: number | null
  /** Only strings of these namespaces; absent: all. */
  readonly namespaces?: ReadonlySet<string> | undefined
}

const TRANSLATED = stateNumber('translated')
const REVIEWED = stateNumber('reviewed')
const VISITOR = actorId('visitor')
/** Texts examined for one page, or for the counts: the rest of a queue is on further pages. */
const LOOKED_AT = 5000

type Place = { readonly place: number; readonly keyId: number }
type QueuedText = {
  place: number
  key_id: number
  outdated: number
  failing: number
  changed: number | boolean
  found: number | boolean
  actor_id: string | null
  actor_label: string | null
}
type Queued = Place & { readonly on: ReviewItem['on']; readonly kind: ReviewKind }

/**
 * Returns one page of a language's queue. A page can be short, or even empty, although there is a next one,
 * because only part of a long queue is examined. Texts in the source language are not reviewed, suggestions
 * for them are.
 */
export async function reviewPage(
  r: Reader,
  request: {
    readonly language: { readonly id: number; readonly tag: string }
    readonly source: { readonly id: number; readonly tag: string }
    readonly filter: ReviewFilter
    readonly order: 'oldest' | 'newest'
    readonly limit: number
    readonly cursor?: string
  },
): Promise<ReviewPage> {
  const { language, source, order, limit } = request
  const filter = { ...request.filter, words: searchWords(request.filter.words) }
  // Read before the items, so that nothing written meanwhile counts as known.
  const lastPlace = await lastOperationNumber(r)
  const after = readCursor(request.cursor)
  const isSource = language.id === source.id
  const ask = { languageId: language.id, sourceId: source.id, filter, order, after, limit }
  const texts = isSource || filter.kind === 'suggestions' ? NOTHING : await queuedTexts(r, ask)
  const proposed =
    filter.kind === null || filter.kind === 'suggestions' ? await queuedSuggestions(r, ask) : NOTHING
  const sign = order === 'oldest' ? 1 : -1
  // What follows the examined part of one list can come before the next item of the other.
  const ends = [texts.end, proposed.end].filter((end) => end !== null).sort((a, b) => sign * compare(a, b))
  const [end] = ends
  const all = [...texts.found, ...proposed.found]
    .filter((queued) => end === undefined || sign * compare(queued, end) <= 0)
    .sort((a, b) => sign * compare(a, b))
  const shown = all.slice(0, limit)
  const last = all.length > limit ? shown.at(-1) : end
  return {
    lastPlace,
    items: await itemsOf(r, request, shown),
    next: last === undefined ? null : `${last.place}-${last.keyId}`,
  }
}

/** `end`: how far the list was examined, if there can be more after it. */
type Looked = { readonly found: readonly Queued[]; readonly end: Place | null }
const NOTHING: Looked = { found: [], end: null }

type Ask = {
  readonly languageId: number
  readonly sourceId: number
  readonly filter: ReviewFilter
  readonly order: 'oldest' | 'newest'
  readonly after: Place | null
  readonly limit: number
}

function compare(a: Place, b: Place): number {
  return a.place - b.place || a.keyId - b.keyId
}

function readCursor(cursor: string | undefined): Place | null {
  const [, place, keyId] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor ?? '') ?? []
  return place === undefined ? null : { place: Number(place), keyId: Number(keyId) }
}

async function queuedTexts(r: Reader, ask: Ask): Promise<Looked> {
  const { filter, limit } = ask
  const { kind: asked, author, words, failing } = filter
  const isFiltered = asked !== null || author !== null || words.length > 0 || failing !== null
  const wanted = limit + 1
  const rows = await textsInQueue(r, { ...ask, limit: isFiltered ? LOOKED_AT : wanted })
  const found: Queued[] = []
  for (const row of rows) {
    const { place, key_id: keyId } = row
    const kind = kindOf(row)
    if (!row.found) continue
    if (asked !== null && kind !== asked) continue
    if (author !== null && (row.actor_id ?? row.actor_label) !== author) continue
    if (failing !== null && (row.failing === 1) !== failing) continue
    found.push({ on: 'text', kind, place, keyId })
    if (found.length === wanted) break
  }
  const last = rows.at(-1)
  const isCut = isFiltered && rows.length === LOOKED_AT && found.length < wanted
  return { found, end: isCut && last ? { place: last.place, keyId: last.key_id } : null }
}

/**
 * Returns texts that were not reviewed, and reviewed ones whose source has changed since, in the order of the
 * operations they belong to: an undone review restores their places. Strings with open suggestions are queued
 * for those instead.
 */
async function textsInQueue(
  { db, dialect }: Reader,
  ask: Omit<Ask, 'filter'> & { readonly filter: Pick<ReviewFilter, 'words' | 'task' | 'namespaces'> },
): Promise<readonly QueuedText[]> {
  const { languageId, filter, order, after, limit } = ask
  // Two lists, because each has an index in this order.
  const waiting = (state: RawBuilder<SqlBool>) => sql`
    select * from (select t.* from translation t
      where t.language_id = ${languageId} and ${state} and ${isOfTask(filter, sql.ref('t.key_id'))}
        and ${isInNamespaces(dialect, { languageId, ...filter }, sql.ref('t.key_id'))}
        and not exists (select 1 from suggestion s
          where s.language_id = ${languageId} and s.key_id = t.key_id and s.state = ${sql.lit(OPEN_SUGGESTION)})
        and ${further(order, after, { place: sql.ref('t.operation_id'), keyId: sql.ref('t.key_id') })}
      order by t.operation_id ${direction(order)}, t.key_id ${direction(order)} limit ${limit})`
  const found = await sql<QueuedText>`
    select t.operation_id as place, t.key_id, t.outdated, t.failing, ${writerId('t', 'o')} as actor_id, ${writerLabel('t', 'o')} as actor_label,
      exists (select 1 from change c where c.key_id = t.key_id and c.language_id = t.language_id
        and c.replaced_text = 1) as changed,
      case when ${saysAll(dialect, ask, filter.words, sql.ref('t.key_id'))} then 1 else 0 end as found
    from (${waiting(sql`t.state = ${sql.lit(TRANSLATED)}`)} as fresh
      union all ${waiting(sql`t.state = ${sql.lit(REVIEWED)} and t.outdated = 1`)} as again) as t
    left join operation o on o.id = t.operation_id
    order by t.operation_id ${direction(order)}, t.key_id ${direction(order)} limit ${limit}`.execute(db)
  return found.rows
}

function kindOf(row: Pick<QueuedText, 'outdated' | 'changed'>): ReviewKind {
  if (row.outdated === 1) return 'source-changed'
  return row.changed ? 'changed' : 'new'
}

/** Builds SQL for whether every word is in the key's name, its source or its text. */
function saysAll(
  dialect: Reader['dialect'],
  { languageId, sourceId }: Pick<Ask, 'languageId' | 'sourceId'>,
  words: readonly string[],
  keyId: RawBuilder<unknown>,
  orElse: (word: string) => RawBuilder<unknown> = () => sql``,
): RawBuilder<SqlBool> {
  if (words.length === 0) return sql`1 = 1`
  const ids = [0, sourceId, languageId].map((id) => translationIdSql(sql.lit(id), keyId))
  const says = (word: string) => sql`(exists (select 1 from search_text st where st.id in (${sql.join(ids)})
    and ${dialect.contains(sql.ref('st.folded'), word)}) ${orElse(word)})`
  return sql`(${sql.join(words.map(says), sql` and `)})`
}

function isOfTask(
  { task = null }: Pick<ReviewFilter, 'task'>,
  keyId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return task === null ? sql`1 = 1` : sql`${keyId} in (select key_id from task_key where task_id = ${task})`
}

function isInNamespaces(
  dialect: Reader['dialect'],
  {
    languageId,
    namespaces,
  }: { readonly languageId: number; readonly namespaces?: ReadonlySet<string> | undefined },
  keyId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (namespaces === undefined) return sql`1 = 1`
  return sql`${keyId} in (select k.id from key k join namespace n on n.id = k.namespace_id
    where n.project_id = (select project_id from language where id = ${languageId})
      and ${dialect.inTexts(sql.ref('n.name'), [...namespaces])})`
}

function direction(order: Ask['order']): RawBuilder<unknown> {
  return order === 'oldest' ? sql`asc` : sql`desc`
}

function further(
  order: Ask['order'],
  after: Place | null,
  { place, keyId }: { readonly place: RawBuilder<unknown>; readonly keyId: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  if (after === null) return sql`1 = 1`
  return order === 'oldest'
    ? sql`(${place}, ${keyId}) > (${after.place}, ${after.keyId})`
    : sql`(${place}, ${keyId}) < (${after.place}, ${after.keyId})`
}

async function queuedSuggestions(
  { db, dialect }: Reader,
  { languageId, sourceId, filter, order, after, limit }: Ask,
): Promise<Looked> {
  const keyId = sql.ref('q.key_id')
  const proposes = (
    word: string,
  ) => sql`or exists (select 1 from suggestion p where p.language_id = ${languageId}
    and p.key_id = ${keyId} and p.state = ${sql.lit(OPEN_SUGGESTION)} and ${dialect.contains(sql.ref('p.folded'), word)})`
  const fails = filter.failing === null ? sql`` : sql`and t.failing = ${sql.lit(filter.failing ? 1 : 0)}`
  const by =
    filter.author === null ? sql`` : sql`and coalesce(s.author_id, s.author_label) = ${filter.author}`
  const found = await sql<{ place: number; key_id: number }>`
    select q.place, q.key_id from (
      select s.key_id, min(s.id) as place from suggestion s
        join translation t on t.id = ${translationIdSql(sql.ref('s.language_id'), sql.ref('s.key_id'))}
      where s.language_id = ${languageId} and s.state = ${sql.lit(OPEN_SUGGESTION)} ${by} ${fails}
      group by s.key_id) q
    where ${further(order, after, { place: sql.ref('q.place'), keyId })} and ${isOfTask(filter, keyId)}
      and ${isInNamespaces(dialect, { languageId, ...filter }, keyId)}
      and ${saysAll(dialect, { languageId, sourceId }, filter.words, keyId, proposes)}
    order by q.place ${direction(order)}, q.key_id ${direction(order)} limit ${limit + 1}`.execute(db)
  const rows = found.rows.map(
    (row): Queued => ({ on: 'suggestion', kind: 'suggestions', place: row.place, keyId: row.key_id }),
  )
  return { found: rows, end: null }
}

async function itemsOf(
  r: Reader,
  { language, source }: Parameters<typeof reviewPage>[1],
  queued: readonly Queued[],
): Promise<ReviewItem[]> {
  const keyIds = [...new Set(queued.map(({ keyId }) => keyId))]
  if (keyIds.length === 0) return []
  const keys = await keyRowsById(r, keyIds)
  const texts = await textsOf(r, keyIds, [language.id, source.id])
  const suggestions = await openSuggestionsOf(r, language.id, keyIds)
  const outdated = queued.flatMap(({ kind, keyId }) => (kind === 'source-changed' ? [keyId] : []))
  const earlier = await earlierTexts(r, language.id, keyIds)
  const earlierSources = await earlierTexts(r, source.id, outdated)
  return queued.flatMap(({ on, kind, place, keyId }) => {
    const key = keys.get(keyId)
    const from = texts.get(translationId(source.id, keyId))
    const to = texts.get(translationId(language.id, keyId))
    if (!key || !from || !to) return []
    const target = translationRow(to, language.tag)
    const present = { forms: target.forms, state: target.state }
    const madeFor = earlierSources.get(keyId)?.find(({ version }) => version === target.sourceVersion)
    return [
      {
        on,
        kind,
        place,
        key,
        source: translationRow(from, source.tag),
        target,
        before:
          on === 'text'
            ? textBefore(target.forms, earlier.get(keyId) ?? [])
            : hasText(target.forms)
              ? present
              : null,
        sourceBefore: target.outdated && madeFor ? madeFor.forms : null,
        suggestions: suggestions.get(keyId) ?? [],
      },
    ]
  })
}

/** Returns previous texts, newest first, by key. */
async function earlierTexts(
  { db, dialect }: Reader,
  languageId: number,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly TextBefore[]>> {
  if (keyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('change')
    .select(['key_id', 'before'])
    .where(dialect.inIds(sql.ref('key_id'), keyIds))
    .where('language_id', '=', languageId)
    .where('kind', '=', 'text')
    .orderBy('id', 'desc')
    .execute()
  const texts = new Map<number, TextBefore[]>()
  for (const { key_id, before } of rows) append(texts, key_id, parseJson<TextBefore>(before))
  return texts
}

/** Returns the text that was last reviewed or, if none was, the one before this one. */
function textBefore(forms: Forms, earlier: readonly TextBefore[]): ReviewItem['before'] {
  const others = earlier.filter((text) => hasText(text.forms) && !sameForms(text.forms, forms))
  const before = others.find(({ state }) => state === 'reviewed') ?? others[0]
  return before ? { forms: before.forms, state: before.state } : null
}

/** Counts the queue of a language, or its first few thousand items. */
export async function reviewCounts(
  r: Reader,
  request: {
    readonly languageId: number
    readonly isSource: boolean
    /** Only strings of these namespaces; absent: all. */
    readonly namespaces?: ReadonlySet<string> | undefined
  },
): Promise<ReviewCounts> {
  const { languageId, isSource, namespaces } = request
  const kinds = { changed: 0, suggestions: 0, new: 0, 'source-changed': 0 }
  const authors = new Map<string, { actor: RecordedActor; count: number }>()
  const note = (id: string | null, label: string | null, count: number) => {
    if (label === null) return
    const name = id ?? label
    // All visitors are one entry: no one knows which of their names are the same person
    const known = authors.get(name) ?? { actor: recordedActor(id, id === VISITOR ? '' : label), count: 0 }
    authors.set(name, { ...known, count: known.count + count })
  }
  const all = { filter: { words: [], namespaces }, order: 'oldest', after: null, limit: LOOKED_AT } as const
  const texts = isSource ? [] : await textsInQueue(r, { languageId, sourceId: languageId, ...all })
  for (const row of texts) {
    kinds[kindOf(row)] += 1
    note(row.actor_id, row.actor_label, 1)
  }
  const there = sql`from suggestion s
      join translation t on t.id = ${translationIdSql(sql.ref('s.language_id'), sql.ref('s.key_id'))}
    where s.language_id = ${languageId} and s.state = ${sql.lit(OPEN_SUGGESTION)}
      and ${isInNamespaces(r.dialect, { languageId, namespaces }, sql.ref('s.key_id'))}`
  const strings = await sql<{ strings: number }>`
    select count(distinct s.key_id) as strings ${there}`.execute(r.db)
  kinds.suggestions = strings.rows[0]?.strings ?? 0
  const suggesters = await sql<{ author_id: string | null; author_label: string; strings: number }>`
    select s.author_id, max(s.author_label) as author_label, count(distinct s.key_id) as strings ${there}
    group by s.author_id, case when s.author_id is null then s.author_label else '' end`.execute(r.db)
  for (const row of suggesters.rows) note(row.author_id, row.author_label, row.strings)
  return {
    kinds,
    authors: [...authors.values()].sort((a, b) => b.count - a.count),
    atLeast: texts.length === LOOKED_AT,
  }
}

/**
 * Returns how many reviewed texts of each namespace have to be reviewed again in each language, because their source
 * has changed.
 */
export async function textsToReviewAgain(
  { db }: Reader,
  projectId: number,
): Promise<readonly { readonly tag: string; readonly namespace: string; readonly texts: number }[]> {
  const found = await sql<{ tag: string; namespace: string; texts: number }>`
    select l.tag, n.name as namespace, count(*) as texts from language l
      join translation t on t.language_id = l.id and t.state = ${sql.lit(REVIEWED)} and t.outdated = 1
      join key k on k.id = t.key_id join namespace n on n.id = k.namespace_id
    where l.project_id = ${projectId} and not exists (select 1 from suggestion s
      where s.language_id = l.id and s.key_id = t.key_id and s.state = ${sql.lit(OPEN_SUGGESTION)})
    group by l.tag, n.name`.execute(db)
  return found.rows.map(({ texts, ...of }) => ({ ...of, texts: Number(texts) }))
}
