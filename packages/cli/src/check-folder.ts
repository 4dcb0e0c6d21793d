import {
  type Forms,
  hasText,
  type Issue,
  type MessageSyntax,
  runChecks,
  type Severity,
  syntaxById,
  unitId,
} from '@dragoman/core'
import {
  type DetectedFile,
  type Detection,
  type Document,
  entryOfUnit,
  type FileUnit,
  type Format,
  formatById,
  placeOf,
  pluralBasesOf,
  unitsOf,
} from '@dragoman/formats'
import { inspectFolder, readFileInside } from '@dragoman/server'
import { CommandError } from './terminal.ts'

export type Finding = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly severity: Severity
  readonly code: string
  readonly language: string
  /** Name of the entry, empty for the whole file. */
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

export type CheckResult = {
  readonly folder: string
  readonly pattern: string
  readonly sourceLanguage: string
  readonly files: number
  readonly findings: readonly Finding[]
  readonly errors: number
  readonly warnings: number
  /** Keys of the source language without a translation. */
  readonly untranslated: ReadonlyMap<string, number>
}

/** One language of one file. */
type ReadFile = { readonly file: DetectedFile; readonly document: Document }

/**
 * Reads the locale files of a folder and runs every check over them. Throws `unusable-folder` and
 * `no-locale-files`.
 */
export async function checkFolder(text: string): Promise<CheckResult> {
  const { folder, candidates } = await inspectFolder(text)
  const [detection] = candidates
  if (detection === undefined) throw new Error('An inspection without candidates')
  const format = formatById(detection.format)
  if (format === null) throw new Error(`The format ${detection.format} is not known`)
  const facts = { format, sourceLanguage: detection.sourceLanguage, syntax: syntaxById(format.syntax) }
  const findings: Finding[] = []
  const untranslated = new Map<string, number>()
  for (const files of byNamespace(detection).values()) {
    const read = await readFiles(folder, format, files)
    findings.push(...fileFindings(read))
    checkNamespace(read, facts, { findings, untranslated })
  }
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return {
    folder,
    pattern: detection.pattern,
    sourceLanguage: detection.sourceLanguage,
    files: new Set(detection.files.map((file) => file.path)).size,
    findings,
    errors,
    warnings: findings.length - errors,
    untranslated,
  }
}

function byNamespace({ files }: Detection): ReadonlyMap<string, readonly DetectedFile[]> {
  const groups = new Map<string, DetectedFile[]>()
  for (const file of files) groups.set(file.namespace, [...(groups.get(file.namespace) ?? []), file])
  return groups
}

async function readFiles(
  folder: string,
  format: Format,
  files: readonly DetectedFile[],
): Promise<ReadFile[]> {
  const bytes = new Map<string, Uint8Array>()
  const read: ReadFile[] = []
  for (const file of files) {
    const { path, language, side } = file
    const content = bytes.get(path) ?? (await readDetected(folder, path))
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

/** What is wrong with the files as such: said once of a file, whatever languages it has. */
function fileFindings(read: readonly ReadFile[]): Finding[] {
  const said = new Set<string>()
  return read.flatMap(({ file, document }) =>
    document.issues.flatMap((issue) => {
      const id = `${file.path}\n${issue.code}\n${issue.span.start}`
      if (said.has(id)) return []
      said.add(id)
      return [findingOf(issue, { file, key: '', place: placeOf(document.text, issue.span.start) })]
    }),
  )
}

type Sink = { readonly findings: Finding[]; readonly untranslated: Map<string, number> }

type Facts = { readonly format: Format; readonly sourceLanguage: string; readonly syntax: MessageSyntax }

function checkNamespace(read: readonly ReadFile[], facts: Facts, { findings, untranslated }: Sink): void {
  const { format, sourceLanguage } = facts
  const files = read.map(({ file, document }) => ({
    language: file.language,
    entries: [...document.entries.values()],
  }))
  const bases = pluralBasesOf(format, { known: [], files, sourceLanguage })
  const parts = read.map((one) => ({ ...one, units: unitsOf(format, one.document.entries.values(), bases) }))
  const source = new Map<string, Forms>()
  for (const { file, units } of parts)
    if (file.language === sourceLanguage) for (const unit of units) source.set(unitId(unit), unit.forms)
  for (const { units, ...one } of parts) {
    const { language } = one.file
    const done = new Set(units.filter((unit) => hasText(unit.forms)).map(unitId))
    // Files of source and translation hold the source of their own keys, and only of these.
    const asked =
      source.size > 0
        ? source
        : new Map(units.flatMap((unit) => (unit.source ? [[unitId(unit), unit.source] as const] : [])))
    const missing = [...asked].filter(([id, forms]) => hasText(forms) && !done.has(id)).length
    untranslated.set(language, (untranslated.get(language) ?? 0) + missing)
    for (const unit of units)
      findings.push(
        ...unitFindings(unit, {
          ...facts,
          ...one,
          sourceForms: source.get(unitId(unit)) ?? unit.source ?? {},
        }),
      )
  }
}

function unitFindings(
  unit: FileUnit,
  {
    file,
    document,
    format,
    sourceLanguage,
    syntax,
    sourceForms,
  }: ReadFile & Facts & { readonly sourceForms: Forms },
): Finding[] {
  const { language } = file
  const { plural, forms, maxLength = null } = unit
  // What stands in the file is what the file can hold.
  return runChecks({
    syntax,
    sourceLanguage,
    language,
    plural,
    sourceForms,
    forms,
    maxLength,
    limits: null,
  }).map((issue) => {
    // An issue about a form that is missing is shown where its siblings are.
    const names = [issue.form, ...unit.present].map((form) => entryOfUnit(format, unit, form)?.name ?? '')
    const entry = names.map((name) => document.entries.get(name)).find((found) => found !== undefined)
    return findingOf(issue, {
      file,
      key: entry?.unit?.name ?? entry?.name ?? unit.name,
      place: placeOf(document.text, entry?.span.start ?? 0),
    })
  })
}

function findingOf(
  { code, severity, params }: Issue,
  { file, key, place }: { file: DetectedFile; key: string; place: { line: number; column: number } },
): Finding {
  return {
    path: file.path,
    line: place.line,
    column: place.column,
    severity,
    code,
    language: file.language,
    key,
    params: params ?? {},
  }
}
