import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  entryNames,
  type FormName,
  type Forms,
  type GroupedUnit,
  groupPlurals,
  hasText,
  type Issue,
  type MessageSyntax,
  runChecks,
  type Severity,
  syntaxById,
  unitId,
} from '@dragoman/core'
import { type DetectedFile, type Detection, type Document, formatById, placeOf } from '@dragoman/formats'
import { inspectFolder } from '@dragoman/server'

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

type ReadFile = { readonly file: DetectedFile; readonly document: Document }

/** Reads the locale files of a folder and runs every check over them. Throws `unusable-folder` and `no-locale-files`. */
export async function checkFolder(text: string): Promise<CheckResult> {
  const { folder, candidates } = await inspectFolder(text)
  const [detection] = candidates
  if (detection === undefined) throw new Error('An inspection without candidates')
  const syntax = syntaxById(formatById(detection.format)?.syntax ?? '')
  const findings: Finding[] = []
  const untranslated = new Map<string, number>()
  for (const files of byNamespace(detection).values()) {
    const read = await readFiles(folder, detection, files)
    for (const entry of read) findings.push(...fileFindings(entry))
    checkNamespace(read, { sourceLanguage: detection.sourceLanguage, syntax }, { findings, untranslated })
  }
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return {
    folder,
    pattern: detection.pattern,
    sourceLanguage: detection.sourceLanguage,
    files: detection.files.length,
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

async function readFiles(folder: string, { format: id }: Detection, files: readonly DetectedFile[]): Promise<ReadFile[]> {
  const format = formatById(id)
  if (format === null) throw new Error(`The format ${id} is not known`)
  const read: ReadFile[] = []
  for (const file of files) read.push({ file, document: format.read(await readFile(join(folder, file.path))) })
  return read
}

function fileFindings({ file, document }: ReadFile): Finding[] {
  return document.issues.map((issue) => findingOf(issue, { file, key: '', place: placeOf(document.text, issue.span.start) }))
}

type Sink = { readonly findings: Finding[]; readonly untranslated: Map<string, number> }

type Facts = { readonly sourceLanguage: string; readonly syntax: MessageSyntax }

function checkNamespace(read: readonly ReadFile[], facts: Facts, { findings, untranslated }: Sink): void {
  const { sourceLanguage } = facts
  const units = groupPlurals(
    read.map(({ file, document }) => ({ language: file.language, entries: document.entries.values() })),
    sourceLanguage,
  )
  const source = new Map((units.get(sourceLanguage) ?? []).map((unit) => [unitId(unit), unit.forms]))
  for (const { file, document } of read) {
    const own = units.get(file.language) ?? []
    const done = new Set(own.filter((unit) => hasText(unit.forms)).map(unitId))
    const missing = [...source].filter(([id, forms]) => hasText(forms) && !done.has(id)).length
    untranslated.set(file.language, (untranslated.get(file.language) ?? 0) + missing)
    for (const unit of own) findings.push(...unitFindings(unit, { ...facts, file, document, sourceForms: source.get(unitId(unit)) ?? {} }))
  }
}

function unitFindings(
  unit: GroupedUnit,
  { file, document, sourceLanguage, syntax, sourceForms }: ReadFile & Facts & { readonly sourceForms: Forms },
): Finding[] {
  const { language } = file
  return runChecks({ syntax, sourceLanguage, language, plural: unit.plural, sourceForms, forms: unit.forms, maxLength: null }).map(
    (issue) => {
      const entry = document.entries.get(entryNames(unit, issue.form).name) ?? anyEntry(unit, document)
      return findingOf(issue, { file, key: entry?.name ?? unit.name, place: placeOf(document.text, entry?.span.start ?? 0) })
    },
  )
}

/** An issue about a form that is missing is shown where its siblings are. */
function anyEntry(unit: GroupedUnit, document: Document) {
  const form: FormName | undefined = unit.present[0]
  return form === undefined ? undefined : document.entries.get(entryNames(unit, form).name)
}

function findingOf(
  { code, severity, params }: Issue,
  { file, key, place }: { file: DetectedFile; key: string; place: { line: number; column: number } },
): Finding {
  return { path: file.path, line: place.line, column: place.column, severity, code, language: file.language, key, params: params ?? {} }
}
