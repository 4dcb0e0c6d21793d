import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import {
  addUploadedPiece,
  beginUploadedFile,
  finishUploadedFile,
  type Reader,
  type Requester,
} from '@dragoman/store'
import type { JobContext } from '../jobs/job-kind.ts'
import type { PreparedFile } from './prepare-import.ts'

/** Bytes per transaction, before compression. */
const PIECE_BYTES = 1024 * 1024

const deflate = promisify(deflateRaw)

/**
 * Stores an imported file as the base for exports, so that unedited parts are exported as they were imported: those
 * parts whose texts the person who imports it can import.
 */
export async function keepUploadedFile(
  step: JobContext['step'],
  {
    projectId,
    folder,
    file,
    operationId,
    importedBy,
  }: {
    readonly projectId: number
    readonly folder: string
    readonly file: PreparedFile
    /** The operation of the import; null: nothing in the catalog changed. */
    readonly operationId: number | null
    readonly importedBy: (r: Reader) => Promise<Requester>
  },
): Promise<void> {
  // An import that an earlier version prepared has no names.
  const { path, format, parts, languageNames = {} } = file
  const bytes = await readFile(join(folder, file.stored))
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(await deflate(bytes.subarray(at, at + PIECE_BYTES), { level: 1 }))
  const stored = { projectId, format, operationId, pieces: pieces.length }
  const { id, own } = await step(async (w) => {
    // If nothing in a part was new, the write door has not checked it.
    const own = importable(parts, await importedBy(w))
    if (own.length === 0) return { id: null, own }
    const id = await beginUploadedFile(w, { projectId, path, format, operationId, languageNames })
    if (pieces.length > 1) return { id, own }
    for (const [place, piece] of pieces.entries()) await addUploadedPiece(w, id, place, piece)
    await finishUploadedFile(w, { ...stored, id, parts: own })
    return { id, own }
  })
  if (id === null || pieces.length < 2) return
  for (const [place, piece] of pieces.entries()) {
    await step(async (w) => {
      await addUploadedPiece(w, id, place, piece)
      if (place === pieces.length - 1) await finishUploadedFile(w, { ...stored, id, parts: own })
      return {}
    })
  }
}

/** Returns the parts in whose language and namespace someone can import texts. */
function importable(parts: PreparedFile['parts'], { allow }: Requester): PreparedFile['parts'] {
  const asked = { operation: 'import', kind: 'text', state: null, isOwnWork: false, undoes: null } as const
  return parts.filter(({ language, namespace }) => allow({ ...asked, language, namespace }) === null)
}
