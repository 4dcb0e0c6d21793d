import { access } from 'node:fs/promises'
import { Failure } from '@dragoman/contract'
import { nameOfPath } from '@dragoman/core'

/** Throws `source-unreachable` if the folder is missing; people who sync see its name only. */
export async function requireFolder(folder: string): Promise<void> {
  await access(folder).catch(() => {
    throw new Failure('source-unreachable', { folder: nameOfPath(folder) })
  })
}
