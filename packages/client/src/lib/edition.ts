import type { SessionReply } from '@dragoman/contract'
import { EDITIONS, type Edition } from '@dragoman/core'

/**
 * Returns the edition of the server; that of a team until the session is loaded. A team's data that is opened with
 * `dragoman FOLDER` still has its accounts.
 */
export function editionOf(session: Pick<SessionReply, 'signInBy'> | undefined): Edition {
  return session?.signInBy === 'link' ? EDITIONS.folder : EDITIONS.team
}
