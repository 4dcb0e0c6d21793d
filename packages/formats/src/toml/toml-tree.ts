import type { Issue, Span } from '@dragoman/core'
import { FILE_LIMITS } from '../limits/limits.ts'
import { parseToml } from './parse-toml.ts'
import type { TomlHeader, TomlKey, TomlPair, TomlStatement, TomlValue } from './toml-statement.ts'

/**
 * How a table was created, which determines what can still be added to it (TOML 1.0, "Table", "Inline
 * Table"). `dotted-inline`: by dotted keys within an inline table, where more of them can follow. An `inline` table
 * is complete.
 */
export type TableOrigin = 'implicit' | 'header' | 'dotted' | 'inline' | 'dotted-inline'

export type TableNode = {
  readonly kind: 'table'
  origin: TableOrigin
  /** Start of the header that opens it, -1 if there is none, and its floor. */
  headerStart: number
  headerFloor: number
  members: ReadonlyMap<string, TomlNode>
}

export type TomlNode =
  | TableNode
  | { readonly kind: 'tables'; readonly items: TableNode[] }
  /** The value is not a table: the members of an inline table are in a table of the tree. */
  | TomlPair

/** `issues`: of the statements, then of contradicting keys. */
export type TomlTree = { readonly root: TableNode; readonly issues: readonly Issue[] }

/**
 * Returns the tables defined by the statements of a text. A key that contradicts another is reported, and the
 * first one is used: no program reads such a file.
 */
export function readTree(
  text: string,
  shouldContinue: (statement: TomlStatement) => boolean = () => true,
): TomlTree {
  const root = newTable('header', null)
  const issues: Issue[] = []
  const clash = (keys: readonly TomlKey[]) => {
    if (issues.length >= FILE_LIMITS.warnings) return
    const key = keys.map(({ value }) => value).join('.')
    issues.push({ code: 'duplicate-key', severity: 'error', span: spanOf(keys), params: { key } })
  }
  let current: TableNode | null = root
  const found = parseToml(text, (statement) => {
    if (statement.kind === 'pair') {
      if (current !== null && !addPair(current, statement, 'dotted')) clash(statement.keys)
    } else {
      current = openTable(root, statement)
      if (current === null) clash(statement.keys)
    }
    return shouldContinue(statement)
  })
  return { root, issues: [...found, ...issues] }
}

function newTable(origin: TableOrigin, header: TomlHeader | null): TableNode {
  return {
    kind: 'table',
    origin,
    headerStart: header?.start ?? NO_HEADER,
    headerFloor: header?.floor ?? 0,
    members: NO_MEMBERS,
  }
}

/** For a table without a header. */
export const NO_HEADER = -1

/** An empty map for each table would take as much memory as the rest of it. */
const NO_MEMBERS: ReadonlyMap<string, TomlNode> = new Map()

function spanOf(keys: readonly TomlKey[]): Span {
  return { start: keys[0]?.start ?? 0, end: keys.at(-1)?.end ?? 0 }
}

function openTable(root: TableNode, header: TomlHeader): TableNode | null {
  let table = root
  for (const { value: key } of header.keys.slice(0, -1)) {
    const node = table.members.get(key)
    if (node === undefined) table = put(table, key, newTable('implicit', null))
    else if (node.kind === 'table' && !isInline(node)) table = node
    else if (node.kind === 'tables') table = node.items.at(-1) ?? table
    else return null
  }
  const key = header.keys.at(-1)?.value ?? ''
  const node = table.members.get(key)
  if (header.kind === 'array-table') {
    const item = newTable('header', header)
    if (node === undefined) put(table, key, { kind: 'tables', items: [item] })
    else if (node.kind === 'tables') node.items.push(item)
    else return null
    return item
  }
  if (node === undefined) return put(table, key, newTable('header', header))
  if (node.kind !== 'table' || node.origin !== 'implicit') return null
  node.origin = 'header'
  node.headerStart = header.start
  node.headerFloor = header.floor
  return node
}

function put<T extends TomlNode>(table: TableNode, key: string, node: T): T {
  const { members } = table
  if (members !== NO_MEMBERS && members instanceof Map) members.set(key, node)
  else table.members = new Map<string, TomlNode>([[key, node]])
  return node
}

function isInline({ origin }: TableNode): boolean {
  return origin === 'inline' || origin === 'dotted-inline'
}

function addPair(table: TableNode, pair: TomlPair, origin: 'dotted' | 'dotted-inline'): boolean {
  let at = table
  for (const { value: key } of pair.keys.slice(0, -1)) {
    const node = at.members.get(key)
    if (node === undefined) at = put(at, key, newTable(origin, null))
    else if (node.kind === 'table' && node.origin === origin && node.headerStart === NO_HEADER) at = node
    else return false
  }
  const key = pair.keys.at(-1)?.value ?? ''
  if (at.members.has(key)) return false
  const { value } = pair
  if (value.kind !== 'table') {
    put(at, key, pair)
    return value.kind !== 'array' || value.items.every(hasUniqueKeys)
  }
  return addMembers(put(at, key, newTable('inline', null)), value)
}

function addMembers(inline: TableNode, { members }: { readonly members: readonly TomlPair[] }): boolean {
  let isGood = true
  for (const member of members) if (!addPair(inline, member, 'dotted-inline')) isGood = false
  return isGood
}

/** Returns whether no inline table in the item of an array has a key twice; the tree has none of them. */
function hasUniqueKeys(item: TomlValue): boolean {
  if (item.kind === 'table') return addMembers(newTable('inline', null), item)
  return item.kind !== 'array' || item.items.every(hasUniqueKeys)
}
