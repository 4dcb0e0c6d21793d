import type { CountsReply } from '@dragoman/contract'
import { parseQuery } from '@dragoman/core'

export type LanguageCounts = {
  readonly counts: CountsReply
  readonly namespaces: readonly { readonly name: string; readonly counts: CountsReply }[]
}

/**
 * Returns the counts for the chips: of the namespaces in the search, otherwise of the whole language; none in a
 * task.
 */
export function shownCounts(all: LanguageCounts, query: string): CountsReply | undefined {
  const { terms } = parseQuery(query)
  // Those of a task's strings are not known.
  if (terms.some(({ kind }) => kind === 'task')) return undefined
  const named = new Set(
    terms.flatMap((term) => (term.kind === 'namespace' && !term.isNegated ? [term.pattern] : [])),
  )
  if (named.size === 0) return all.counts
  const found = all.namespaces.filter((one) => named.has(one.name))
  if (found.length !== named.size) return all.counts
  const sum = {
    total: 0,
    untranslated: 0,
    draft: 0,
    translated: 0,
    reviewed: 0,
    outdated: 0,
    failing: 0,
    sourceless: 0,
  }
  for (const { counts } of found) for (const name of COUNT_NAMES) sum[name] += counts[name]
  return sum
}

const COUNT_NAMES = [
  'total',
  'untranslated',
  'draft',
  'translated',
  'reviewed',
  'outdated',
  'failing',
  'sourceless',
] as const
