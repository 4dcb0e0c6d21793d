import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { type Detection, editProjectFile, PROJECT_FILE, withLanguages } from '@dragoman/formats'
import { refusedField } from '../../refused-field.ts'
import { requirePattern } from '../require-pattern.ts'
import { errorCode, fileFaultOf } from './file-fault.ts'
import { type Inspection, inspectFolder } from './inspect-folder.ts'
import { readFileInside } from './read-locale-file.ts'
import { replaceFile } from './replace-file.ts'

/** What a person has chosen from what was found in a folder. */
export type FolderChoice = {
  readonly pattern?: string | undefined
  /** One of the formats that can read the files. */
  readonly format?: string | undefined
  readonly sourceLanguage: string
  /** Whether to store it in the folder's `dragoman.json`. */
  readonly remember?: boolean | undefined
}

/** What to connect: the first candidate, or another pattern that a person entered. */
export type ChosenFolder = {
  readonly folder: Inspection
  readonly pattern?: string
  /**
   * Stores the choice in `dragoman.json`: after the commit that connects the folder, because only then it is certain
   * that the person can. Throws `changed-since` and `read-only`; the folder is connected all the same.
   */
  readonly store: () => Promise<void>
}

const storesNothing = async () => {}

/**
 * Returns the inspection with the chosen detection first, in the chosen format. A pattern that was not found
 * is kept as it is. Writes nothing. Throws `invalid-input` for an invalid pattern or a format that cannot read the
 * files, and the reason why `dragoman.json` cannot be written.
 */
export async function chooseDetection(inspection: Inspection, choice: FolderChoice): Promise<ChosenFolder> {
  const { pattern, format, sourceLanguage, remember = false } = choice
  const found =
    pattern === undefined
      ? inspection.candidates[0]
      : inspection.candidates.find((one) => one.pattern === pattern)
  if (found === undefined) {
    if (pattern === undefined) return { folder: inspection, store: storesNothing }
    requirePattern(pattern, inspection.candidates)
    // The other way to read the files of a detection has its format.
    const isOtherReading = ({ doubts }: Detection) => doubts.some(({ choices }) => choices.includes(pattern))
    const meant = format ?? inspection.candidates.find(isOtherReading)?.format
    const store =
      remember && meant !== undefined
        ? await prepareProjectFile(inspection.folder, { pattern, format: meant }, sourceLanguage)
        : storesNothing
    return { folder: inspection, store, pattern }
  }
  const meant = await withSource(inspection.folder, found, sourceLanguage)
  if (format !== undefined && !meant.formats.includes(format)) throw refusedField('/format', 'format-unfit')
  const chosen: Detection = format === undefined ? meant : { ...meant, format }
  return {
    store: remember ? await prepareProjectFile(inspection.folder, chosen, sourceLanguage) : storesNothing,
    folder: { ...inspection, candidates: [chosen, ...inspection.candidates.filter((one) => one !== found)] },
  }
}

/**
 * Returns the detection with another source language. It changes which files there are if those without a
 * language in their path belong to the source language.
 */
async function withSource(folder: string, found: Detection, sourceLanguage: string): Promise<Detection> {
  const pattern = withLanguages(found.pattern, { source: sourceLanguage })
  if (pattern === found.pattern) return found
  const { candidates } = await inspectFolder(folder, sourceLanguage)
  return candidates.find((candidate) => candidate.pattern === pattern) ?? found
}

/** Returns what writes `dragoman.json`. Throws why it cannot be written. */
async function prepareProjectFile(
  folder: string,
  { pattern, format }: Pick<Detection, 'pattern' | 'format'>,
  sourceLanguage: string,
): Promise<() => Promise<void>> {
  const file = await readFileInside(folder, PROJECT_FILE)
  if (file.kind === 'unreadable') throw new Failure('read-only', { folder, reason: file.code })
  const bytes = editProjectFile(file.kind === 'bytes' ? file.bytes : null, {
    pattern,
    format,
    sourceLanguage,
  })
  if (bytes === null)
    throw new Failure('unusable-project-file', {
      folder,
      line: 1,
      column: 1,
      reason: 'source-language-differs',
    })
  const asReadOnly = (error: unknown) =>
    new Failure('read-only', { folder, reason: fileFaultOf(errorCode(error)) })
  await access(file.kind === 'bytes' ? join(folder, PROJECT_FILE) : folder, constants.W_OK).catch((error) => {
    throw asReadOnly(error)
  })
  const expected = file.kind === 'bytes' ? file.hash : null
  return async () => {
    const { kind } = await replaceFile({ folder, path: PROJECT_FILE, bytes, expected }).catch((error) => {
      throw asReadOnly(error)
    })
    if (kind !== 'written') throw new Failure('changed-since', { folder })
  }
}
