import { categoryNamed } from '@dragoman/core'
import { isGoMessagePart } from '../source/go-message.ts'
import { languageTag } from '../source/language-tag.ts'
import type { TableNode, TomlNode } from './toml-tree.ts'

/**
 * The structure of a file: nested names and messages of one language, or one table per key with a line per
 * language.
 */
export type TomlLayout =
  | { readonly kind: 'one' }
  /** Languages as written in the file, in order of their first use. */
  | { readonly kind: 'many'; readonly languages: readonly string[] }

/**
 * Returns the layout. A file has many languages if every table with texts has only languages in it and the
 * most frequent language is in more than half of them: a table of a single-language file can have a key `it`
 * or `no`, but never all of them.
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

/**
 * Whether a table is one message with its plural forms, as go-i18n reads it: a category has a text, and there
 * are no other texts.
 */
export function isMessage({ members }: TableNode): boolean {
  let hasForm = false
  for (const [key, node] of members) {
    if (!isText(node)) continue
    if (categoryNamed(key) !== null) hasForm = true
    else if (!isGoMessagePart(key)) return false
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
