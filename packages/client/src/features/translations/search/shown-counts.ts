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
  return found.map(({ counts }) => counts).reduce(sumOf) // never empty: at least one namespace is named
}

function sumOf(a: CountsReply, b: CountsReply): CountsReply {
  return {
    total: a.total + b.total,
    untranslated: a.untranslated + b.untranslated,
    draft: a.draft + b.draft,
    translated: a.translated + b.translated,
    reviewed: a.reviewed + b.reviewed,
    outdated: a.outdated + b.outdated,
    failing: a.failing + b.failing,
    sourceless: a.sourceless + b.sourceless,
  }
}
