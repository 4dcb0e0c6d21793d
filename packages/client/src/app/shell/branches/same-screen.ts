/** Screens on which a translation branch has nothing of its own. */
const OF_PARENT_ONLY: ReadonlySet<string> = new Set(['releases', 'members', 'settings', 'audit', 'tasks'])

/**
 * Returns the path of the current screen in the project with another URL name, without the search and the
 * open string, which other projects do not have.
 */
export function sameScreenOf(pathname: string, slug: string, isBranch = true): string {
  const [, , , screen = 'overview', ...rest] = pathname.split('/')
  const kept = isBranch && OF_PARENT_ONLY.has(screen) ? 'overview' : screen
  return ['', 'p', encodeURIComponent(slug), kept, ...(kept === screen ? rest : [])].join('/')
}
