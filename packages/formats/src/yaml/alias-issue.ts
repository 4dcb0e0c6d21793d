import type { Issue } from '@dragoman/core'
import type { CST } from 'yaml'

/** As many aliases as a file may come to when every alias is followed; a few lines can come to billions. */
const ALIASES = 10_000

/** The issue of a file with an alias of nothing, or of itself, or whose aliases, followed all the way, are more than any program should follow. Nothing is followed here but counts. */
export function aliasIssue(documents: readonly CST.Document[]): Issue | null {
  for (const document of documents) {
    const counting: Counting = { anchors: new Map(), first: -1, unknown: null }
    const total = document.value === undefined ? 0 : count(counting, document.value, [])
    if (counting.unknown !== null) {
      const { offset, source } = counting.unknown
      return { code: 'unexpected-text', severity: 'error', span: { start: offset, end: offset + source.length }, params: { found: source } }
    }
    if (total > ALIASES) {
      const span = { start: counting.first, end: counting.first + 1 }
      return { code: 'too-many-aliases', severity: 'error', span, params: { limit: ALIASES } }
    }
  }
  return null
}

type Counting = { readonly anchors: Map<string, number>; first: number; unknown: CST.FlowScalar | null }

function count(counting: Counting, token: CST.Token, props: readonly CST.SourceToken[]): number {
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
