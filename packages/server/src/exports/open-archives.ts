import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileAnswer } from '@dragoman/contract'
import type { Workers } from '../workers/open-workers.ts'

/**
 * Archives on their way to somebody: written to a file in a thread of its own, sent from there, then gone.
 */
export type Archives = {
  readonly make: (request: { readonly projectId: number; readonly format: string }) => Promise<FileAnswer>
  /** Removes what an earlier process left. */
  readonly sweep: () => Promise<void>
}

export function openArchives({
  root,
  workers,
}: {
  readonly root: string
  readonly workers: Workers
}): Archives {
  return {
    async make(request) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const toFile = join(root, `${randomUUID()}.zip`)
      try {
        const fileName = await workers.run('exportArchive', { ...request, toFile })
        const { size: sizeBytes } = await stat(toFile)
        const file = createReadStream(toFile)
        file.on('close', () => void rm(toFile, { force: true }))
        // Node has types of its own for the same stream
        return { fileName, sizeBytes, bytes: Readable.toWeb(file) as FileAnswer['bytes'] }
      } catch (error) {
        await rm(toFile, { force: true })
        throw error
      }
    },
    sweep: () => rm(root, { recursive: true, force: true }),
  }
}
