import { randomBytes } from 'node:crypto'
import { PROCESS_MARK, stateOfProcess } from '../../process-mark.ts'

/** Suffix of every temporary file, so that one left by a crash is recognized. */
export const TEMPORARY_SUFFIX = '.dragoman-tmp'

/**
 * Returns a unique name for a file next to another, which says who made it:
 * `.de.json.<machine>-<process>-<start>-<random>.dragoman-tmp`.
 */
export function temporaryName(name: string): string {
  return `.${name.slice(0, 60)}.${PROCESS_MARK}-${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`
}

/**
 * Whether the process that made a temporary file can still be running: `alive`, `dead`, or `unknown` for
 * those of other machines and earlier versions. Null for names of other files.
 */
export function ownerOfTemporary(name: string): 'alive' | 'dead' | 'unknown' | null {
  if (!name.startsWith('.') || !name.endsWith(TEMPORARY_SUFFIX)) return null
  const mark = /\.([^.]+)-[0-9a-f]{12}$/.exec(name.slice(0, -TEMPORARY_SUFFIX.length))?.[1] ?? ''
  return stateOfProcess(mark)
}
