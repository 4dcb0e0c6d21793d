/** Returns the code of the invitation at a path; null: it is another page. */
export function invitationAt(path: string): string | null {
  return /^\/invite\/([\w-]+)$/.exec(path)?.[1] ?? null
}

/**
 * Returns where to go after signing in: a path of this origin, otherwise `/`. The parameter is untrusted and
 * can contain anything, including scripts and other sites.
 */
export function nextPath(next: unknown, origin: string): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  // `/.//evil.example` becomes `//evil.example`, which a browser would take for another site
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
