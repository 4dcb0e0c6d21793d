import { Failure } from '@dragoman/contract'
import type { Caller } from '../http/caller.ts'

/** The name under which a write is recorded. */
export function authorOf(caller: Caller): string {
  if (caller.user === null) throw new Failure('not-signed-in')
  return caller.user.name
}
