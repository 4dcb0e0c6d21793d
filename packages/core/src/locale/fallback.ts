/**
 * Returns the languages to search, in order: the language itself, its configured fallbacks one after the
 * other, finally the source language. Cycles are safe.
 */
export function fallbackChain(
  tag: string,
  fallbacks: ReadonlyMap<string, string | null>,
  source: string,
): string[] {
  const chain: string[] = []
  const seen = new Set<string>()
  let next: string | null = tag
  while (next !== null && !seen.has(next)) {
    chain.push(next)
    seen.add(next)
    next = fallbacks.get(next) ?? null
  }
  if (!seen.has(source)) chain.push(source)
  return chain
}

/** Returns the longest beginning of a tag that is one of the known tags (`pt` for `pt-BR`); null: none. */
function shorterTag(tag: string, known: Iterable<string>): string | null {
  const tags = new Set(known)
  for (let end = tag.lastIndexOf('-'); end > 0; end = tag.lastIndexOf('-', end - 1)) {
    const shorter = tag.slice(0, end)
    if (tags.has(shorter)) return shorter
  }
  return null
}

/**
 * Returns the fallback of a new language for which none is named: the language of the project with the shorter tag.
 * Null if that is the source language, with which every chain ends anyway.
 */
export function defaultFallback(tag: string, known: Iterable<string>, source: string): string | null {
  const shorter = shorterTag(tag, known)
  return shorter === source ? null : shorter
}
