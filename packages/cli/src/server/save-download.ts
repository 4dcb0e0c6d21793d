import { randomBytes } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, link, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '@dragoman/server/sync'
import { cannotBeWritten } from '../sync/write-file-inside.ts'
import { CommandError } from '../terminal.ts'
import { brokenReason } from './call-with-retries.ts'

export type Download = {
  readonly bytes: ReadableStream<Uint8Array>
  /** Null: the server does not say. */
  readonly sizeBytes: number | null
  /** The server, for messages. */
  readonly server: string
  /** Ends the download; nothing of it is left. */
  readonly signal: AbortSignal
}

/**
 * Writes a download into a new file, which is complete or not there at all; returns its size. Never replaces a file,
 * not even one that was created during the download. Throws CommandError.
 */
export async function saveDownload(file: string, download: Download): Promise<number> {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    const size = await writePart(part, file, download)
    await linkNew(part, file).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST')
        throw new CommandError(`${file} was created by another program in the meantime and was kept.`)
      throw cannotBeWritten(file, error)
    })
    return size
  } finally {
    await rm(part, { force: true })
  }
}

async function writePart(
  part: string,
  file: string,
  { bytes, sizeBytes, server, signal }: Download,
): Promise<number> {
  // Node.js has its own types for the same stream.
  const stream = Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0])
  await pipeline(stream, createWriteStream(part), { signal }).catch((error: unknown) => {
    if (signal.aborted) throw new CommandError('Stopped. Nothing was written.')
    const reason = brokenReason(error)
    if (reason === null) throw cannotBeWritten(file, error)
    throw new CommandError(`The download from ${server} was not finished: ${reason}. Try again.`)
  })
  const { size } = await stat(part)
  if (sizeBytes !== null && size !== sizeBytes)
    throw new CommandError(`Only ${size} of ${sizeBytes} bytes were received. Try again.`)
  return size
}

/** Gives a file a second name; unlike `rename`, this fails if the name is taken. Some disks have no second names. */
async function linkNew(from: string, to: string): Promise<void> {
  await link(from, to).catch(async (error: unknown) => {
    if (errorCode(error) === 'EEXIST') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
  })
}

/** Runs work with a signal that Ctrl+C and SIGTERM abort, so that the work can clean up. */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
