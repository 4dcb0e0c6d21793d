import { i18nextJson } from '@dragoman/formats'
import type { Workers } from '../workers/open-workers.ts'
import { type ServedFile, writeServedFile } from './write-served-file.ts'

export type ServedFileWriter = (file: ServedFile) => Promise<Uint8Array>

/**
 * A file of any format with this many texts is written in a few milliseconds; larger ones would delay other
 * answers.
 */
const FEW_TEXTS = 50

/** Writes files for apps, and slow ones in a separate thread. */
export function openServedFileWriter(workers: Pick<Workers, 'run'>): ServedFileWriter {
  return async (file) => {
    const isQuick = file.format === i18nextJson.id || file.units.length + file.sourceUnits.length <= FEW_TEXTS
    return isQuick ? writeServedFile(file) : workers.run('writeServed', file)
  }
}
