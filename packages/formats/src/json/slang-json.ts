import {
  categoryNamed,
  categoryRank,
  type FormName,
  PLURAL_CATEGORIES,
  type PluralKind,
} from '@dragoman/core'
import { fileFamily } from '../file-family.ts'
import { type EntryUnit, unitEntryName } from '../format.ts'
import { type Siblings, siblingNamed } from '../source/siblings.ts'
import {
  type Addition,
  type JsonLocation,
  type JsonValue,
  memberOfValue,
  type Placement,
  type TextMeaning,
  textOfValue,
} from './json-dialect.ts'
import { JSON_FILES } from './json-files.ts'
import { jsonFormat } from './json-format.ts'

/**
 * JSON of slang (Dart): nested texts and arrays. A key can end in modifiers, `minutes(plural, param=m)`,
 * which belong to its name. An object of plural categories is one key with plural forms. `@key` is a comment
 * on `key`; any other key with `@` is one for developers.
 */
export const slangJson = jsonFormat(
  {
    id: 'slang-json',
    about: 'slang for Flutter',
    families: [fileFamily(['.i18n.json'], ['folder', 'file', 'dash'], { bare: '_' }), JSON_FILES],
    plurals: 'units',
    syntax: 'slang',
    newFileName: (namespace, language) => `${namespace}_${language}.i18n.json`,
    supports: ['plural', 'comment', 'nesting'],
  },
  { dottedKeys: 'never', textAt, placements, companionOf: commentKey },
)

function textAt(location: JsonLocation): TextMeaning | null {
  const { path, parent } = location
  for (const part of path) if (isComment(part)) return null
  const unit = unitAt(location)
  const comment = commentOn(unit === null || parent === null ? location : parent)
  if (unit !== null)
    return comment
      ? { path, name: unitEntryName(unit), unit, comment }
      : { path, name: unitEntryName(unit), unit }
  return comment ? { path, name: location.name, comment } : location
}

/**
 * Returns the plural form of a text, by the rules of slang's model builder with its default settings
 * (plural_auto: cardinal).
 */
function unitAt({ path, siblings, parent }: JsonLocation): EntryUnit | null {
  const form = categoryNamed(String(path.at(-1)))
  if (form === null || siblings === null || parent === null || parent.path.length === 0) return null
  const key = parent.path.at(-1)
  const plural = typeof key === 'string' ? pluralByModifier(key) : 'auto'
  if (plural === 'none' || (plural === 'auto' && !areCategories(siblings))) return null
  return { name: parent.name, plural: plural === 'auto' ? 'cardinal' : plural, form, path: parent.path }
}

function pluralByModifier(key: string): PluralKind | 'auto' {
  const modifiers = MODIFIERS.exec(key)?.[2]
    ?.split(',')
    .map((modifier) => modifier.trim())
  if (modifiers === undefined) return 'auto'
  if (modifiers.includes('map')) return 'none'
  if (modifiers.includes('plural') || modifiers.includes('cardinal')) return 'cardinal'
  if (modifiers.includes('ordinal')) return 'ordinal'
  return modifiers.some((modifier) => modifier.startsWith('context=')) ? 'none' : 'auto'
}

const MODIFIERS = /^(\w+)\((.+)\)$/

function areCategories({ members }: Siblings<JsonValue>): boolean {
  for (const { key } of members)
    if (key !== null && !isComment(key) && categoryNamed(key) === null) return false
  return true
}

function isComment(part: string | number): boolean {
  return typeof part === 'string' && part.startsWith('@')
}

function commentOn({ path, siblings }: JsonLocation): string | null {
  const key = path[path.length - 1]
  return typeof key === 'string' && siblings !== null
    ? commentText(siblingNamed(siblings, commentKey(key)))
    : null
}

/** Returns a comment, which is a text or, as in ARB, an object with a description. */
function commentText(value: JsonValue | undefined): string | null {
  return textOfValue(value) ?? textOfValue(memberOfValue(value, 'description'))
}

function commentKey(key: string): string {
  return `@${key.endsWith(')') ? (MODIFIERS.exec(key)?.[1] ?? key) : key}`
}

function placements({ path, text, unit, comment }: Addition): readonly Placement[] {
  const keyPath = unit?.path ?? path
  const own =
    unit === undefined || unit.plural === 'none'
      ? { path: keyPath, text }
      : { path: [...keyPath, unit.form], text, following: before(unit.form) }
  const key = keyPath.at(-1)
  if (!comment || typeof key !== 'string') return [own]
  return [own, { path: [...keyPath.slice(0, -1), commentKey(key)], text: comment }]
}

/** Returns the categories before a form, nearest first. */
function before(form: FormName): readonly string[] {
  return PLURAL_CATEGORIES.slice(0, Math.max(categoryRank(form), 0)).toReversed()
}
