import { Failure } from '@dragoman/contract'
import { type Detection, editProjectFile, PROJECT_FILE, withLanguages } from '@dragoman/formats'
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
export type ChosenFolder = { readonly folder: Inspection; readonly pattern?: string }

/**
 * Returns the inspection with the chosen detection first, in the chosen format. A pattern that was not found
 * is kept as it is. Throws `invalid-input` for a format that cannot read the files, and the reason why
 * `dragoman.json` cannot be written.
 */
export async function chooseDetection(inspection: Inspection, choice: FolderChoice): Promise<ChosenFolder> {
  const { pattern, format, sourceLanguage, remember = false } = choice
  const found =
    pattern === undefined
      ? inspection.candidates[0]
      : inspection.candidates.find((one) => one.pattern === pattern)
  if (found === undefined) return { folder: inspection, ...(pattern === undefined ? {} : { pattern }) }
  const meant = await withSource(inspection.folder, found, sourceLanguage)
  if (format !== undefined && !meant.formats.includes(format))
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '/format', code: 'format-unfit' }] })
  const chosen: Detection = format === undefined ? meant : { ...meant, format }
  if (remember) await writeProjectFile(inspection.folder, chosen, sourceLanguage)
  return {
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

async function writeProjectFile(
  folder: string,
  { pattern, format }: Detection,
  sourceLanguage: string,
): Promise<void> {
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
  try {
    const { kind } = await replaceFile({
      folder,
      path: PROJECT_FILE,
      bytes,
      expected: file.kind === 'bytes' ? file.hash : null,
    })
    if (kind !== 'written') throw new Failure('changed-since', { folder })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('read-only', { folder, reason: fileFaultOf(errorCode(error)) })
  }
}
