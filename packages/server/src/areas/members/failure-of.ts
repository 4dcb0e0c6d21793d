import { Failure } from '@dragoman/contract'
import { LastManagerError, NotReturnableError, StaleMembersError } from '@dragoman/store'
import { presentRights } from './present-member.ts'

/** What the store refuses about members, as a failure that the caller can act on; any other error as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof LastManagerError) return new Failure('last-manager')
  if (error instanceof NotReturnableError) return new Failure('not-found', { what: 'member' })
  if (!(error instanceof StaleMembersError)) return error
  const members = error.current.map(({ who, name, version, rights }) => ({
    who,
    name,
    version,
    rights: rights && presentRights(rights),
  }))
  return new Failure('stale-member', {}, { current: { members } })
}
