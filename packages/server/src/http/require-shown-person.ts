import { Failure } from '@dragoman/contract'
import type { Identified } from './caller.ts'

/**
 * Requires that the session belongs to the person whom the page shows as signed in (`shown`), if the page sends that.
 * All windows of a browser share one session: after another person has signed in in one of them, calls of the others
 * would be made in the name of that person. Throws `not-signed-in`.
 */
export function requireShownPerson({ user, actor }: Identified, shown: string | undefined): void {
  if (shown === undefined || user === null || actor === null) return
  if (shown !== actor.id) throw new Failure('not-signed-in')
}
