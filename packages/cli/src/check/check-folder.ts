import { syntaxById } from '@dragoman/core'
import { type DetectedFile, type Detection, type Format, formatById, matchFile } from '@dragoman/formats'
import { inspectFolder, readFileInside } from '@dragoman/server'
import { CommandError } from '../terminal.ts'
import { openBase } from './base-files.ts'
import { type CheckedFiles, checkNamespace, type Facts, type Finding, type ReadFile } from './check-texts.ts'
import { type Comparison, compareWithBase } from './compare-with-base.ts'

export type CheckResult = {
  readonly folder: string
  readonly pattern: string
  readonly sourceLanguage: string
  readonly files: number
  /** Compared with a commit: only what was not wrong there already. */
  readonly findings: readonly Finding[]
  readonly errors: number
  readonly warnings: number
  /** Keys of the source language without a translation; compared with a commit, only of those new since. */
  readonly untranslated: ReadonlyMap<string, number>
  /** What became of the keys since a commit; null where none was named. */
  readonly comparison: Comparison | null
}

/**
 * Reads the locale files of a folder and runs every check over them. With `base`, a commit, branch or tag, it
 * tells only what is new since then. Throws `unusable-folder` and `no-locale-files`, and CommandError where
 * there is nothing to compare with.
 */
export async function checkFolder(
  text: string,
  { base = null }: { readonly base?: string | null } = {},
): Promise<CheckResult> {
  const { folder, candidates } = await inspectFolder(text)
  const [detection] = candidates
  if (detection === undefined) throw new Error('An inspection without candidates')
  const format = formatById(detection.format)
  if (format === null) throw new Error(`The format ${detection.format} is not known`)
  const { pattern, sourceLanguage } = detection
  const facts = { format, sourceLanguage, syntax: syntaxById(format.syntax) }
  const now = await checkFiles(detection.files, facts, (path) => readDetected(folder, path))
  const before = base === null ? null : await checkBase(folder, base, { detection, facts })
  const comparison =
    before === null
      ? null
      : compareWithBase({ now, before: before.checked, sourceLanguage, ...before.commit })
  const findings = comparison?.findings ?? now.findings
  const untranslated = comparison?.untranslated ?? now.untranslated
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return {
    folder,
    pattern,
    sourceLanguage,
    files: new Set(detection.files.map((file) => file.path)).size,
    findings,
    errors,
    warnings: findings.length - errors,
    untranslated: new Map([...untranslated].map(([language, ids]) => [language, ids.length])),
    comparison: comparison === null ? null : comparison.comparison,
  }
}

type BaseRequest = { readonly detection: Detection; readonly facts: Facts }

/** The same files as they were at a commit, found by the pattern that they have now. */
async function checkBase(folder: string, ref: string, { detection, facts }: BaseRequest) {
  const base = await openBase(folder, ref)
  const now = new Map<string, DetectedFile[]>()
  for (const file of detection.files) now.set(file.path, [...(now.get(file.path) ?? []), file])
  const files = base.paths.flatMap((path): readonly DetectedFile[] => {
    const match = matchFile(detection.pattern, path)
    if (match === null) return []
    // What its path does not tell, the file of today does.
    const { language, languageAsWritten, namespace } = match
    return now.get(path) ?? (language === null ? [] : [{ path, language, languageAsWritten, namespace }])
  })
  const contents = await base.read([...new Set(files.map(({ path }) => path))])
  const there = files.filter(({ path }) => contents.has(path))
  const checked = await checkFiles(there, facts, async (path) => contents.get(path) ?? new Uint8Array())
  return { checked, commit: { ref, commit: base.commit } }
}

async function checkFiles(
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

/** Throws what a person has to know of a file that was there a moment ago. */
async function readDetected(folder: string, path: string): Promise<Uint8Array> {
  const file = await readFileInside(folder, path)
  if (file.kind === 'bytes') return file.bytes
  const reason = file.kind === 'missing' ? 'it is gone' : file.code.replaceAll('-', ' ')
  throw new CommandError(`${path} cannot be read: ${reason}.`)
}
