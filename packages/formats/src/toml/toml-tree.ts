import type { Issue, Span } from '@dragoman/core'
import { LIMITS } from '../limits.ts'
import type { TomlHeader, TomlKey, TomlPair, TomlStatement } from './parse-toml.ts'

/**
 * How a table came to be, which decides what may still be put into it (TOML 1.0, "Table", "Inline Table").
 */
export type TableOrigin = 'implicit' | 'header' | 'dotted' | 'inline'

export type TableNode = {
  readonly kind: 'table'
  origin: TableOrigin
  /** The header that opens it, where there is one. */
  header: TomlHeader | null
  readonly members: Map<string, TomlNode>
}

export type TomlNode =
  | TableNode
  | { readonly kind: 'tables'; readonly items: TableNode[] }
  /** The value is no table: the members of an inline table are in a table of the tree. */
  | TomlPair

export type TomlTree = { readonly root: TableNode; readonly issues: readonly Issue[] }

/**
 * The tables that statements make up. A key that contradicts another is told of, and the first one counts: no
 * program reads such a file.
 */
export function buildTree(statements: readonly TomlStatement[]): TomlTree {
  const root = newTable('header', null)
  const issues: Issue[] = []
  const clash = (keys: readonly TomlKey[]) => {
    if (issues.length >= LIMITS.warnings) return
    const key = keys.map(({ value }) => value).join('.')
    issues.push({ code: 'duplicate-key', severity: 'error', span: spanOf(keys), params: { key } })
  }
  let current: TableNode | null = root
  for (const statement of statements) {
    if (statement.kind === 'pair') {
      if (current !== null && !addPair(current, statement, 'dotted')) clash(statement.keys)
    } else {
      current = openTable(root, statement)
      if (current === null) clash(statement.keys)
    }
  }
  return { root, issues }
}

function newTable(origin: TableOrigin, header: TomlHeader | null): TableNode {
  return { kind: 'table', origin, header, members: new Map() }
}

function spanOf(keys: readonly TomlKey[]): Span {
  return { start: keys[0]?.start ?? 0, end: keys.at(-1)?.end ?? 0 }
}

function openTable(root: TableNode, header: TomlHeader): TableNode | null {
  let table = root
  for (const { value: key } of header.keys.slice(0, -1)) {
    const node = table.members.get(key)
    if (node === undefined) table = put(table, key, newTable('implicit', null))
    else if (node.kind === 'table' && node.origin !== 'inline') table = node
    else if (node.kind === 'tables') table = node.items.at(-1) ?? table
    else return null
  }
  const key = header.keys.at(-1)?.value ?? ''
  const node = table.members.get(key)
  if (header.kind === 'array-table') {
    const item = newTable('header', header)
    if (node === undefined) table.members.set(key, { kind: 'tables', items: [item] })
    else if (node.kind === 'tables') node.items.push(item)
    else return null
    return item
  }
  if (node === undefined) return put(table, key, newTable('header', header))
  if (node.kind !== 'table' || node.origin !== 'implicit') return null
  node.origin = 'header'
  node.header = header
  return node
}

function put(table: TableNode, key: string, node: TableNode): TableNode {
  table.members.set(key, node)
  return node
}

function addPair(table: TableNode, pair: TomlPair, origin: 'dotted' | 'inline'): boolean {
  let at = table
  for (const { value: key } of pair.keys.slice(0, -1)) {
    const node = at.members.get(key)
    if (node === undefined) at = put(at, key, newTable(origin, null))
    else if (node.kind === 'table' && node.origin === origin && node.header === null) at = node
    else return false
  }
  const key = pair.keys.at(-1)?.value ?? ''
  if (at.members.has(key)) return false
  const { value } = pair
  if (value.kind !== 'table') {
    at.members.set(key, pair)
    return true
  }
  const inline = put(at, key, newTable('inline', null))
  let isGood = true
  for (const member of value.members) if (!addPair(inline, member, 'inline')) isGood = false
  return isGood
}
