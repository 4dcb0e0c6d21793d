import { type FormName, PLURAL_CATEGORIES, type PluralCategory } from '@dragoman/core'
import { languageTag } from '../source/language-tag.ts'
import type { TableNode, TomlNode } from './toml-tree.ts'

/**
 * What the tables of a file stand for: nested names and messages of one language, or one table per key with a
 * line per language.
 */
export type TomlLayout =
  | { readonly kind: 'one' }
  /** Languages as the file writes them, in the order in which they come first. */
  | { readonly kind: 'many'; readonly languages: readonly string[] }

/**
 * Many languages where every table with texts has nothing but languages in it and the language found most
 * often is in more than half of them: a table of a single-language file may have a key `it` or `no`, all of
 * them never.
 */
export function tomlLayout(root: TableNode): TomlLayout {
  const counts = new Map<string, number>()
  let tables = 0
  const visit = (table: TableNode): boolean => {
    let texts = 0
    for (const [key, node] of table.members) {
      if (node.kind === 'tables') return false
      if (node.kind === 'table' && !visit(node)) return false
      if (!isText(node)) continue
      if (languageTag(key) === null) return false
      counts.set(key, (counts.get(key) ?? 0) + 1)
      texts++
    }
    if (texts > 0) tables++
    return true
  }
  for (const node of root.members.values()) if (isText(node)) return { kind: 'one' }
  const isMany = visit(root) && tables > 0 && Math.max(...counts.values()) * 2 > tables
  return isMany ? { kind: 'many', languages: [...counts.keys()] } : { kind: 'one' }
}

/** What go-i18n takes for the parts of a message (`isMessage` in its parse.go). */
export const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...PLURAL_CATEGORIES,
  'id',
  'description',
  'hash',
  'leftDelim',
  'rightDelim',
  'leftdelim',
  'rightdelim',
])

const CATEGORIES: ReadonlySet<string> = new Set(PLURAL_CATEGORIES)

export function isCategory(key: string): key is PluralCategory & FormName {
  return CATEGORIES.has(key)
}

/**
 * Whether a table is one message with its plural forms, as go-i18n reads it: a category has a text, and no
 * other kind of text is there.
 */
export function isMessage({ members }: TableNode): boolean {
  let hasForm = false
  for (const [key, node] of members) {
    if (!isText(node)) continue
    if (!MESSAGE_KEYS.has(key)) return false
    if (CATEGORIES.has(key)) hasForm = true
  }
  return hasForm
}

export function textKeys(table: TableNode): readonly string[] {
  const keys: string[] = []
  for (const [key, node] of table.members) if (isText(node)) keys.push(key)
  return keys
}

function isText(node: TomlNode): boolean {
  return node.kind === 'pair' && node.value.kind === 'string'
}
