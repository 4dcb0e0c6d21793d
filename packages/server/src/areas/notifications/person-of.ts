import { Failure } from '@dragoman/contract'
import { userIdOf } from '@dragoman/core'
import type { Caller } from '../../http/caller.ts'

/** Returns the person who makes the call. Throws `not-signed-in`. */
export function personOf({ actor }: Caller): { readonly userId: number } {
  const userId = userIdOf(actor?.id ?? null)
  if (userId === null) throw new Failure('not-signed-in')
  return { userId }
}
