import type { PluralCategory } from '@dragoman/core'
import { categoryNamed } from '@dragoman/core'
import type { MessageForm } from '../edit/message-list.ts'
import type { DraftItem, DraftValue } from '../source/json-draft.ts'
import { type JsonValue, memberOfValue, membersOfValue, textOfValue } from './json-dialect.ts'

/** How a JSON format writes its list of messages. */
export type MessageShape = {
  readonly format: string
  /** The member of the root that is the list; null: the root itself is. */
  readonly list: string | null
  /** The member of a message with its text or its forms. */
  readonly text: string
  readonly source?: string
  readonly comment?: string
  /** The member that is true for a draft. */
  readonly draft?: string
  /** Members that a new message has in common with the same one of another language, such as its placeholders. */
  readonly shared: readonly string[]
  /** Returns the texts of the member; null: other values. */
  textsOf(value: JsonValue | undefined, member: string): MessageTexts | null
  /** Returns the value of a message with one form. Absent: forms can only be added to a message that has some. */
  newForms?(form: DraftItem): DraftValue
}

/** Paths of members, below the message. */
export type MessageTexts = {
  readonly paths: ReadonlyMap<MessageForm, readonly string[]>
  /** The object to which further forms can be added; null: none. */
  readonly forms: readonly string[] | null
}

const NO_TEXTS: MessageTexts = { paths: new Map(), forms: null }

/** Returns a text without forms, or none for a value that can be replaced by one; null: there are members. */
export function plainTexts(value: JsonValue | undefined, path: readonly string[]): MessageTexts | null {
  if (value === undefined) return NO_TEXTS
  if (textOfValue(value) !== null) return { paths: new Map([[null, path]]), forms: null }
  return value.kind === 'object' || value.kind === 'array' ? null : NO_TEXTS
}

/**
 * Returns the forms of an object whose keys are plural categories; null: it has anything else. `within`: a member of
 * each form that contains its text, if the form is an object.
 */
export function textsByForm(
  value: JsonValue,
  path: readonly string[],
  within: string | null,
): MessageTexts | null {
  if (value.kind !== 'object') return null
  const paths = new Map<PluralCategory, readonly string[]>()
  for (const { key } of membersOfValue(value)) {
    const form = categoryNamed(key)
    if (form === null) return null
    const text = memberOfValue(value, form)
    const inner = within === null ? undefined : memberOfValue(text, within)
    if (textOfValue(text) !== null) paths.set(form, [...path, form])
    else if (within !== null && textOfValue(inner) !== null) paths.set(form, [...path, form, within])
    else return null
  }
  return { paths, forms: path }
}

/** Returns the id of a message: a text, or the first of a list of texts. Null: it has none. */
export function idOfMessage(message: JsonValue): string | null {
  return textOfValue(idValueOf(message))
}

/** Returns the value that is the id. */
export function idValueOf(message: JsonValue): JsonValue | undefined {
  const id = memberOfValue(message, 'id')
  if (id?.kind !== 'array') return id
  const [first] = id.items
  if (first === undefined) return undefined
  return 'lead' in first ? first.value : first
}

/** Returns the messages of a file, which are the items of a list; null: there is no list. */
export function listOf(
  root: JsonValue,
  { list }: MessageShape,
): Extract<JsonValue, { kind: 'array' | 'object' }> | null {
  const value = list === null ? root : memberOfValue(root, list)
  return value?.kind === 'array' ? value : null
}
