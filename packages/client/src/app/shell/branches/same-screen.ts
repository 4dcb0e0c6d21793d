import { isOfParent } from '../../screens.ts'

/**
 * Returns the path of the current screen in the project with another URL name, without the search and the
 * open string, which other projects do not have.
 */
export function sameScreenOf(pathname: string, slug: string, isBranch = true): string {
  const [, , , screen = 'overview', ...rest] = pathname.split('/')
  const kept = isBranch && isOfParent(screen) ? 'overview' : screen
  return ['', 'p', encodeURIComponent(slug), kept, ...(kept === screen ? rest : [])].join('/')
}
