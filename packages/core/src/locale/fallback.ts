/**
 * Returns the languages to search, in order: the language itself, its configured fallbacks one after the
 * other, finally the source language. A language without an entry in `fallbacks` falls back to its shorter
 * tag if that has one (`pt-BR` → `pt`); `null` means directly to the source. Cycles are safe.
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
    const configured: string | null | undefined = fallbacks.get(next)
    next =
      configured === undefined || configured === null
        ? configured === undefined
          ? shorterTag(next, fallbacks)
          : null
        : configured
  }
  if (!seen.has(source)) chain.push(source)
  return chain
}

function shorterTag(tag: string, known: ReadonlyMap<string, unknown>): string | null {
  for (let end = tag.lastIndexOf('-'); end > 0; end = tag.lastIndexOf('-', end - 1)) {
    const shorter = tag.slice(0, end)
    if (known.has(shorter)) return shorter
  }
  return null
}
