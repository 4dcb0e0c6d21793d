import { syntaxById } from '@dragoman/core'
import { type DetectedFile, type Detection, type Format, formatById } from '@dragoman/formats'
import { inspectFolder, readFileInside } from '@dragoman/server'
import { CommandError } from '../terminal.ts'
import { type CheckedFiles, checkNamespace, type Facts, type ReadFile } from './check-texts.ts'

/** The locale files of a folder, detected but not read yet. */
export type LocaleFiles = {
  /** The real path, with links resolved. */
  readonly folder: string
  readonly detection: Detection
  readonly facts: Facts
}

/** Detects the locale files of a folder. Throws `unusable-folder` and `no-locale-files`. */
export async function findLocaleFiles(text: string): Promise<LocaleFiles> {
  const { folder, candidates } = await inspectFolder(text)
  const [detection] = candidates
  if (detection === undefined) throw new Error('An inspection without candidates')
  const format = formatById(detection.format)
  if (format === null) throw new Error(`The format ${detection.format} is not known`)
  const { sourceLanguage, syntaxes } = detection
  const syntax = syntaxById(syntaxes.get(format.id) ?? format.syntax)
  return { folder, detection, facts: { format, sourceLanguage, syntax } }
}

/** Reads files and runs all checks on them. */
export async function checkFiles(
  files: readonly DetectedFile[],
  facts: Facts,
  read: (path: string) => Promise<Uint8Array>,
): Promise<CheckedFiles> {
  const namespaces = []
  for (const group of byNamespace(files).values())
    namespaces.push(checkNamespace(await readFiles(group, facts.format, read), facts))
  const untranslated = new Map<string, string[]>()
  for (const checked of namespaces)
    for (const [language, ids] of checked.untranslated)
      untranslated.set(language, [...(untranslated.get(language) ?? []), ...ids])
  return {
    findings: namespaces.flatMap(({ findings }) => findings),
    texts: namespaces.flatMap(({ texts }) => texts),
    untranslated,
  }
}

function byNamespace(files: readonly DetectedFile[]): ReadonlyMap<string, readonly DetectedFile[]> {
  const groups = new Map<string, DetectedFile[]>()
  for (const file of files) {
    const group = groups.get(file.namespace)
    if (group === undefined) groups.set(file.namespace, [file])
    else group.push(file)
  }
  return groups
}

async function readFiles(
  files: readonly DetectedFile[],
  format: Format,
  readBytes: (path: string) => Promise<Uint8Array>,
): Promise<ReadFile[]> {
  const bytes = new Map<string, Uint8Array>()
  const read: ReadFile[] = []
  for (const file of files) {
    const { path, language, side } = file
    const content = bytes.get(path) ?? (await readBytes(path))
    bytes.set(path, content)
    read.push({ file, document: format.read(content, { language, side: side ?? 'target' }) })
  }
  return read
}

/** Reads a detected file. Throws CommandError if it has disappeared or cannot be read. */
export async function readDetected(folder: string, path: string): Promise<Uint8Array> {
  const file = await readFileInside(folder, path)
  if (file.kind === 'bytes') return file.bytes
  const reason = file.kind === 'missing' ? 'it is gone' : file.code.replaceAll('-', ' ')
  throw new CommandError(`${path} cannot be read: ${reason}.`)
}
