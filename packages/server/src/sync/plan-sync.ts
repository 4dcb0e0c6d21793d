import {
  type Forms,
  hasText,
  mergeFile,
  type PluralBases,
  sameForms,
  type TranslationState,
  type Unit,
  type UnitChange,
  type UnitConflict,
  unitId,
} from '@dragoman/core'
import {
  type Document,
  type FileUnit,
  type Format,
  keyOfEntry,
  pluralBasesOf,
  unitsOf,
} from '@dragoman/formats'
import type { ChangeRequest, ConflictRow, ImportedKey, UnitRow } from '@dragoman/store'
import { baseOfPart, byId } from './base-of-part.ts'
import { type CatalogSide, catalogSide } from './catalog-side.ts'
import { placeNewKeys } from './place-new-keys.ts'

/** The texts of one language in a file of a namespace, now and as last synced, with open conflicts. */
export type FilePart = {
  readonly path: string
  readonly language: string
  readonly document: Document
  /** Null: never synced. */
  readonly base: Document | null
  readonly conflicts: readonly ConflictRow[]
  /** What this program recently replaced, newest first: the file's author might not have seen it. */
  readonly ownWrites: readonly { readonly before: Document; readonly after: Document }[]
}

export type NamespaceSides = {
  readonly namespace: string
  readonly format: Format
  readonly sourceLanguage: string
  readonly files: readonly FilePart[]
  /** The source language's file, if it is not among `files`: it defines what is plural. */
  readonly sourceDocument: Document | null
  /** Other files of the namespace: a key exists as long as one of them has it. */
  readonly others: readonly Document[]
  /**
   * The keys that earlier steps of the same job have imported, by the unit id they had then: for files without
   * a base, what was imported is the base, so that what people have done since counts as theirs.
   */
  readonly imported: ReadonlyMap<string, ImportedKey>
  /** Names of keys that belong to the project, in addition to those of its catalog; null: all. */
  readonly keys: ReadonlySet<string> | null
  /** The catalog's keys, per language of the project. */
  readonly ours: ReadonlyMap<string, readonly UnitRow[]>
}

export type FilePlan = {
  readonly path: string
  readonly language: string
  readonly toFile: readonly UnitChange[]
  readonly conflicts: readonly UnitConflict[]
  /** The catalog's keys in order, as this file will contain them. */
  readonly order: readonly Unit[]
}

export type SyncPlan = {
  readonly changes: readonly ChangeRequest[]
  readonly files: readonly FilePlan[]
  /** Keys of the namespace by unit id. */
  readonly keyIds: ReadonlyMap<string, number>
  /** The catalog's source texts by unit id, if they were read. */
  readonly sources: ReadonlyMap<string, Unit>
}

/**
 * Returns what a sync of some files of one namespace does to the catalog and to each file. Pure, so the
 * result is the same before and inside the write.
 */
export function planSync(sides: NamespaceSides): SyncPlan {
  const { namespace, format, sourceLanguage, files } = sides
  const bases = pluralsOf(sides)
  const catalog = catalogSide(sides, bases)
  const { keys } = sides
  const isOfProject = (unit: Unit) => keys === null || keys.has(unit.name) || catalog.keyIds.has(unitId(unit))
  const order = keys === null ? null : orderInSource(sides, bases)
  const texts: Texts = new Map()
  const units = new Map<string, Unit>()
  const vanished = new Set<string>()
  const filePlans: FilePlan[] = []
  const found: FoundInFile[] = []

  for (const file of files) {
    const inFile = unitsOf(format, file.document.entries.values(), bases).filter(isOfProject)
    const theirs = byId(inFile)
    const ours = catalog.units.get(file.language) ?? new Map<string, Unit>()
    const { base: whole, synced } = baseOfPart({ file, format, imported: sides.imported, theirs, bases })
    const base = keys === null ? whole : new Map([...whole].filter(([, unit]) => isOfProject(unit)))
    const merge = mergeFile({ base, theirs, ours })
    for (const { id, after } of merge.toCatalog) {
      const unit = after ?? base.get(id) ?? ours.get(id)
      if (unit === undefined) continue
      if (after === null) vanished.add(id)
      if (after === null && !catalog.has(id)) continue
      units.set(id, units.get(id) ?? unit)
      const byLanguage = texts.get(id) ?? new Map<string, TextInFile>()
      byLanguage.set(file.language, textOf(after))
      texts.set(id, byLanguage)
    }
    const toFile = [...merge.toFile, ...emptyLeftovers({ base, theirs, ours })]
    filePlans.push({
      path: file.path,
      language: file.language,
      toFile,
      conflicts: merge.conflicts,
      order: order ?? [...ours.values()],
    })
    found.push({
      language: file.language,
      units: inFile,
      theirs,
      base: synced,
    })
  }

  const removed = [...vanished].filter(
    (id) => catalog.keyIds.has(id) && isGoneEverywhere(id, { sides, catalog, texts, bases }),
  )
  const changes: ChangeRequest[] = [
    ...[...catalog.converted.values()].flat().map((keyId): ChangeRequest => ({ kind: 'remove-key', keyId })),
    ...removed.flatMap((id): ChangeRequest[] => {
      const keyId = catalog.keyIds.get(id)
      return keyId === undefined ? [] : [{ kind: 'remove-key', keyId }]
    }),
  ]
  const removedIds = new Set(removed)
  for (const [id, byLanguage] of texts) {
    const keyId = catalog.keyIds.get(id)
    if (keyId === undefined || removedIds.has(id)) continue
    for (const [language, text] of byLanguage) {
      const known = catalog.units.get(language)?.get(id)
      if (
        sameForms(text.forms, known?.forms ?? {}) &&
        (text.state === undefined || text.state === known?.state)
      )
        continue
      changes.push({ kind: 'translate', keyId, language, ...text })
    }
  }
  const hasOwnSources = saysSources(sides)
  found.sort((a, b) => Number(b.language === sourceLanguage) - Number(a.language === sourceLanguage))
  changes.push(...editedKeys(found, catalog, sourceLanguage))
  changes.push(...editedSyntaxes(sides, found, catalog, removedIds))
  changes.push(
    ...placeNewKeys({
      namespace,
      order: found.map((file) => file.units),
      keyIds: catalog.keyIds,
      lastKeyId: catalog.lastKeyId,
      isNew: (id) => !catalog.keyIds.has(id) && (texts.has(id) || catalog.converted.has(id)),
      textsOf: (id) => newTexts(id, { catalog, texts, found, sourceLanguage, hasOwnSources }),
    }),
  )
  return {
    changes,
    files: filePlans,
    keyIds: catalog.keyIds,
    sources: catalog.units.get(sourceLanguage) ?? new Map(),
  }
}

/**
 * Returns all keys in the order of the source language's file, so that a new key is placed correctly among
 * keys outside the project.
 */
function orderInSource(sides: NamespaceSides, bases: PluralBases): readonly Unit[] {
  const { files, sourceDocument, sourceLanguage, format, ours } = sides
  const document = files.find(({ language }) => language === sourceLanguage)?.document ?? sourceDocument
  const inFile = document === null ? [] : unitsOf(format, document.entries.values(), bases)
  const known = new Set(inFile.map(unitId))
  const others = (ours.get(sourceLanguage) ?? []).map(({ unit }) => unit)
  return [...inFile, ...others.filter((unit) => !known.has(unitId(unit)))]
}

/** The text of one key in a file, as the catalog takes it. */
type TextInFile = { readonly forms: Forms; readonly state?: TranslationState }
/** By unit id, then by language. */
type Texts = Map<string, Map<string, TextInFile>>
type FoundInFile = {
  readonly language: string
  readonly units: readonly FileUnit[]
  readonly theirs: ReadonlyMap<string, FileUnit>
  /** Null: never synced. */
  readonly base: ReadonlyMap<string, FileUnit> | null
}

function textOf(unit: Unit | null): TextInFile {
  return { forms: unit?.forms ?? {}, ...(unit?.state === undefined ? {} : { state: unit.state }) }
}

/** Returns which keys of the namespace are plural: those of the catalog, and those that the files show. */
export function pluralsOf({
  format,
  ours,
  files,
  sourceDocument,
  sourceLanguage,
}: NamespaceSides): PluralBases {
  const known = ours.get(sourceLanguage) ?? ours.values().next().value ?? []
  const entries = files.map((file) => ({
    language: file.language,
    entries: [...file.document.entries.values()],
  }))
  if (sourceDocument !== null)
    entries.push({ language: sourceLanguage, entries: [...sourceDocument.entries.values()] })
  return pluralBasesOf(format, { known: known.map((row) => row.unit), files: entries, sourceLanguage })
}

/** Returns entries without text whose key was deleted here, which merging texts alone does not detect. */
function emptyLeftovers({
  base,
  theirs,
  ours,
}: {
  base: ReadonlyMap<string, Unit>
  theirs: ReadonlyMap<string, Unit>
  ours: ReadonlyMap<string, Unit>
}): UnitChange[] {
  const leftovers: UnitChange[] = []
  for (const [id, unit] of theirs) {
    const was = base.get(id)
    if (was !== undefined && !hasText(unit.forms) && !hasText(was.forms) && !ours.has(id))
      leftovers.push({ id, before: unit, after: null })
  }
  return leftovers
}

type Fate = {
  readonly sides: NamespaceSides
  readonly catalog: CatalogSide
  readonly texts: Texts
  readonly bases: PluralBases
}

/** Whether no language has text for it any more, and no file an entry. */
function isGoneEverywhere(id: string, { sides, catalog, texts, bases }: Fate): boolean {
  for (const [language, list] of catalog.units) {
    if (hasText(texts.get(id)?.get(language)?.forms ?? list.get(id)?.forms ?? {})) return false
  }
  const documents = [
    ...sides.files.map((file) => file.document),
    ...sides.others,
    ...(sides.sourceDocument ? [sides.sourceDocument] : []),
  ]
  for (const document of documents) {
    for (const entry of document.entries.values())
      if (unitId(keyOfEntry(sides.format, entry, bases)) === id) return false
  }
  return true
}

/**
 * Returns changes from the source file to existing keys: a key that was moved between nested and flat gets
 * its new path, and a changed comment is the key's new description.
 */
function editedKeys(
  [source]: readonly FoundInFile[],
  catalog: CatalogSide,
  sourceLanguage: string,
): ChangeRequest[] {
  const ours = catalog.units.get(sourceLanguage)
  if (source === undefined || source.language !== sourceLanguage || ours === undefined) return []
  const changes: ChangeRequest[] = []
  for (const unit of source.units) {
    const id = unitId(unit)
    const keyId = catalog.keyIds.get(id)
    const known = ours.get(id)
    if (keyId === undefined || known === undefined) continue
    const was = source.base?.get(id)
    const fields = {
      ...(samePath(known.path, unit.path) ? {} : { path: unit.path }),
      ...(was === undefined || was.comment === unit.comment ? {} : { description: unit.comment ?? '' }),
    }
    if (Object.keys(fields).length > 0) changes.push({ kind: 'edit-key', keyId, fields })
  }
  return changes
}

/**
 * Returns changes of the syntaxes that files name for existing keys. The source language's file decides; without one,
 * the first file with the key. If the file says the same as when it was last synced, only a key without a syntax gets
 * it, so that files that differ do not overwrite each other in turn.
 */
function editedSyntaxes(
  { files, sourceDocument, sourceLanguage, ours }: NamespaceSides,
  found: readonly FoundInFile[],
  { keyIds }: CatalogSide,
  removed: ReadonlySet<string>,
): ChangeRequest[] {
  const hasSource = sourceDocument !== null || files.some(({ language }) => language === sourceLanguage)
  const deciding = hasSource ? found.filter(({ language }) => language === sourceLanguage) : found
  const rows = ours.get(sourceLanguage) ?? ours.values().next().value ?? []
  const current = new Map(
    rows.flatMap(({ unit }) => (unit.syntax === undefined ? [] : [[unitId(unit), unit.syntax]])),
  )
  const seen = new Set<string>()
  const changes: ChangeRequest[] = []
  for (const { units, base } of deciding)
    for (const unit of units) {
      const id = unitId(unit)
      const keyId = keyIds.get(id)
      if (keyId === undefined || seen.has(id) || removed.has(id)) continue
      seen.add(id)
      const now = current.get(id)
      const isSaid = now === undefined || base === null || base.get(id)?.syntax !== unit.syntax
      if (isSaid && now !== unit.syntax)
        changes.push({ kind: 'edit-key', keyId, fields: { syntax: unit.syntax ?? null } })
    }
  return changes
}

function samePath(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index])
}

/**
 * Whether the source language's file has texts of its own alongside its sources: then sources are mere names,
 * as in all other files, and only that file defines the source texts.
 */
function saysSources({ files, sourceDocument, sourceLanguage }: NamespaceSides): boolean {
  const own = files.find(({ language }) => language === sourceLanguage)?.document ?? sourceDocument
  return own?.view?.side === 'target'
}

type NewTexts = Pick<Fate, 'catalog' | 'texts'> & {
  readonly found: readonly FoundInFile[]
  readonly sourceLanguage: string
  readonly hasOwnSources: boolean
}

function newTexts(
  id: string,
  { catalog, texts, found, sourceLanguage, hasOwnSources }: NewTexts,
): ReadonlyMap<string, TextInFile> {
  const result = new Map<string, TextInFile>()
  for (const [language, list] of catalog.units) {
    const text = texts.get(id)?.get(language) ?? textOf(list.get(id) ?? null)
    if (hasText(text.forms)) result.set(language, text)
  }
  for (const [language, text] of texts.get(id) ?? []) if (hasText(text.forms)) result.set(language, text)
  const source = hasOwnSources || result.has(sourceLanguage) ? undefined : sourceInFile(id, found)
  if (source !== undefined) result.set(sourceLanguage, { forms: source })
  return result
}

/** Returns the source text as it is alongside a translation. */
function sourceInFile(id: string, found: readonly FoundInFile[]): Forms | undefined {
  for (const { theirs } of found) {
    const unit = theirs.get(id)
    if (unit?.source === undefined) continue
    const { one, ...others } = unit.source
    const other = others.other ?? Object.values(others)[0] ?? one
    if (unit.plural === 'none') return other === undefined ? undefined : { other }
    return { ...(one === undefined ? {} : { one }), ...(other === undefined ? {} : { other }) }
  }
  return undefined
}
