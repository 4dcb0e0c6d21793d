import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Failure, type FileAnswer } from '@dragoman/contract'
import { openLoop } from '../open-loop.ts'
import type { RunOptions, Workers } from '../workers/open-workers.ts'
import type { ExportPayload } from './export-job.ts'

/** Archives created by jobs, kept in the data folder for a day, and no longer than there is room for them. */
export type Archives = {
  /** Creates the archive of a job in its own thread; a second run of the job creates it again. */
  readonly make: (
    request: ExportPayload & { readonly job: number; readonly projectId: number },
    options: RunOptions,
  ) => Promise<{ readonly fileName: string; readonly sizeBytes: number }>
  /** Throws `not-found` if it is no longer kept. */
  readonly read: (job: number, fileName: string) => Promise<FileAnswer>
  /** Removes old and unfinished archives, now and every hour. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/** How many bytes all archives can have together. */
const KEPT_BYTES = 4 * 1024 ** 3
export const ARCHIVE_KEPT_MS = 24 * 60 * 60_000
const SWEEP_EVERY_MS = 60 * 60_000

export function openArchives({
  root,
  workers,
  keptBytes = KEPT_BYTES,
}: {
  readonly root: string
  readonly workers: Pick<Workers, 'run'>
  readonly keptBytes?: number
}): Archives {
  const pathOf = (job: number) => join(root, `${job}.zip`)

  const loop = openLoop(removeOld, () => undefined) // It catches its own errors.

  async function removeOld(): Promise<void> {
    const files: { readonly path: string; readonly changed: number; readonly bytes: number }[] = []
    for (const name of await readdir(root).catch(() => [])) {
      const path = join(root, name)
      const entry = await stat(path).catch(() => null) // removed in the meantime
      if (entry?.isFile() === true) files.push({ path, changed: entry.mtimeMs, bytes: entry.size })
    }
    // Of finished archives: those that are being written do not make others go.
    let bytes = 0
    for (const file of files.toSorted((a, b) => b.changed - a.changed)) {
      const isOld = Date.now() - file.changed > ARCHIVE_KEPT_MS
      // The newest one stays, however large it is.
      const isFinished = file.path.endsWith('.zip')
      const isOver = isFinished && bytes > 0 && bytes + file.bytes > keptBytes
      // A file that cannot be removed stays, and is tried again.
      if (isOld || isOver) await rm(file.path, { force: true }).catch(() => undefined)
      else if (isFinished) bytes += file.bytes
    }
  }

  return {
    async sweep() {
      loop.start(SWEEP_EVERY_MS)
      await removeOld()
    },
    async make({ job, ...request }, options) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const toFile = join(root, `${job}-${randomUUID()}.part`)
      try {
        const fileName = await workers.run('exportArchive', { ...request, toFile }, options)
        const { size: sizeBytes } = await stat(toFile)
        await rename(toFile, pathOf(job))
        await removeOld()
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
      // Node has types of its own for the same stream.
      return { fileName, sizeBytes, bytes: Readable.toWeb(file.createReadStream()) as FileAnswer['bytes'] }
    },
    close: loop.close,
  }
}
