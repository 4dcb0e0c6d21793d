import { Failure } from '@dragoman/contract'
import { type KeyRow, keyById, type Reader, wasRemoved } from '@dragoman/store'

/** The key of an id. Throws `gone` for one that was deleted and `not-found` for one that never was. */
export async function keyOf(r: Reader, projectId: number, keyId: number): Promise<KeyRow> {
  const key = await keyById(r, projectId, keyId)
  if (key !== null) return key
  if (await wasRemoved(r, projectId, keyId)) throw new Failure('gone', { keyId })
  throw new Failure('not-found', { what: 'key', keyId })
}
