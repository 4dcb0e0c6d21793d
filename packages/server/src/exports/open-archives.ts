import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Failure, type FileAnswer } from '@dragoman/contract'
import type { RunOptions, Workers } from '../workers/open-workers.ts'

/** Archives that jobs have made, kept in the data folder until they are fetched, and for a day. */
export type Archives = {
  /** Makes the archive of a job in a thread of its own; a second run of the job makes it anew. */
  readonly make: (
    request: { readonly job: number; readonly projectId: number; readonly format: string },
    options: RunOptions,
  ) => Promise<{ readonly fileName: string; readonly sizeBytes: number }>
  /** Throws `not-found` where it is not kept any more. */
  readonly read: (job: number, fileName: string) => Promise<FileAnswer>
  /** Removes what is old, and what was not finished; again every hour. */
  readonly sweep: () => Promise<void>
  readonly close: () => void
}

export const ARCHIVE_KEPT_MS = 24 * 60 * 60_000
const SWEEP_EVERY_MS = 60 * 60_000

export function openArchives({
  root,
  workers,
}: {
  readonly root: string
  readonly workers: Pick<Workers, 'run'>
}): Archives {
  let timer: NodeJS.Timeout | null = null
  const pathOf = (job: number) => join(root, `${job}.zip`)

  async function sweep(): Promise<void> {
    timer ??= setInterval(() => void sweep(), SWEEP_EVERY_MS).unref()
    for (const name of await readdir(root).catch(() => [])) {
      const path = join(root, name)
      const entry = await stat(path).catch(() => null) // removed meanwhile
      if (entry !== null && Date.now() - entry.mtimeMs > ARCHIVE_KEPT_MS) await rm(path, { force: true })
    }
  }

  return {
    sweep,
    async make({ job, ...request }, options) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const toFile = join(root, `${job}-${randomUUID()}.part`)
      try {
        const fileName = await workers.run('exportArchive', { ...request, toFile }, options)
        const { size: sizeBytes } = await stat(toFile)
        await rename(toFile, pathOf(job))
        return { fileName, sizeBytes }
      } finally {
        await rm(toFile, { force: true })
      }
    },
    async read(job, fileName) {
      const file = await open(pathOf(job)).catch(() => {
        throw new Failure('not-found', { what: 'export' })
      })
      const { size: sizeBytes } = await file.stat()
      // Node has types of its own for the same stream
      return { fileName, sizeBytes, bytes: Readable.toWeb(file.createReadStream()) as FileAnswer['bytes'] }
    },
    close() {
      if (timer !== null) clearInterval(timer)
    },
  }
}
