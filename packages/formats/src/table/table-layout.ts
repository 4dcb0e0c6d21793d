import type { EntryState, View } from '../format.ts'
import { languageOfName } from '../paths/language-name.ts'
import { languageTag, spellingsOf } from '../source/language-tag.ts'
import { headOf, languageOfHead } from './language-head.ts'
import { STATES_OF_KIND, type StateKind, stateKindOf } from './state-word.ts'

/** The meaning of a table's columns. */
export type TableLayout = {
  /** Texts of one language, source and target side by side, or one column for each language. */
  readonly kind: 'one' | 'two' | 'many'
  /** Whether the first row names the columns. */
  readonly hasHead: boolean
  readonly key: number
  /** The column of the source texts, which can be that of the keys. */
  readonly source: number | null
  readonly texts: readonly TextColumn[]
  readonly comments: readonly number[]
  /** Columns that tell rows of one key apart; see `namesOfRows`. */
  readonly contexts: readonly number[]
  readonly state: number | null
  /** How its column of states shows them. */
  readonly stateKind: StateKind
  readonly maxLength: number | null
  /** The number of columns. */
  readonly width: number
}

/**
 * `language` is the tag as written in the file, or that of the language it names; null if unknown. `head` is
 * the complete header of the column.
 */
export type TextColumn = { readonly column: number; readonly language: string | null; readonly head: string }

/** Returns the other rows of a table; they are only read if the first one allows several layouts. */
export type RowsAfter = () => Iterable<readonly string[]>

/**
 * Determines the layout from the first row; if it does not name columns, it is a row like the others: the key
 * and its text.
 */
export function tableLayout(first: readonly string[], rowsAfter: RowsAfter = () => []): TableLayout {
  return headLayout(first, rowsAfter) ?? { ...NO_HEAD, width: Math.max(first.length, 2) }
}

/** Returns the column with the texts of a view; null if the table has none for its language. */
export function columnOf(layout: TableLayout, view: View | undefined): number | null {
  const { kind, texts, source, key } = layout
  const first = (texts.find((text) => text.column !== key) ?? texts[0])?.column ?? null
  if (view === undefined) return first
  // Keys without a header can be the source texts.
  if (kind === 'one') return view.side === 'source' && !layout.hasHead ? key : first
  if (kind === 'two') return view.side === 'source' ? source : first
  const [spelling] = spellingsOf(languagesOf(layout), view.language)
  const found = texts.find((text) => text.language === spelling && spelling !== undefined)
  if (found !== undefined) return found.column
  return view.side === 'source' ? source : null
}

/**
 * Returns the states that the texts of a view have. Source texts have none of their own, and neither do those of a table
 * with a column for each language, where one state is for a whole row.
 */
export function statesOf(layout: TableLayout, view: View | undefined): readonly EntryState[] {
  const { kind, state, stateKind, source } = layout
  const hasOwn = state !== null && kind !== 'many' && columnOf(layout, view) !== source
  return hasOwn ? STATES_OF_KIND[stateKind] : []
}

/** Returns the languages named in a table, as written there. */
export function languagesOf({ texts }: TableLayout): readonly string[] {
  return texts.map((text) => text.language).filter((language) => language !== null)
}

/** Returns the header of a new column for a language, spelled like the others. */
export function headFor(layout: TableLayout, language: string): string {
  return headOf(
    language,
    layout.texts.flatMap((text) => (text.language === null ? [] : [text.head])),
  )
}

/** Whether a column is the only language, as in a model with one file per language. */
export function isOnlyLanguage({ kind, texts }: TableLayout, column: number): boolean {
  return kind === 'many' && texts.length === 1 && texts[0]?.column === column
}

type Role =
  | 'key'
  | 'id'
  | 'location'
  | 'source'
  | 'target'
  | 'value'
  | 'comment'
  | 'context'
  | 'group'
  | 'state'
  | 'max-length'
  | 'language'
  | 'ignored'
  | 'unknown'

const NO_HEAD: TableLayout = {
  kind: 'one',
  hasHead: false,
  key: 0,
  source: null,
  texts: [{ column: 1, language: null, head: '' }],
  comments: [],
  contexts: [],
  state: null,
  stateKind: 'words',
  maxLength: null,
  width: 2,
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...roles(
    'key',
    'key keys id identifier item name msgid label token resource',
    'string id',
    'string key',
    'translation key',
  ),
  ...roles(
    'key',
    'constant slug variable',
    'key name',
    'message id',
    'message key',
    'text id',
    'text key',
    'resource key',
    'translation id',
  ),
  ...roles('location', 'location'),
  ...roles(
    'source',
    'source original',
    'source text',
    'source string',
    'source term',
    'original text',
    'original string',
  ),
  ...roles(
    'target',
    'target translation translated msgstr',
    'target text',
    'translated text',
    'target string',
    'translated string',
  ),
  ...roles('value', 'value text string message'),
  ...roles(
    'comment',
    'comment comments note notes description',
    'developer comment',
    'developer comments',
    'translator comment',
  ),
  ...roles('comment', 'translator comments', 'extracted comments', 'shared comments'),
  ...roles('context', 'context'),
  ...roles('group', 'namespace group section module category domain'),
  ...roles('state', 'state status fuzzy approved'),
  ...roles('max-length', 'max maxlength limit', 'max length', 'character limit', 'char limit'),
])

function roles(
  role: Role,
  words: string,
  ...phrases: readonly string[]
): readonly (readonly [string, Role])[] {
  return [...words.split(' '), ...phrases].map((head) => [head, role])
}

/** Returns the layout of a header; null if the row does not name its columns. */
function headLayout(first: readonly string[], rowsAfter: RowsAfter): TableLayout | null {
  const heads = first.map((head) => head.trim())
  const found = rolesOf(heads)
  const languages = heads.map((head, i) => (found[i] === 'language' ? languageOfHead(head) : null))
  const at = (role: Role): number | null => (found.includes(role) ? found.indexOf(role) : null)
  const allAt = (role: Role): readonly number[] =>
    found.flatMap((other, i) => (other === role && i !== key ? [i] : []))
  const keyAt = keyColumnOf(heads, found, rowsAfter)
  const source = at('source')
  const key = keyAt ?? source ?? at('language')
  const known = new Set(found.filter((role, i) => !NAMES_NO_TEXT.has(role) && i !== key))
  const isNamed =
    keyAt !== null ? known.size > 0 : known.size > 0 && (source !== null || countLanguages(languages) > 1)
  if (key === null || !isNamed || heads.length < 2) return null
  const state = at('state')
  const base = {
    hasHead: true,
    key,
    // A new comment is written to the first of them.
    comments: [...allAt('comment'), ...allAt('context')],
    contexts: [...allAt('context'), ...allAt('group')],
    state,
    stateKind: state === null ? 'words' : stateKindOf(heads[state] ?? '', textsIn(state, rowsAfter)),
    maxLength: at('max-length'),
    width: heads.length,
  }
  const named = languages.flatMap((language, column) =>
    language === null ? [] : [{ column, language, head: heads[column] ?? '' }],
  )
  if (named.length > 0)
    return { ...base, kind: 'many', source: source ?? (keyAt === null ? key : null), texts: named }
  const textColumn = (column: number): TextColumn => ({ column, language: null, head: heads[column] ?? '' })
  // Without another column for texts, one that is usually a group contains them.
  const other = found.includes('unknown') ? found.lastIndexOf('unknown') : found.lastIndexOf('group')
  const target = at('target') ?? at('value') ?? (other >= 0 ? other : null)
  if (source !== null && target !== null) return { ...base, kind: 'two', source, texts: [textColumn(target)] }
  const only = target ?? source
  return only === null || only === key
    ? null
    : { ...base, kind: 'one', source: null, texts: [textColumn(only)] }
}

/** Returns the texts of a column one by one, without its heading. */
function* textsIn(column: number, rowsAfter: RowsAfter): Generator<string> {
  for (const row of rowsAfter()) yield row[column] ?? ''
}

/** Roles of columns that do not make a row the header of a table of texts. */
const NAMES_NO_TEXT: ReadonlySet<Role> = new Set(['unknown', 'ignored', 'group', 'key', 'id', 'location'])

/**
 * Returns the column of the keys; null: there is none, but the source texts can be the keys. In tables of Weblate and
 * of the Translate Toolkit, only the rows show which of the columns that seem to be for keys are filled.
 */
function keyColumnOf(heads: readonly string[], found: readonly Role[], rowsAfter: RowsAfter): number | null {
  const at = (role: Role): number | null => (found.includes(role) ? found.indexOf(role) : null)
  const exact = heads.findIndex((head) => /^keys?$/i.test(head))
  const named = exact >= 0 ? exact : at('key')
  if (named !== null) return named
  const [source, id, location] = [at('source'), at('id'), at('location')]
  const hasTexts = found.some((role) => role === 'target' || role === 'value' || role === 'language')
  if (source === null || !hasTexts) return location
  if (id === null && location === null) return null
  const isKey = (column: number | null) => column !== null && identifies(rowsAfter(), column, source)
  return [at('context'), id].find(isKey) ?? null
}

/** Whether a column has a text in each row with a source text, and the same one only in rows of the same source text. */
function identifies(rows: Iterable<readonly string[]>, column: number, source: number): boolean {
  const sources = new Map<string, string>()
  for (const row of rows) {
    const [text = '', sourceText = ''] = [row[column]?.trim(), row[source]]
    if (text === '' && sourceText === '') continue
    if (text === '' || (sources.get(text) ?? sourceText) !== sourceText) return false
    sources.set(text, sourceText)
  }
  return true
}

/** Counts the languages; `aa` and `Afar` side by side are a code and its name in a list of languages. */
function countLanguages(heads: readonly (string | null)[]): number {
  return new Set(
    heads.flatMap((head) => (head === null ? [] : (languageTag(head) ?? languageOfName(head) ?? head))),
  ).size
}

/**
 * Returns the role of a column. `id` is a key in the first column and Indonesian in others (see `rolesOf`); `Id` in
 * another column is Unity's number of a key.
 */
function roleOf(head: string, column: number): Role {
  if (head === '') return column === 0 ? 'key' : 'unknown'
  const word = head.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  if (column > 0 && word === 'id') return head === 'id' ? 'language' : 'ignored'
  // Godot's columns for data other than texts.
  if (/^[_?]/.test(head)) return 'ignored'
  return ROLES.get(word) ?? (languageOfHead(head) === null ? 'unknown' : 'language')
}

/**
 * Codes that are also words, used as headers of other columns: `min` is hardly Minangkabau next to `en` and
 * `de`.
 */
const CODES_LIKE_WORDS: ReadonlySet<string> = new Set(['cat', 'geo', 'min', 'nr', 'sid', 'str'])

/** Returns the role of each column, considering the others. */
function rolesOf(heads: readonly string[]): readonly Role[] {
  const roles = heads.map(roleOf)
  const languages = heads.filter((_, i) => roles[i] === 'language')
  const hasLongCodes = languages.some(
    (head) => /^[a-z]{3}$/i.test(head) && !CODES_LIKE_WORDS.has(head.toLowerCase()),
  )
  const hasShortCodes = languages.some((head) => languageTag(head)?.split('-')[0]?.length === 2)
  const isBilingual = roles.includes('source') && roles.includes('target')
  return roles.map((role, column) => {
    if (role !== 'language') return role
    const word = heads[column]?.toLowerCase() ?? ''
    if (word === 'id' && isBilingual) return 'id'
    // `no` before the key numbers the rows.
    if (word === 'no' && column === 0 && roles.includes('key')) return 'ignored'
    return CODES_LIKE_WORDS.has(word) && hasShortCodes && !hasLongCodes ? 'ignored' : role
  })
}
