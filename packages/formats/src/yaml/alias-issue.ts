import type { Issue } from '@dragoman/core'
import type { CST } from 'yaml'

/** The maximum number of aliases if all of them are followed; a few lines can expand to billions. */
const ALIASES = 10_000

/** Counts of a document's aliases, without following them. */
export type AliasCount = {
  readonly anchors: Map<string, number>
  total: number
  first: number
  unknown: CST.FlowScalar | null
}

export function openAliasCount(): AliasCount {
  return { anchors: new Map(), total: 0, first: -1, unknown: null }
}

/** Counts the aliases of a document, or of the next part of one. */
export function countAliases(counting: AliasCount, document: CST.Document): void {
  if (document.value !== undefined) counting.total += count(counting, document.value, [])
}

/**
 * Returns the issue of a document with an alias of an unknown anchor, or of itself, or with more aliases than
 * any program should follow.
 */
export function aliasIssue({ unknown, total, first }: AliasCount): Issue | null {
  if (unknown !== null) {
    const { offset, source } = unknown
    return {
      code: 'unexpected-text',
      severity: 'error',
      span: { start: offset, end: offset + source.length },
      params: { found: source },
    }
  }
  if (total <= ALIASES) return null
  return {
    code: 'too-many-aliases',
    severity: 'error',
    span: { start: first, end: first + 1 },
    params: { limit: ALIASES },
  }
}

function count(counting: AliasCount, token: CST.Token, props: readonly CST.SourceToken[]): number {
  let total = 0
  if (token.type === 'alias') {
    if (counting.first < 0) counting.first = token.offset
    const followed = counting.anchors.get(token.source.slice(1))
    if (followed === undefined) counting.unknown ??= token
    total = 1 + (followed ?? 0)
  } else if (token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection') {
    for (const { start, key, sep, value } of token.items) {
      if (key) total += count(counting, key, start)
      if (value) total += count(counting, value, sep ?? start)
    }
  }
  for (const prop of props) if (prop.type === 'anchor') counting.anchors.set(prop.source.slice(1), total)
  return total
}
