import { Failure } from '@dragoman/contract'
import { type KeyRow, keyById, type Reader, wasRemoved } from '@dragoman/store'

/** Returns the key with an id. Throws `gone` if it was deleted and `not-found` if it never existed. */
export async function keyOf(r: Reader, projectId: number, keyId: number): Promise<KeyRow> {
  const key = await keyById(r, projectId, keyId)
  if (key !== null) return key
  if (await wasRemoved(r, projectId, keyId)) throw new Failure('gone', { keyId })
  throw new Failure('not-found', { what: 'key', keyId })
}
