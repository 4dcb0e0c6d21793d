import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'

/** Files of one project that can arrive at the same time: five windows send that many. */
const AT_ONCE = 20
/** The disk is looked at again after this many bytes, whichever files they belong to. */
const BYTES_BETWEEN_LOOKS = 16 * 1024 * 1024
/** Seconds after which another attempt makes sense. */
const RETRY_AFTER_S = 5

export type ArrivingFile = {
  /** Counts bytes before they are written. Throws `too-large` if its upload has no room for them, and `no-room`. */
  readonly add: (bytes: number) => Promise<void>
}

export type ArrivingFiles = {
  /**
   * Counts a file of an upload until the work ends; `roomBytes` is what the upload has room for, without files that are
   * still arriving. Throws `too-many-requests` if too many of the project's files are arriving.
   */
  readonly during: <T>(
    of: { readonly project: string; readonly folder: string; readonly roomBytes: number },
    work: (file: ArrivingFile) => Promise<T>,
  ) => Promise<T>
}

/**
 * Limits files of uploads while they arrive: they are on disk already, but in no list. A slow sender keeps one there
 * for an hour. `requireDisk` throws if the disk has hardly any room left.
 */
export function openArrivingFiles(requireDisk: () => Promise<void>): ArrivingFiles {
  const files = new Map<string, number>()
  const bytesOf = new Map<string, number>()
  let bytesSinceLook = 0

  return {
    async during({ project, folder, roomBytes }, work) {
      if ((files.get(project) ?? 0) >= AT_ONCE)
        throw new Failure('too-many-requests', { what: 'calls-at-once', retryAfterS: RETRY_AFTER_S })
      change(files, project, 1)
      let own = 0
      try {
        return await work({
          async add(bytes) {
            if ((bytesOf.get(folder) ?? 0) + bytes > roomBytes)
              throw new Failure('too-large', { limitBytes: LIMITS.archiveBytesMax })
            own += bytes
            change(bytesOf, folder, bytes)
            bytesSinceLook += bytes
            if (bytesSinceLook < BYTES_BETWEEN_LOOKS) return
            bytesSinceLook = 0
            await requireDisk()
          },
        })
      } finally {
        change(files, project, -1)
        change(bytesOf, folder, -own)
      }
    },
  }
}

/** Changes a count, which is kept only as long as it is not zero. */
function change(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
