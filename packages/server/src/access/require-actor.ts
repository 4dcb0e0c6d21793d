import { Failure } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import type { Caller } from '../http/caller.ts'

/** The person a write is recorded under. Throws `not-signed-in`. */
export function requireActor({ actor }: Caller): Principal {
  if (actor === null) throw new Failure('not-signed-in')
  return actor
}
