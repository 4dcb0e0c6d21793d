import type { View } from '../format.ts'
import { type PluralRule, pluralRuleOf, TWO_FORMS } from '../plurals/plural-rule.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { languageTag, spellingsOf } from '../source/language-tag.ts'
import { isUsableKey } from '../source/usable-key.ts'
import type { CsvCell, CsvRow } from './scan-csv.ts'

// Godot's tables (class ResourceImporterCSVTranslation, from 4.6): the first column has the keys, which are usually the
// source texts; `?context` tells rows of one key apart, `?plural` holds the plural of the key, and rows below whose key,
// `?context` and `?plural` are empty hold further forms. A row `?pluralrule` has rules, and `_…` marks columns that Godot
// ignores.

export type GodotLayout = {
  /** The language of the keys, as written; null: the keys are not texts (`keys`, `id`). */
  readonly keyLanguage: string | null
  readonly context: number | null
  readonly plural: number | null
  readonly languages: readonly { readonly column: number; readonly language: string }[]
  readonly comments: readonly number[]
  readonly width: number
}

export type GodotMessage = {
  readonly name: string
  readonly key: string
  readonly context: string
  /** The plural of the key; empty if it has none. */
  readonly plural: string
  /** The rows of its forms, in order. */
  readonly rows: CsvRow[]
}

export type GodotTable = {
  readonly layout: GodotLayout
  readonly messages: readonly GodotMessage[]
  readonly rules: CsvRow | null
  /** Rows that are in no message. */
  readonly strays: readonly CsvRow[]
}

/** Returns whether a heading is one of Godot's own. */
export function isGodotHead(heads: readonly string[]): boolean {
  return heads.some((head) => /^\?(?:context|plural|pluralrule)$/.test(head.trim()))
}

export function godotLayout(heads: readonly string[]): GodotLayout {
  const names = heads.map((head) => head.trim())
  const at = (name: string): number | null => (names.includes(name) ? names.indexOf(name) : null)
  const columns = names.flatMap((name, column) => (column === 0 ? [] : [{ name, column }]))
  const [first = ''] = names
  return {
    keyLanguage: /^(?:keys?|ids?|name)?$/i.test(first) || languageTag(first) === null ? null : first,
    context: at('?context'),
    plural: at('?plural'),
    languages: columns.flatMap(({ name, column }) =>
      /^[?_]/.test(name) || languageTag(name) === null ? [] : [{ column, language: name }],
    ),
    comments: columns.flatMap(({ name, column }) =>
      /^_(?:notes?|comments?|descriptions?)$/i.test(name) ? [column] : [],
    ),
    width: heads.length,
  }
}

/** Groups the rows of a table, without its head, into messages. */
export function godotTable(rows: readonly CsvRow[], layout: GodotLayout): GodotTable {
  const messages: GodotMessage[] = []
  const strays: CsvRow[] = []
  let rules: CsvRow | null = null
  let open: GodotMessage | null = null
  for (const row of rows) {
    const key = cellText(row, 0)
    const context = layout.context === null ? '' : cellText(row, layout.context)
    const plural = layout.plural === null ? '' : cellText(row, layout.plural)
    if (key === '?pluralrule') {
      rules = row
      open = null
    } else if (key === '' && context === '' && plural === '') {
      if (open === null) strays.push(row)
      else open.rows.push(row)
    } else {
      const name = godotName(key, context)
      open = key !== '' && isUsableKey(name) ? { name, key, context, plural, rows: [row] } : null
      if (open === null) strays.push(row)
      else messages.push(open)
    }
  }
  return { layout, messages, rules, strays }
}

export function godotName(key: string, context: string): string {
  return context === '' ? key : `${context}${CONTEXT_END}${key}`
}

export function isPlural({ plural, rows }: GodotMessage): boolean {
  return plural !== '' || rows.length > 1
}

/** Returns the column of a view: that of the keys for their language, null if the table has none. */
export function godotColumn({ keyLanguage, languages }: GodotLayout, view: View | undefined): number | null {
  if (view === undefined) return languages[0]?.column ?? null
  const all = [...(keyLanguage === null ? [] : [{ column: 0, language: keyLanguage }]), ...languages]
  const [spelling] = spellingsOf(
    all.map(({ language }) => language),
    view.language,
  )
  const found = spelling === undefined ? undefined : all.find(({ language }) => language === spelling)
  return found?.column ?? (view.side === 'source' && keyLanguage !== null ? 0 : null)
}

/** Returns the plural rule of a column: that of the row `?pluralrule`, otherwise the usual one of its language. */
export function godotRule({ layout, rules }: GodotTable, column: number | null): PluralRule {
  if (column === null || column === 0) return TWO_FORMS
  const language = layout.languages.find((one) => one.column === column)?.language ?? null
  const stated = rules === null ? '' : cellText(rules, column)
  return pluralRuleOf(stated === '' ? null : stated, language)
}

export function cellText({ cells }: { readonly cells: readonly CsvCell[] }, column: number): string {
  return cells[column]?.text ?? ''
}
