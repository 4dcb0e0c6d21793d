import { Failure } from '@dragoman/contract'
import type { UserRow } from '@dragoman/store'
import type { Caller } from '../http/caller.ts'

/**
 * Returns the person of a session. Throws `not-allowed` for tokens, which cannot manage accounts or create other tokens:
 * anyone who finds one must not be able to keep its access.
 */
export function requirePerson({ user, actor }: Pick<Caller, 'user' | 'actor'>): UserRow {
  if (user !== null) return user
  throw actor === null ? new Failure('not-signed-in') : new Failure('not-allowed', { reason: 'token-scope' })
}
