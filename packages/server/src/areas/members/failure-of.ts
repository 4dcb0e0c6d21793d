import { Failure } from '@dragoman/contract'
import { LastManagerError, NotReturnableError, StaleMembersError } from '@dragoman/store'
import { presentRights } from './present-member.ts'

/**
 * Turns what the store refuses about members into a failure that the caller can act on; returns any other
 * error unchanged.
 */
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
