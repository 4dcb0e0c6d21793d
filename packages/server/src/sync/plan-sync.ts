import {
  hasText,
  mergeFile,
  type PluralBases,
  type Unit,
  type UnitChange,
  type UnitConflict,
  unitId,
  unitsById,
} from '@dragoman/core'
import { type Document, type Format, pluralBasesOf, unitsOf } from '@dragoman/formats'
import type { ChangeRequest, ImportedKey, UnitRow } from '@dragoman/store'
import { baseOfPart, type KnownConflict } from './base-of-part.ts'
import {
  editedKeys,
  editedSyntaxes,
  type FoundInFile,
  goneEverywhere,
  newTexts,
  removedKeys,
  saysSources,
  type TextInFile,
  type Texts,
  textOf,
  writtenTexts,
} from './catalog-changes.ts'
import { type CatalogSide, catalogSide, unitsAsFileSaysThem } from './catalog-side.ts'
import { placeNewKeys } from './place-new-keys.ts'

/** The texts of one language in a file of a namespace, now and as last synced, with open conflicts. */
export type FilePart = {
  readonly path: string
  readonly language: string
  readonly document: Document
  /** Null: never synced. */
  readonly base: Document | null
  readonly conflicts: readonly KnownConflict[]
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
  const { namespace, sourceLanguage } = sides
  const bases = pluralsOf(sides)
  const catalog = catalogSide(sides, bases)
  const { texts, vanished, plans, found } = mergeFiles(sides, bases, catalog)
  const removed = goneEverywhere(vanished, { sides, catalog, texts, bases })
  const hasOwnSources = saysSources(sides)
  return {
    changes: [
      ...removedKeys(catalog, removed),
      ...writtenTexts(texts, catalog, { removed, sourceLanguage }),
      ...editedKeys(found, catalog, sourceLanguage),
      ...editedSyntaxes(sides, found, catalog, removed),
      ...placeNewKeys({
        namespace,
        order: found.map((file) => file.units),
        keyIds: catalog.keyIds,
        lastKeyId: catalog.lastKeyId,
        isNew: (id) => !catalog.keyIds.has(id) && (texts.has(id) || catalog.converted.has(id)),
        textsOf: (id) => newTexts(id, { catalog, texts, found, sourceLanguage, hasOwnSources }),
      }),
    ],
    files: plans,
    keyIds: catalog.keyIds,
    sources: catalog.units.get(sourceLanguage) ?? new Map(),
  }
}

/** What the files of a namespace contain and what happens to them, each merged on its own. */
type MergedFiles = {
  /** Texts that the catalog takes from the files. */
  readonly texts: Texts
  /** Unit ids whose text is gone from a file. */
  readonly vanished: ReadonlySet<string>
  readonly plans: readonly FilePlan[]
  /** The source language's file first. */
  readonly found: readonly FoundInFile[]
}

function mergeFiles(sides: NamespaceSides, bases: PluralBases, catalog: CatalogSide): MergedFiles {
  const { format, keys, sourceLanguage } = sides
  const isOfProject = (unit: Unit) => keys === null || keys.has(unit.name) || catalog.keyIds.has(unitId(unit))
  const order = keys === null ? null : orderInSource(sides, bases)
  const texts: Texts = new Map()
  const vanished = new Set<string>()
  const plans: FilePlan[] = []
  const found: FoundInFile[] = []
  for (const file of sides.files) {
    const { path, language } = file
    const units = unitsOf(format, file.document.entries.values(), bases).filter(isOfProject)
    const theirs = unitsById(units)
    const ours = unitsAsFileSaysThem(catalog.units.get(language) ?? new Map(), format, file.document)
    const { base: whole, synced } = baseOfPart({ file, format, imported: sides.imported, theirs, bases })
    const base = keys === null ? whole : new Map([...whole].filter(([, unit]) => isOfProject(unit)))
    const merge = mergeFile({ base, theirs, ours })
    for (const { id, after } of merge.toCatalog) {
      if (after === null && !base.has(id) && !ours.has(id)) continue
      if (after === null) vanished.add(id)
      if (after === null && !catalog.has(id)) continue
      const byLanguage = texts.get(id) ?? new Map<string, TextInFile>()
      byLanguage.set(language, textOf(after))
      texts.set(id, byLanguage)
    }
    const toFile = [...merge.toFile, ...emptyLeftovers({ base, theirs, ours })]
    plans.push({ path, language, toFile, conflicts: merge.conflicts, order: order ?? [...ours.values()] })
    found.push({ language, units, theirs, base: synced })
  }
  found.sort((a, b) => Number(b.language === sourceLanguage) - Number(a.language === sourceLanguage))
  return { texts, vanished, plans, found }
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
