import { fold, type TranslationState } from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { keysUsedSince } from '../areas/served.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { OPEN_SUGGESTION, stateNumber } from '../rows.ts'
import { keyIdSql, positionRange, SPAN, translationIdSql } from '../tables.ts'
import type { Candidates } from './candidates.ts'
import { editConditions, excludedEditConditions } from './edit-conditions.ts'
import type { FilterScope, TagMatch } from './filter-scope.ts'

type Condition = RawBuilder<SqlBool>

export const ALWAYS: Condition = sql`1 = 1`
const NEVER: Condition = sql`1 = 0`

export function every(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? ALWAYS : joined(conditions, sql` and `)
}

export function some(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? NEVER : joined(conditions, sql` or `)
}

/** SQLite refuses expressions of a depth over 1000, and each further condition without parentheses is one deeper. */
const JOINED_WITHOUT_PARENTHESES = 100

function joined(conditions: readonly Condition[], by: RawBuilder<unknown>): Condition {
  if (conditions.length <= JOINED_WITHOUT_PARENTHESES) return sql`(${sql.join(conditions, by)})`
  const groups: Condition[] = []
  for (let at = 0; at < conditions.length; at += JOINED_WITHOUT_PARENTHESES)
    groups.push(sql`(${sql.join(conditions.slice(at, at + JOINED_WITHOUT_PARENTHESES), by)})`)
  return joined(groups, by)
}

/** Returns conditions on the row of a translation. */
export function stateConditions(scope: FilterScope, row: string): Condition[] {
  const { filter } = scope
  const made: Condition[] = []
  if (filter.states) made.push(isInState(row, filter.states))
  if (filter.outdated !== undefined)
    made.push(sql`${sql.ref(`${row}.outdated`)} = ${sql.lit(filter.outdated ? 1 : 0)}`)
  if (filter.failing !== undefined)
    made.push(sql`${sql.ref(`${row}.failing`)} = ${sql.lit(filter.failing ? 1 : 0)}`)
  return [...made, ...editConditions(scope, row)]
}

function isInState(row: string, states: readonly TranslationState[]): Condition {
  if (states.length === 0) return NEVER
  const numbers = states.map((state) => sql.lit(stateNumber(state)))
  return sql`${sql.ref(`${row}.state`)} in (${sql.join(numbers)}) and ${sql.ref(`${row}.sourceless`)} = 0`
}

/**
 * Returns the conditions that no language of a key can meet. `stateConditions` contains their negations, but those only
 * have to be true in one of several languages.
 */
export function excludedConditions(scope: FilterScope, row: string): Condition[] {
  const { filter } = scope
  return [
    ...(filter.notStates === undefined ? [] : [isInState(row, filter.notStates)]),
    ...(filter.outdated === false ? [sql<SqlBool>`${sql.ref(`${row}.outdated`)} = 1`] : []),
    ...(filter.failing === false ? [sql<SqlBool>`${sql.ref(`${row}.failing`)} = 1`] : []),
    ...excludedEditConditions(scope, row),
  ]
}

/** Returns conditions on the position of a key, by namespace. */
export function placeConditions(
  dialect: Dialect,
  { within, without }: FilterScope,
  position: RawBuilder<unknown>,
): Condition[] {
  // A pattern can match thousands of namespaces, too many for a condition on each.
  const isIn = (namespaces: readonly number[]) =>
    dialect.inIds(sql`${position} / ${sql.lit(SPAN)}`, namespaces)
  const made: Condition[] = []
  const [first] = within ?? []
  const last = within?.at(-1)
  if (first !== undefined && last !== undefined) {
    // Plain bounds, because databases can scan an index between them.
    made.push(sql`${position} >= ${positionRange(first)[0]} and ${position} < ${positionRange(last)[1]}`)
  }
  if (within !== null && within.length !== 1) made.push(isIn(within))
  if (without.length > 0) made.push(sql`not ${isIn(without)}`)
  return made
}

/** Returns conditions on the columns of the key `k`. */
export function keyConditions(dialect: Dialect, scope: FilterScope): Condition[] {
  const { filter, tags, notTags } = scope
  // Tags are case-sensitive, but LIKE on SQLite is not.
  const has = (tag: string): Condition => sql`replace(${TAGS}, ${quotedTag(tag)}, '') <> ${TAGS}`
  const hasAny = ({ names, lists }: TagMatch): Condition =>
    some([...names.map(has), ...(lists.length === 0 ? [] : [dialect.inTexts(sql.ref('k.tags'), lists)])])
  // The first of the two allows the index of tagged keys to be used.
  const made: Condition[] = tags === null ? [] : [sql`k.tags <> '[]'`, hasAny(tags)]
  if (notTags !== null) made.push(sql`not ${hasAny(notTags)}`)
  const isOf = (tasks: readonly number[]): Condition =>
    sql`k.id in (select key_id from task_key where task_id in (${sql.join(tasks)}))`
  if (filter.tasks !== undefined) made.push(filter.tasks.length === 0 ? NEVER : isOf(filter.tasks))
  if (filter.notTasks !== undefined && filter.notTasks.length > 0)
    made.push(sql`not ${isOf(filter.notTasks)}`)
  if (filter.plural !== undefined) made.push(filter.plural ? sql`k.plural <> 'none'` : sql`k.plural = 'none'`)
  if (filter.described !== undefined)
    made.push(filter.described ? sql`k.description <> ''` : sql`k.description = ''`)
  if (filter.limited !== undefined)
    made.push(filter.limited ? sql`k.max_length is not null` : sql`k.max_length is null`)
  if (filter.sourceless !== undefined) made.push(among(sourcelessKeys(scope), filter.sourceless))
  if (filter.unused !== undefined) made.push(among(unusedKeys(scope), filter.unused))
  for (const asked of scope.served) {
    const condition = asked.isServed ? servedSince(scope, asked) : notServedSince(scope, asked)
    made.push(asked.isNegated ? sql`not ${condition}` : condition)
  }
  if (filter.hasSuggestion !== undefined) made.push(among(openSuggestions(scope), filter.hasSuggestion))
  if (filter.hasComment !== undefined) made.push(among(openComments(scope), filter.hasComment))
  return made
}

/**
 * The tags of the key `k`, each between two quotes: quotes within a tag are escaped, and tags are separated by line
 * breaks instead of commas, which tags can contain. Otherwise `b` would be found in the tag `a"b`, and `,` between two
 * tags.
 */
const TAGS = sql`'"' || replace(substr(replace(replace(k.tags, ${'\\\\'}, ${'\\u005c'}), ${'\\"'}, ${'\\u0022'}), 3), '","', ${'"\n"'})`

/** Returns a tag as it is in `TAGS`. */
function quotedTag(tag: string): string {
  return `"${JSON.stringify(tag).slice(1, -1).replaceAll('\\\\', '\\u005c').replaceAll('\\"', '\\u0022')}"`
}

/**
 * Matches a set of keys. There are far fewer of these than strings, so a subquery finds them once instead of
 * a lookup for each string.
 */
function among(keyIds: RawBuilder<unknown>, isAmong: boolean): Condition {
  return isAmong ? sql`k.id in (${keyIds})` : sql`k.id not in (${keyIds})`
}

function sourcelessKeys({ projectId }: FilterScope): RawBuilder<unknown> {
  return sql`select e.key_id from project p join language l on l.project_id = p.id and l.tag = p.source_language
    join translation e on e.language_id = l.id and e.state = 0 where p.id = ${projectId}`
}

function unusedKeys({ projectId }: FilterScope): RawBuilder<unknown> {
  return sql`select u.key_id from unused_key u where u.project_id = ${projectId}`
}

type Served = FilterScope['served'][number]

/** Matches keys reported by an app or, if apps do not report, in a file that was loaded. */
function servedSince({ projectId }: FilterScope, { since, namespaces }: Served): Condition {
  return some([
    sql`k.id in (${keysUsedSince(projectId, since)})`,
    sql`k.namespace_id in (${idList(namespaces.loaded)})`,
  ])
}

/**
 * Matches only keys that were already there on that day, with the name and namespace that they have now, and whose use
 * would be known. Before a key was moved, it was in the files of another namespace.
 */
function notServedSince({ projectId }: FilterScope, { since, namespaces }: Served): Condition {
  const { reporting, notLoaded } = namespaces
  return every([
    sql`k.namespace_id in (${idList([...reporting, ...notLoaded])})`,
    sql`k.id not in (${keysUsedSince(projectId, since)})`,
    sql`not exists (select 1 from operation o where o.id in (k.operation_id, k.fields_operation_id) and o.at >= ${since})`,
  ])
}

function openSuggestions({ stateLanguages }: FilterScope): RawBuilder<unknown> {
  return sql`select g.key_id from suggestion g where g.state = ${sql.lit(OPEN_SUGGESTION)} and g.language_id in (${idList(stateLanguages)})`
}

/** Those that the list of comments shows for the languages: an open question is shown in all of them. */
function openComments({ projectId, stateLanguages }: FilterScope): RawBuilder<unknown> {
  return sql`select m.key_id from comment m where m.project_id = ${projectId} and m.is_resolved = 0 and (m.language is null
    or m.kind = 'question' or m.language in (select l.tag from language l where l.id in (${idList(stateLanguages)})))`
}

/** Joins ids; an empty list becomes an id that does not exist. */
function idList(ids: readonly number[]): RawBuilder<unknown> {
  return sql.join((ids.length === 0 ? [0] : ids).map((id) => sql.lit(id)))
}

/**
 * Returns conditions on folded texts, of the key's name and of the translations in the searched languages,
 * with the joins they need.
 */
export function textConditions(
  dialect: Dialect,
  scope: FilterScope,
  keyId: RawBuilder<unknown>,
): { readonly joins: RawBuilder<unknown>; readonly conditions: Condition[] } {
  const { filter, words, notWords } = scope
  const hasPatterns = filter.keyPatterns !== undefined || filter.notKeyPatterns !== undefined
  if (!hasPatterns && words.length === 0 && notWords.length === 0) return { joins: sql``, conditions: [] }
  const { joins, columns } = foldedTexts(
    words.length + notWords.length === 0 ? [0] : [0, ...scope.textLanguages],
    keyId,
  )
  const name = columns[0] ?? foldedText(keyId)
  const fits = (pattern: string): Condition => sql`${name} like ${likePattern(fold(pattern))} escape '\\'`
  const found = (word: string) => some(columns.map((column) => dialect.contains(column, word)))
  const conditions: Condition[] = []
  if (filter.keyPatterns) conditions.push(some(filter.keyPatterns.map(fits)))
  for (const pattern of filter.notKeyPatterns ?? []) conditions.push(sql`not (${fits(pattern)})`)
  for (const word of words) conditions.push(found(word))
  for (const word of notWords) conditions.push(sql`not ${found(word)}`)
  return { joins, conditions }
}

/**
 * Returns conditions for the keys `k` among the candidates: for each word only the texts found by the index
 * are compared, far fewer than all texts of these keys.
 */
export function foundConditions(dialect: Dialect, { keyIds, found }: Candidates): readonly Condition[] {
  if (found.length === 0) return [dialect.inIds(sql.ref('k.id'), keyIds)]
  return found.map(
    ({ word, textIds }) => sql`k.id in (select ${keyIdSql(sql.ref('st.id'))} from search_text st
      where ${dialect.inIds(sql.ref('st.id'), textIds)} and ${dialect.contains(sql.ref('st.folded'), word)}
        ${dialect.withinBudget ? sql`and ${dialect.withinBudget}` : sql``})`,
  )
}

/** A joined text is looked up once for all words, but a database can only join so many tables. */
const JOINED_AT_MOST = 10

/** Returns the folded texts of a key, one column per language; 0 is the key's name. */
function foldedTexts(
  languages: readonly number[],
  keyId: RawBuilder<unknown>,
): { readonly joins: RawBuilder<unknown>; readonly columns: readonly RawBuilder<string>[] } {
  const idIn = (languageId: number) => translationIdSql(sql.lit(languageId), keyId)
  if (languages.length > JOINED_AT_MOST)
    return { joins: sql``, columns: languages.map((languageId) => foldedText(idIn(languageId))) }
  const names = languages.map((_, index) => `st${index}`)
  return {
    joins: sql.join(
      languages.map(
        (languageId, index) =>
          sql` left join search_text ${sql.ref(`st${index}`)} on ${sql.ref(`st${index}.id`)} = ${idIn(languageId)}`,
      ),
      sql``,
    ),
    columns: names.map((name) => sql<string>`coalesce(${sql.ref(`${name}.folded`)}, '')`),
  }
}

function foldedText(id: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select st.folded from search_text st where st.id = ${id}), '')`
}

/** Returns a LIKE pattern in which `*` matches any characters and all others are literal. */
function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}
