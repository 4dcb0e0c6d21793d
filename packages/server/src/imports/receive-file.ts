import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { oneAtATimeOfKey } from '../one-at-a-time.ts'
import type { Workers } from '../workers/open-workers.ts'
import { type ArrivingFile, openArrivingFiles } from './arriving-files.ts'
import { ownerOf } from './limit-uploads.ts'
import { addUploadedFiles, cleanPath, roomLeft, type UploadSize } from './upload-files.ts'
import type { SizeOfUpload } from './upload-sizes.ts'

/**
 * Receives one file, or all of a ZIP archive; returns the current number of files. Throws `no-room`,
 * `too-many-requests` if too many files of the project are arriving, and `too-large` and `unreadable-file` with the
 * file's name.
 */
export type ReceiveFile = (
  folder: string,
  path: string,
  received: {
    readonly body: ReadableStream<Uint8Array> | null
    /** Called when all of the body is there: if it throws, nothing is kept. */
    readonly confirm?: () => Promise<void>
  },
) => Promise<number>

type ReceiverParts = {
  readonly workers: Pick<Workers, 'run'>
  /** How much one upload can contain. */
  readonly limits: UploadSize
  readonly sizeOf: SizeOfUpload
  /** Throws `no-room` if the disk has hardly any room left. */
  readonly requireDisk: () => Promise<void>
}

export function openReceiver({ workers, limits, sizeOf, requireDisk }: ReceiverParts): ReceiveFile {
  // Files that arrive at the same time would each get all of the room that is left.
  const inTurn = oneAtATimeOfKey()
  const arriving = openArrivingFiles(requireDisk)

  return async (folder, path, { body, confirm }) => {
    const name = cleanPath(path)
    if (name === null || body === null) return (await sizeOf(folder)).files
    await requireDisk()
    const isArchive = name.toLowerCase().endsWith('.zip')
    const limitBytes = isArchive ? LIMITS.uploadBytesMax : LIMITS.fileBytesMax
    const stored = `${randomUUID()}.part`
    const target = join(folder, stored)
    const project = (await ownerOf(folder)) ?? folder
    const roomBytes = roomLeft(limits, await sizeOf(folder)).bytes
    await arriving.during({ project, folder, roomBytes }, async (arrivingFile) => {
      try {
        const sizeBytes = await keep(body, { target, limitBytes, name, arrivingFile })
        await confirm?.()
        await inTurn(folder, async () => {
          const room = roomLeft(limits, await sizeOf(folder))
          if (isArchive) await workers.run('unpackArchive', { folder, archive: target, name, room })
          else await addUploadedFiles(folder, [{ path: name, stored, sizeBytes }], room)
        })
        if (isArchive) await rm(target, { force: true })
      } catch (error) {
        await rm(target, { force: true })
        throw error
      }
    })
    return (await sizeOf(folder)).files
  }
}

/** Writes a body to disk as it arrives, up to the limit. */
async function keep(
  body: ReadableStream<Uint8Array>,
  {
    target,
    limitBytes,
    name,
    arrivingFile,
  }: {
    readonly target: string
    readonly limitBytes: number
    readonly name: string
    readonly arrivingFile: ArrivingFile
  },
): Promise<number> {
  let size = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > limitBytes) throw new Failure('too-large', { name, limitBytes })
      await arrivingFile.add(chunk.byteLength)
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(target, { mode: 0o600 }))
  return size
}
