import { access } from 'node:fs/promises'
import { Failure } from '@dragoman/contract'

/** Throws `source-unreachable` if the folder is missing. */
export async function requireFolder(folder: string): Promise<void> {
  await access(folder).catch(() => {
    throw new Failure('source-unreachable', { folder })
  })
}
