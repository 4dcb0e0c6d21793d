import {
  appendAll,
  type CheckInput,
  type FormIssue,
  type Forms,
  hasText,
  type Issue,
  type MessageSyntax,
  runChecks,
  type Severity,
  syntaxOfKey,
  type TextLimits,
  unitId,
} from '@dragoman/core'
import {
  type DetectedFile,
  type Document,
  entryOfUnit,
  type FileUnit,
  type Format,
  pluralBasesOf,
  unitsOf,
} from '@dragoman/formats'
import { placeIn } from '../place-in.ts'

export type Finding = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly severity: Severity
  readonly code: string
  readonly language: string
  /** Name of the entry; empty for the whole file. */
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
}

/** One language of one file. */
export type ReadFile = { readonly file: DetectedFile; readonly document: Document }

export type Facts = {
  readonly format: Format
  readonly sourceLanguage: string
  readonly syntax: MessageSyntax
  /** The keys are the source texts, so a source text that is not in a file is not missing. */
  readonly keysAreSources: boolean
}

/** One text of one language, with its position. */
export type TextInFile = {
  readonly key: string
  readonly language: string
  readonly namespace: string
  readonly forms: Forms
  readonly path: string
  /** Computed on demand. */
  readonly place: () => { readonly line: number; readonly column: number }
}

/** The findings in some files, before they are compared with a base commit. */
export type CheckedFiles = {
  readonly findings: readonly Finding[]
  /** All texts, including those of the source language. */
  readonly texts: readonly TextInFile[]
  /** Source keys without a text, by language; ids as returned by `textId`. */
  readonly untranslated: ReadonlyMap<string, readonly string[]>
}

/** Returns an id that is the same for the texts of one key in all languages and files. */
export function textId({ namespace, key }: { readonly namespace: string; readonly key: string }): string {
  return `${namespace}\n${key}`
}

/** Returns issues of whole files, once per file even if it contains several languages. */
function fileFindings(read: readonly ReadFile[]): Finding[] {
  const reported = new Set<string>()
  return read.flatMap(({ file, document }) =>
    document.issues.flatMap((issue) => {
      const id = `${file.path}\n${issue.code}\n${issue.span.start}`
      if (reported.has(id)) return []
      reported.add(id)
      return [findingOf(issue, { file, key: '', place: placeIn(document, issue.span.start) })]
    }),
  )
}

/** Checks the files of one namespace: each file separately, then each text against its source. */
export function checkNamespace(read: readonly ReadFile[], facts: Facts): CheckedFiles {
  const { format, sourceLanguage, keysAreSources } = facts
  const files = read.map(({ file, document }) => ({
    language: file.language,
    entries: [...document.entries.values()],
  }))
  const bases = pluralBasesOf(format, { known: [], files, sourceLanguage })
  const parts = read.map((one) => ({ ...one, units: unitsOf(format, one.document.entries.values(), bases) }))
  const source = new Map<string, FileUnit>()
  for (const { file, units } of parts)
    if (file.language === sourceLanguage) for (const unit of units) source.set(unitId(unit), unit)
  const findings = fileFindings(read)
  const texts: TextInFile[] = []
  const untranslated = new Map<string, string[]>()
  for (const { units, ...one } of parts) {
    const { language, namespace } = one.file
    const done = new Set(units.filter((unit) => hasText(unit.forms)).map(unitId))
    // Bilingual files contain the source texts of their own keys only.
    const asked =
      source.size > 0
        ? [...source.values()]
        : units.flatMap((unit) => (unit.source ? [{ ...unit, forms: unit.source }] : []))
    const missing = asked.filter((unit) => hasText(unit.forms) && !done.has(unitId(unit)))
    const ids = missing.map(({ name }) => textId({ namespace, key: name }))
    appendAll(untranslated, language, ids)
    for (const unit of units) {
      texts.push(textOf(unit, { ...one, format }))
      const sourceUnit = source.get(unitId(unit))
      const sourceForms = sourceUnit?.forms ?? unit.source ?? {}
      if (!keysAreSources && source.size > 0 && sourceUnit === undefined && hasText(unit.forms))
        findings.push(notInSource(unit, { ...one, format }))
      findings.push(...unitFindings(unit, { ...facts, ...one, sourceForms }))
    }
  }
  return { findings, texts, untranslated }
}

/**
 * Returns a finding for a translation that no app can request: its key was removed from the source language
 * or is misspelled.
 */
function notInSource(unit: FileUnit, { file, document, format }: ReadFile & Pick<Facts, 'format'>): Finding {
  const entry = entryOf(unit, { document, format, form: null })
  return {
    path: file.path,
    ...placeIn(document, entry?.span.start ?? 0),
    severity: 'warning',
    code: 'not-in-source',
    language: file.language,
    key: unit.name,
    params: {},
  }
}

function textOf(unit: FileUnit, { file, document, format }: ReadFile & Pick<Facts, 'format'>): TextInFile {
  const { path, language, namespace } = file
  return {
    key: unit.name,
    language,
    namespace,
    forms: unit.forms,
    path,
    place: () => placeIn(document, entryOf(unit, { document, format, form: null })?.span.start ?? 0),
  }
}

/** Returns the entry of one form, otherwise of one of its siblings. */
function entryOf(
  unit: FileUnit,
  {
    document,
    format,
    form,
  }: Pick<ReadFile, 'document'> &
    Pick<Facts, 'format'> & { readonly form: FileUnit['present'][number] | null },
) {
  const names = [...(form === null ? [] : [form]), ...unit.present].map(
    (one) => entryOfUnit(format, unit, one)?.name ?? '',
  )
  return names.map((name) => document.entries.get(name)).find((found) => found !== undefined)
}

/** Returns the limits of a document, found once. A new text could violate them, one that was read cannot. */
function limitsOfDocument(document: Document, format: Format): TextLimits | null {
  const known = knownLimits.get(document)
  if (known !== undefined) return known
  const limits = format.limitsOf?.(document) ?? null
  knownLimits.set(document, limits)
  return limits
}

const knownLimits = new WeakMap<Document, TextLimits | null>()

function unitFindings(
  unit: FileUnit,
  {
    file,
    document,
    format,
    sourceLanguage,
    syntax,
    sourceForms,
    keysAreSources,
  }: ReadFile & Facts & { readonly sourceForms: Forms },
): Finding[] {
  const { language } = file
  const { plural, forms, maxLength = null } = unit
  const input: CheckInput = {
    syntax: syntaxOfKey(syntax, { namespace: file.namespace, syntax: unit.syntax }),
    sourceLanguage,
    language,
    plural,
    sourceForms,
    forms,
    maxLength,
    limits: limitsOfDocument(document, format),
  }
  const issues = runChecks(input)
  const isKeySource = keysAreSources && !hasText(sourceForms) && language !== sourceLanguage
  return (isKeySource ? withoutThoseOfKey(issues, unit.name, input) : issues).map((issue) => {
    // An issue about a missing form is shown at its siblings.
    const entry = entryOf(unit, { document, format, form: issue.form })
    return findingOf(issue, {
      file,
      key: entry?.unit?.name ?? entry?.name ?? unit.name,
      place: placeIn(document, entry?.span.start ?? 0),
    })
  })
}

/**
 * Returns the issues that a text does not share with its key, which is its source text: `<file>` of a usage is no tag
 * that someone forgot to close. Nothing else is compared with the key, which can end with a number or a suffix.
 */
function withoutThoseOfKey(
  issues: readonly FormIssue[],
  key: string,
  input: CheckInput,
): readonly FormIssue[] {
  if (issues.length === 0) return issues
  const codes = new Set(runChecks({ ...input, sourceForms: { other: key } }).map(({ code }) => code))
  return issues.filter(({ code }) => codes.has(code))
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
