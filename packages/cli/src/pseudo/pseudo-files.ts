import {
  type Forms,
  hasText,
  type MessageSyntax,
  NO_FORMER_NAMES,
  type PseudoOptions,
  pseudoText,
  requiredForms,
  sameForms,
  syntaxById,
  syntaxOfKey,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { type FileUnit, matchFile, pluralBasesOf, unitsOf } from '@dragoman/formats'
import { editFile, viewOf } from '@dragoman/server/sync'
import type { FileSet, LocalFile, LocalPart } from '../sync/local-files.ts'
import { pathOfLanguage } from '../sync/new-files.ts'
import type { DraftedFile } from '../sync/write-files.ts'
import { CommandError } from '../terminal.ts'

/**
 * Returns the files of the pseudo language, one per namespace with source texts: new files, or existing ones
 * with their changes. Keys that the source does not have are removed.
 */
export function pseudoFiles(set: FileSet, language: string, options: PseudoOptions): readonly DraftedFile[] {
  const sources = set.files.flatMap(({ parts }) =>
    parts.filter((part) => part.language === set.sourceLanguage),
  )
  return sources.flatMap((source) => {
    const path = pathOf(set, source, language)
    return path === null ? [] : draft(set, { source, language, path, options })
  })
}

/** A multilingual file gets one more language; otherwise each language has its own file. */
function pathOf(set: FileSet, { path, namespace }: LocalPart, language: string): string | null {
  const known = set.files.find(({ parts }) =>
    parts.some((part) => part.language === language && part.namespace === namespace),
  )
  if (known !== undefined) return known.path
  if (set.format.languages === 'many' && matchFile(set.pattern, path)?.language === null) return path
  return pathOfLanguage(set, { namespace, language })
}

type Draft = {
  readonly source: LocalPart
  readonly language: string
  readonly path: string
  readonly options: PseudoOptions
}

function draft({ format, files, sourceLanguage, ...set }: FileSet, request: Draft): DraftedFile[] {
  const { source, language, path } = request
  const { namespace, document: model } = source
  const ofFiles = syntaxById(set.syntax)
  const file: LocalFile | null = files.find((one) => one.path === path) ?? null
  const side = 'target' as const
  const document = file === null ? null : format.read(file.bytes, viewOf({ language, side }))
  const bases = pluralBasesOf(format, {
    known: [],
    files: [{ language: sourceLanguage, entries: [...model.entries.values()] }],
    sourceLanguage,
  })
  const wanted = unitsOf(format, model.entries.values(), bases).flatMap((unit) =>
    pseudoUnit(unit, request, ofFiles),
  )
  const there = new Map(
    unitsOf(format, document?.entries.values() ?? [], bases).map((unit) => [unitId(unit), unit]),
  )
  const toFile = changesTo(wanted, there)
  if (toFile.length === 0) return []
  const sources = new Map(
    unitsOf(format, model.entries.values(), bases).map((unit) => [unitId(unit), unit.forms]),
  )
  const edited = editFile({
    format,
    parts: [
      { place: { path, language, namespace, side, row: null }, document, plan: { toFile, order: wanted } },
    ],
    file,
    model,
    sourceLanguage,
    keyIds: new Map(),
    sourceOf: (id) => sources.get(id),
    formerNames: NO_FORMER_NAMES,
  })
  if (edited === null) return []
  if (!edited.isWhole) throw new CommandError(`${path} would not be readable. It was not changed.`)
  const bytes = edited.replacement?.bytes ?? file?.bytes ?? new Uint8Array()
  const held = edited.parts.flatMap((part) => part.held.map(({ name, code }) => ({ name, code })))
  const heldNames = new Set(held.map(({ name }) => name))
  return [
    {
      path,
      before: file?.hash ?? null,
      bytes,
      held,
      languages: [language],
      read: () => format.read(bytes, viewOf({ language, side })),
      changes: toFile
        .filter(({ before, after }) => !heldNames.has((after ?? before)?.name ?? ''))
        .map((change) => ({ ...change, language, line: () => null })),
    },
  ]
}

/** Returns the changes that turn the keys which are there into the wanted ones. */
function changesTo(wanted: readonly Unit[], there: ReadonlyMap<string, FileUnit>): UnitChange[] {
  const ids = new Set(wanted.map(unitId))
  return [
    ...wanted.flatMap((after): UnitChange[] => {
      const before = there.get(unitId(after)) ?? null
      return sameForms(before?.forms ?? {}, after.forms) ? [] : [{ id: unitId(after), before, after }]
    }),
    ...[...there].flatMap(([id, before]) => (ids.has(id) ? [] : [{ id, before, after: null }])),
  ]
}

/** Returns a key with pseudo texts in all forms that it needs; none if the source has no text. */
function pseudoUnit(unit: FileUnit, { source, language, options }: Draft, ofFiles: MessageSyntax): Unit[] {
  const { name, plural, path: at } = unit
  const syntax = syntaxOfKey(ofFiles, { namespace: source.namespace, syntax: unit.syntax })
  const own = source.side === 'source' && !hasText(unit.forms) ? (unit.source ?? {}) : unit.forms
  if (!hasText(own)) return []
  const forms: Partial<Record<keyof Forms, string>> = {}
  const names = new Set([
    ...requiredForms(plural, language, own, syntax.numbers),
    ...(Object.keys(own) as (keyof Forms)[]).filter((form) => plural === 'none' || /^\d$|zero/.test(form)), // Forms has no other keys.
  ])
  for (const form of names) {
    const text = own[form] ?? own.other ?? Object.values(own)[0]
    if (text !== undefined) forms[form] = fitted(text, unit, syntax, options)
  }
  return [{ name, plural, path: at, forms }]
}

/** Keeps a text within its maximum length. */
function fitted(
  text: string,
  { maxLength }: FileUnit,
  syntax: MessageSyntax,
  options: PseudoOptions,
): string {
  const written = pseudoText(text, syntax, options)
  if (maxLength === undefined || written.length <= maxLength) return written
  const short = pseudoText(text, syntax, { ...options, lengthPercent: 0, brackets: false })
  return short.length <= maxLength ? short : text
}
