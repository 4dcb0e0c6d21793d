import { categoryNamed, categoryRank, type EntryPath, type FormName, PLURAL_CATEGORIES } from '@dragoman/core'
import { unitEntryName } from '../format.ts'
import { isGoMessagePart } from '../source/go-message.ts'
import { siblingNamed } from '../source/siblings.ts'
import { isFoundFirst } from './entry-name.ts'
import {
  type Addition,
  type DialectContext,
  type JsonDialect,
  type JsonLocation,
  type JsonValue,
  memberOfValue,
  membersOfValue,
  type Placement,
  type TextMeaning,
  textOfValue,
} from './json-dialect.ts'
import { strictJson } from './strict-json.ts'

/**
 * Maps of go-i18n 2: `{ "key": { "description": "…", "hash": "…", "one": "…", "other": "…" } }`, and texts alone instead of
 * messages that only have `other`.
 */
export const GO_I18N_MAP: JsonDialect = {
  id: 'go-i18n-json',
  grammar: strictJson,
  dottedKeys: 'never',
  passesOverEmpty: false,
  isPreferred: isFoundFirst,
  textAt,
  placements,
  isLeftover,
}

type Members = readonly { readonly key: string | null; readonly value: JsonValue }[]

/** Whether an object is one message: it has no texts other than forms and parts of a message. */
function isMessage(members: Members): boolean {
  const texts = members.filter(({ value }) => textOfValue(value) !== null)
  return (
    texts.length > 0 &&
    texts.every(({ key }) => key !== null && (isGoMessagePart(key) || categoryNamed(key) !== null))
  )
}

/** Whether nothing is left of a message but its description and the like. */
function isLeftover(object: JsonValue): boolean {
  const members = membersOfValue(object)
  return isMessage(members) && members.every(({ key }) => key !== null && isGoMessagePart(key))
}

/** Returns the meaning of a text: of a message only the forms are for translators. */
function textAt(location: JsonLocation): TextMeaning | null {
  const { path, name, parent, siblings } = location
  const plain = { name, plural: 'none', form: 'other', path } as const
  if (siblings === null || parent === null || parent.path.length === 0) return { path, name, unit: plain }
  const members = [...siblings.members]
  if (!isMessage(members)) return { path, name, unit: plain }
  const form = categoryNamed(String(path.at(-1)))
  if (form === null) return null
  const comment = textOfValue(siblingNamed(siblings, 'description'))
  const extras = comment === null || comment === '' ? {} : { comment }
  const key = { name: parent.name, path: parent.path }
  const isPlain = members.every(
    ({ key: other, value }) =>
      other === 'other' || categoryNamed(other) === null || textOfValue(value) === null,
  )
  // `other` alone is the same message as a text.
  if (form === 'other' && isPlain) return { ...key, unit: { ...plain, ...key }, up: 1, ...extras }
  const unit = { ...key, plural: 'cardinal', form } as const
  return { path: [...key.path, form], name: unitEntryName(unit), unit, ...extras }
}

function placements({ path, text, unit, comment }: Addition, context: DialectContext): readonly Placement[] {
  const key = unit?.path ?? path
  const isPlural = unit !== undefined && unit.plural !== 'none'
  if (!isPlural && !isObject(context, key)) return [{ path: key, text }]
  const form = isPlural ? unit.form : 'other'
  const own = { path: [...key, form], text, following: above(form) }
  return comment ? [own, { path: [...key, 'description'], text: comment }] : [own]
}

/** Whether a message is an object also if it only has `other`: it is one now, or all others of the file are. */
function isObject({ root, modelRoot }: DialectContext, key: EntryPath): boolean {
  let now: JsonValue | undefined = root
  for (const part of key) now = memberOfValue(now, String(part))
  if (now !== undefined && isLeftover(now)) return true
  const sample = membersOfValue(root).length > 0 ? root : (modelRoot ?? root)
  return membersOfValue(sample).every(({ value }) => textOfValue(value) === null)
}

/** Returns the members of a message above a form, nearest first. */
function above(form: FormName): readonly string[] {
  const forms = PLURAL_CATEGORIES.slice(0, Math.max(categoryRank(form), 0))
  return [...forms.toReversed(), 'hash', 'description', 'id']
}
