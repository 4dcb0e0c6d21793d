import type { EntryPath } from '@dragoman/core'
import type { EntryEdit, EntryUnit } from '../format.ts'
import type { JsonNode, JsonTree } from '../source/json.ts'
import type { DraftValue } from '../source/json-draft.ts'
import type { JsonLayout } from '../source/json-layout.ts'
import type { EscapeStyle } from '../source/json-string.ts'
import type { Siblings } from '../source/siblings.ts'

/**
 * The differences between dialects of JSON. Reading, splicing and layout are the same for all (read-json.ts,
 * edit-json.ts): a dialect defines which texts are entries, their names, and the positions of new ones.
 */
export interface JsonDialect {
  readonly id: string
  readonly grammar: JsonGrammar
  /**
   * The locations in which one key can represent several parts of a path, like `"menu.open"`: `anywhere`, at
   * the `root` only, `never`, or `always`, because a file of this dialect has one level. Reading does not
   * interpret dots; this is about new entries.
   */
  readonly dottedKeys: 'anywhere' | 'root' | 'never' | 'always'
  /**
   * Whether the program ignores an empty text, so that another location of the same name would become
   * effective.
   */
  readonly passesOverEmpty: boolean
  /** Whether the dialect's programs use `a` rather than `b` with the same name; must be consistent. */
  isPreferred(a: NamedText, b: NamedText): boolean
  /**
   * Returns the meaning of a text; null: not an entry. Absent: every text is an entry, named by its path
   * joined with dots.
   */
  textAt?(location: JsonLocation): TextMeaning | null
  /** Returns the texts of a new entry, its own first. Absent: the text at the entry's path. */
  placements?(addition: Addition, context: DialectContext): readonly Placement[]
  /**
   * Returns the key of the member that accompanies the one with `key`, for example `@key`: it is moved and
   * removed with it.
   */
  companionOf?(key: string): string
  /**
   * Whether an object that has lost its last text has only details of it, which are removed with the text. Absent: never.
   */
  isLeftover?(object: JsonValue): boolean
}

/** How the texts of a file are written: strict JSON or a superset. */
export interface JsonGrammar {
  parse(text: string): JsonTree
  quote(text: string, layout: JsonLayout): string
  quoteKey(key: string, layout: JsonLayout): string
  /**
   * Returns the raw text of a value with its text replaced by `text`, with the same quotes and escapes as far
   * as possible.
   */
  requote(raw: string, text: string, escapes: EscapeStyle): string
  /** Returns the text before a member, with a comment added. Absent: the language has no comments. */
  leadWithComment?(lead: string, comment: string): string
}

export type NamedText = { readonly path: EntryPath; readonly text: string }

export type Addition = Extract<EntryEdit, { kind: 'add' }>

/** A text of a new entry, and its position in the file. An existing comment is not changed. */
export type Placement = {
  readonly path: EntryPath
  readonly text: string
  /** Keys, nearest first, that it is inserted after if they are among its siblings, before any other rule. */
  readonly following?: readonly string[]
}

/**
 * The data that a dialect can check before it decides on the position of a new entry: the file, and a sibling
 * if the file is empty.
 */
export type DialectContext = { readonly root: JsonValue; readonly modelRoot: JsonValue | null }

/** A value during reading or editing. */
export type JsonValue = JsonNode | DraftValue

/** The location of a value: its path and name in the file, its siblings and its parent. */
export type JsonLocation = {
  readonly path: EntryPath
  /** The path joined with dots. */
  readonly name: string
  /** The members of its object; null in an array and for the root. */
  readonly siblings: Siblings<JsonValue> | null
  readonly parent: JsonLocation | null
  /** The comment at the member, if the grammar has comments. */
  readonly note: string | undefined
}

export type TextMeaning = {
  readonly path: EntryPath
  readonly name: string
  readonly unit?: EntryUnit
  readonly comment?: string
  readonly maxLength?: number
  /**
   * How many levels above the text the entry's member is: 1 for `message` in `{ "key": { "message": … } }`.
   * Absent: 0.
   */
  readonly up?: number
}

export const ROOT_SPOT: JsonLocation = { path: [], name: '', siblings: null, parent: null, note: undefined }

/** Returns the text of a value, or null. */
export function textOfValue(value: JsonValue | undefined): string | null {
  if (value === undefined) return null
  if (value.kind === 'string') return value.value
  return value.kind === 'leaf' ? value.text : null
}

/** Returns the members of an object; none of anything else. */
export function membersOfValue(
  value: JsonValue | undefined,
): readonly { readonly key: string | null; readonly value: JsonValue }[] {
  if (value === undefined || value.kind !== 'object') return []
  return 'members' in value ? value.members : value.items
}

/** Returns the member of an object with `key` that is used, which is the last one. */
export function memberOfValue(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return membersOfValue(value).findLast((member) => member.key === key)?.value
}
