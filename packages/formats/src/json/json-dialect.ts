import type { EntryPath } from '@dragoman/core'
import type { Capability, EntryEdit, EntryUnit, Format, Recognition } from '../format.ts'
import type { JsonNode, JsonTree } from '../source/json.ts'
import type { DraftValue } from '../source/json-draft.ts'
import type { JsonLayout } from '../source/json-layout.ts'
import type { EscapeStyle } from '../source/json-string.ts'
import type { Siblings } from '../source/siblings.ts'

/**
 * What tells one dialect of JSON from the others. Reading, splicing and layout are the same for all
 * (read-json.ts, edit-json.ts): a dialect says which texts are entries, under which names, and where a new
 * one goes.
 */
export interface JsonDialect {
  readonly id: string
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  readonly plurals: Format['plurals']
  /** An id of core's message syntaxes. */
  readonly syntax: string
  readonly holds: readonly Capability[]
  readonly grammar: JsonGrammar
  /**
   * Where one key may stand for several parts of a path, as `"menu.open"`: `anywhere`, at the `root` only,
   * `never`, or `always`, because a file of this dialect has one level. Reading takes dots as they are; this
   * is about new entries.
   */
  readonly dottedKeys: 'anywhere' | 'root' | 'never' | 'always'
  /** The program passes over an empty text, so that another place of the same name would come into force. */
  readonly passesOverEmpty: boolean
  /**
   * Which of two places with the same name the dialect's programs use; must not depend on which is asked
   * first.
   */
  isPreferred(a: NamedText, b: NamedText): boolean
  /** What a text is; null: no entry. Absent: every text is an entry, its name the path joined with dots. */
  textAt?(location: JsonLocation): TextMeaning | null
  /** The texts that make up a new entry, its own first. Absent: the text at the entry's path. */
  placements?(addition: Addition, context: DialectContext): readonly Placement[]
  /**
   * The key of the member that belongs to the member with `key`, goes where it goes and disappears with it,
   * as `@key`.
   */
  companionOf?(key: string): string
  recognise(path: string, head: string): Recognition
}

/** How the texts of a file are written: strict JSON or a language that contains it. */
export interface JsonGrammar {
  parse(text: string): JsonTree
  quote(text: string, layout: JsonLayout): string
  quoteKey(key: string, layout: JsonLayout): string
  /**
   * The raw text of a value after it became `text`, with the quotes and escapes it had where they still fit.
   */
  requote(raw: string, text: string, escapes: EscapeStyle): string
  /** What stands before a member, with a comment added. Absent: the language has none. */
  leadWithComment?(lead: string, comment: string): string
}

export type NamedText = { readonly path: EntryPath; readonly text: string }

export type Addition = Extract<EntryEdit, { kind: 'add' }>

/** A text of a new entry: where it goes in the file. A comment that is there already is left alone. */
export type Placement = {
  readonly path: EntryPath
  readonly text: string
  /** Keys, nearest first, that it goes after where it has siblings with them, before any other wish. */
  readonly following?: readonly string[]
}

/**
 * What a dialect may look at before it decides where a new entry goes: the file, and a sibling where the file
 * is empty.
 */
export type DialectContext = { readonly root: JsonValue; readonly modelRoot: JsonValue | null }

/** A value while it is read or while it is edited. */
export type JsonValue = JsonNode | DraftValue

/** Where a value stands: its path and name in the file, what is beside it and what it is in. */
export type JsonLocation = {
  readonly path: EntryPath
  /** The path joined with dots. */
  readonly name: string
  /** The members of the object it is in; null in an array and for the root. */
  readonly siblings: Siblings<JsonValue> | null
  readonly parent: JsonLocation | null
  /** The comment at the member, where the grammar has comments. */
  readonly note: string | undefined
}

export type TextMeaning = {
  readonly path: EntryPath
  readonly name: string
  readonly unit?: EntryUnit
  readonly comment?: string
  readonly maxLength?: number
  /**
   * How many levels above the text the member stands that is the entry: 1 for `message` in `{ "key": {
   * "message": … } }`. Absent: 0.
   */
  readonly up?: number
}

export const ROOT_SPOT: JsonLocation = { path: [], name: '', siblings: null, parent: null, note: undefined }

/** The text of a value, or null. */
export function textOfValue(value: JsonValue | undefined): string | null {
  if (value === undefined) return null
  if (value.kind === 'string') return value.value
  return value.kind === 'leaf' ? value.text : null
}

/** The members of an object; none of anything else. */
export function membersOfValue(
  value: JsonValue | undefined,
): readonly { readonly key: string | null; readonly value: JsonValue }[] {
  if (value === undefined || value.kind !== 'object') return []
  return 'members' in value ? value.members : value.items
}

/** The member of an object with `key` that counts, which is the last. */
export function memberOfValue(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return membersOfValue(value).findLast((member) => member.key === key)?.value
}
