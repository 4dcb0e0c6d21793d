import { Failure } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import type { Caller } from '../http/caller.ts'

/** Returns the person under whose name a write is recorded. Throws `not-signed-in`. */
export function requireActor({ actor }: Pick<Caller, 'actor'>): Principal {
  if (actor === null) throw new Failure('not-signed-in')
  return actor
}
