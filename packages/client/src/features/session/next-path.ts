/**
 * Returns where to go after signing in: a path of this origin, otherwise `/`. The parameter is untrusted and
 * may contain anything, including scripts and other sites.
 */
export function nextPath(next: unknown, origin: string): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/'
}
