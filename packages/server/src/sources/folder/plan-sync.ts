import {
  type FormName,
  type Forms,
  type GroupedUnit,
  groupEntries,
  hasText,
  mergeFile,
  type PluralBases,
  pathWithoutSuffix,
  placeOfEntry,
  sameForms,
  type Unit,
  type UnitChange,
  type UnitConflict,
  unitId,
} from '@dragoman/core'
import type { Document } from '@dragoman/formats'
import type { ChangeRequest, ConflictRow, UnitRow } from '@dragoman/store'
import { pluralBasesFor } from '../plural-bases-for.ts'
import { placeNewKeys } from './place-new-keys.ts'

/** One file of a namespace as it stands on disk and as it was last synced, with what is still undecided. */
export type FileSide = {
  readonly path: string
  readonly language: string
  readonly document: Document
  /** Null: never synced. */
  readonly base: Document | null
  readonly conflicts: readonly ConflictRow[]
}

export type NamespaceSides = {
  readonly namespace: string
  readonly sourceLanguage: string
  readonly files: readonly FileSide[]
  /** The source language's file, where it is not among `files`: it decides what is plural. */
  readonly sourceDocument: Document | null
  /** Other files of the namespace: a key lives as long as one of them has it. */
  readonly others: readonly Document[]
  /** The catalog's keys, per language of the project. */
  readonly ours: ReadonlyMap<string, readonly UnitRow[]>
}

export type FilePlan = {
  readonly path: string
  readonly toFile: readonly UnitChange[]
  readonly conflicts: readonly UnitConflict[]
  /** The catalog's keys in order, as this file will have them. */
  readonly order: readonly Unit[]
}

export type SyncPlan = {
  readonly changes: readonly ChangeRequest[]
  readonly files: readonly FilePlan[]
  /** Keys of the namespace by unit id. */
  readonly keyIds: ReadonlyMap<string, number>
}

/** What a sync of some files of one namespace does to the catalog and to each file. Pure: the same answer before and inside the write. */
export function planSync(sides: NamespaceSides): SyncPlan {
  const { namespace, sourceLanguage, files } = sides
  const bases = pluralBasesOf(sides)
  const catalog = regroup(sides.ours, bases)
  const texts = new Map<string, Map<string, Forms>>()
  const units = new Map<string, Unit>()
  const vanished = new Set<string>()
  const filePlans: FilePlan[] = []
  const newInOrder: { language: string; units: readonly GroupedUnit[] }[] = []

  for (const file of files) {
    const found = groupEntries(file.document.entries.values(), bases)
    const theirs = byId(found)
    const ours = catalog.units.get(file.language) ?? new Map<string, Unit>()
    const base = withConflicts(byId(groupEntries(file.base?.entries.values() ?? [], bases)), theirs, file.conflicts)
    const merge = mergeFile({ base, theirs, ours })
    for (const { id, after } of merge.toCatalog) {
      const unit = after ?? base.get(id) ?? ours.get(id)
      if (unit === undefined) continue
      if (after === null) vanished.add(id)
      if (after === null && !catalog.has(id)) continue
      units.set(id, units.get(id) ?? unit)
      const byLanguage = texts.get(id) ?? new Map<string, Forms>()
      byLanguage.set(file.language, after?.forms ?? {})
      texts.set(id, byLanguage)
    }
    const toFile = [...merge.toFile, ...emptyLeftovers({ base, theirs, ours })]
    filePlans.push({ path: file.path, toFile, conflicts: merge.conflicts, order: [...ours.values()] })
    newInOrder.push({ language: file.language, units: found })
  }

  const removed = [...vanished].filter((id) => catalog.keyIds.has(id) && isGoneEverywhere(id, { sides, catalog, texts, bases }))
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
    for (const [language, forms] of byLanguage) {
      if (sameForms(forms, catalog.units.get(language)?.get(id)?.forms ?? {})) continue
      changes.push({ kind: 'translate', keyId, language, forms })
    }
  }
  changes.push(...movedPaths(sides, catalog, bases))
  changes.push(
    ...placeNewKeys({
      namespace,
      order: newInOrder
        .sort((a, b) => Number(b.language === sourceLanguage) - Number(a.language === sourceLanguage))
        .map((entry) => entry.units),
      keyIds: catalog.keyIds,
      lastKeyId: catalog.lastKeyId,
      isNew: (id) => !catalog.keyIds.has(id) && (texts.has(id) || catalog.converted.has(id)),
      textsOf: (id) => newTexts(id, { catalog, texts }),
    }),
  )
  return { changes, files: filePlans, keyIds: catalog.keyIds }
}

/** The catalog's side, grouped by what is plural now. */
type Catalog = {
  /** By language, then by unit id, in order. */
  readonly units: ReadonlyMap<string, ReadonlyMap<string, Unit>>
  readonly keyIds: ReadonlyMap<string, number>
  readonly lastKeyId: number | null
  /** Plural units that were single keys until now, with the ids of those keys. */
  readonly converted: ReadonlyMap<string, readonly number[]>
  readonly has: (id: string) => boolean
}

function pluralBasesOf({ ours, files, sourceDocument, sourceLanguage }: NamespaceSides): PluralBases {
  const known = ours.get(sourceLanguage) ?? ours.values().next().value ?? []
  const entries = files.map((file) => ({ language: file.language, entries: [...file.document.entries.values()] }))
  if (sourceDocument !== null) entries.push({ language: sourceLanguage, entries: [...sourceDocument.entries.values()] })
  return pluralBasesFor(
    known.map((row) => row.unit),
    entries,
    sourceLanguage,
  )
}

/** `item_one` and `item_other` that were keys of their own become forms of `item` once a file shows that they belong together. */
function regroup(ours: NamespaceSides['ours'], bases: PluralBases): Catalog {
  const units = new Map<string, Map<string, Unit>>()
  const keyIds = new Map<string, number>()
  const converted = new Map<string, Set<number>>()
  let lastKeyId: number | null = null
  for (const [language, rows] of ours) {
    const list = new Map<string, Unit>()
    for (const { keyId, unit } of rows) {
      lastKeyId = keyId
      const place = unit.plural === 'none' && typeof unit.path.at(-1) === 'string' ? placeOfEntry(unit.name, bases) : null
      if (place === null || place.plural === 'none') {
        const id = unitId(unit)
        list.set(id, unit)
        keyIds.set(id, keyId)
        continue
      }
      const { name, plural, form, suffix } = place
      const id = unitId({ name, plural })
      const earlier: Partial<Record<FormName, string>> = list.get(id)?.forms ?? {}
      const forms = unit.forms.other === undefined ? earlier : { ...earlier, [form]: unit.forms.other }
      list.set(id, { name, plural, path: pathWithoutSuffix(unit.path, suffix), forms })
      converted.set(id, (converted.get(id) ?? new Set()).add(keyId))
    }
    units.set(language, list)
  }
  const gone = new Set([...converted.values()].flatMap((ids) => [...ids]))
  const lists = new Map([...converted].map(([id, set]) => [id, [...set]]))
  return {
    units,
    keyIds,
    lastKeyId: lastKeyId !== null && gone.has(lastKeyId) ? null : lastKeyId,
    converted: lists,
    has: (id) => keyIds.has(id) || lists.has(id),
  }
}

/** While a conflict is open its own base counts; once settled, the file's text is what was seen, so that the decision goes to the file. */
function withConflicts(
  base: ReadonlyMap<string, Unit>,
  theirs: ReadonlyMap<string, Unit>,
  conflicts: readonly ConflictRow[],
): ReadonlyMap<string, Unit> {
  if (conflicts.length === 0) return base
  const result = new Map(base)
  for (const conflict of conflicts) {
    const id = unitId(conflict)
    const forms = conflict.state === 'open' ? conflict.base : conflict.theirs
    if (hasText(forms) || theirs.has(id)) result.set(id, { name: conflict.name, plural: conflict.plural, path: conflict.path, forms })
    else result.delete(id)
  }
  return result
}

/** Entries without text whose key was deleted here: a merge of texts alone does not see them. */
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
    if (was !== undefined && !hasText(unit.forms) && !hasText(was.forms) && !ours.has(id)) leftovers.push({ id, before: unit, after: null })
  }
  return leftovers
}

type Fate = {
  readonly sides: NamespaceSides
  readonly catalog: Catalog
  readonly texts: ReadonlyMap<string, ReadonlyMap<string, Forms>>
  readonly bases: PluralBases
}

/** No language has text for it any more and no file an entry. */
function isGoneEverywhere(id: string, { sides, catalog, texts, bases }: Fate): boolean {
  for (const [language, list] of catalog.units) {
    if (hasText(texts.get(id)?.get(language) ?? list.get(id)?.forms ?? {})) return false
  }
  const documents = [...sides.files.map((file) => file.document), ...sides.others, ...(sides.sourceDocument ? [sides.sourceDocument] : [])]
  for (const document of documents) {
    for (const name of document.entries.keys()) {
      const place = placeOfEntry(name, bases)
      if (unitId({ name: place.name, plural: place.plural }) === id) return false
    }
  }
  return true
}

/** A key that was moved between nested and flat in the source file takes its new place. */
function movedPaths({ files, sourceLanguage }: NamespaceSides, catalog: Catalog, bases: PluralBases): ChangeRequest[] {
  const source = files.find((file) => file.language === sourceLanguage)
  const ours = catalog.units.get(sourceLanguage)
  if (source === undefined || ours === undefined) return []
  const changes: ChangeRequest[] = []
  for (const unit of groupEntries(source.document.entries.values(), bases)) {
    const id = unitId(unit)
    const keyId = catalog.keyIds.get(id)
    const known = ours.get(id)
    if (keyId === undefined || known === undefined || samePath(known.path, unit.path)) continue
    changes.push({ kind: 'edit-key', keyId, fields: { path: unit.path } })
  }
  return changes
}

function samePath(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index])
}

function newTexts(id: string, { catalog, texts }: Pick<Fate, 'catalog' | 'texts'>): ReadonlyMap<string, { readonly forms: Forms }> {
  const result = new Map<string, { readonly forms: Forms }>()
  for (const [language, list] of catalog.units) {
    const forms = texts.get(id)?.get(language) ?? list.get(id)?.forms
    if (forms !== undefined && hasText(forms)) result.set(language, { forms })
  }
  for (const [language, forms] of texts.get(id) ?? []) if (hasText(forms)) result.set(language, { forms })
  return result
}

function byId(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  return new Map(units.map((unit) => [unitId(unit), unit]))
}
