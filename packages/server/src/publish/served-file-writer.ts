import { i18nextJson } from '@dragoman/formats'
import type { Workers } from '../workers/open-workers.ts'
import { type ServedFile, writeServedFile } from './write-served-file.ts'

/** Throws FileNotWrittenError. */
export type ServedFileWriter = (file: ServedFile) => Promise<Uint8Array>

/** A file could not be written, although its texts could be read: trying again with the same texts fails again. */
export class FileNotWrittenError extends Error {
  constructor({ format, language }: Pick<ServedFile, 'format' | 'language'>, cause: unknown) {
    super(`${format} cannot be written in ${language}`, { cause })
    this.name = 'FileNotWrittenError'
  }
}

/**
 * A file of any format with this many texts is written in a few milliseconds; larger ones would delay other
 * answers.
 */
const FEW_TEXTS = 50

/** Writes files for apps, and slow ones in a separate thread. */
export function openServedFileWriter(workers: Pick<Workers, 'run'>): ServedFileWriter {
  return async (file) => {
    const isQuick = file.format === i18nextJson.id || file.units.length + file.sourceUnits.length <= FEW_TEXTS
    try {
      return isQuick ? writeServedFile(file) : await workers.run('writeServed', file)
    } catch (error) {
      throw new FileNotWrittenError(file, error)
    }
  }
}
