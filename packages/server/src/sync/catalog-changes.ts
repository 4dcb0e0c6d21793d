import {
  type Forms,
  hasText,
  type PluralBases,
  sameForms,
  samePath,
  type TranslationState,
  type Unit,
  unitId,
} from '@dragoman/core'
import { type FileUnit, keyOfEntry } from '@dragoman/formats'
import type { ChangeRequest } from '@dragoman/store'
import type { CatalogSide } from './catalog-side.ts'
import type { NamespaceSides } from './plan-sync.ts'

/** The text of one key in a file, as the catalog takes it. */
export type TextInFile = { readonly forms: Forms; readonly state?: TranslationState }
/** By unit id, then by language. */
export type Texts = Map<string, Map<string, TextInFile>>
/** What a file contains. */
export type FoundInFile = {
  readonly language: string
  readonly units: readonly FileUnit[]
  readonly theirs: ReadonlyMap<string, FileUnit>
  /** Null: never synced. */
  readonly base: ReadonlyMap<string, FileUnit> | null
}

export function textOf(unit: Unit | null): TextInFile {
  return { forms: unit?.forms ?? {}, ...(unit?.state === undefined ? {} : { state: unit.state }) }
}

/** Returns changes that remove keys: single keys that are forms of others now, and those that are gone everywhere. */
export function removedKeys(
  { converted, keyIds }: CatalogSide,
  removed: ReadonlySet<string>,
): readonly ChangeRequest[] {
  const ids = [...[...converted.values()].flat(), ...[...removed].flatMap((id) => keyIds.get(id) ?? [])]
  return ids.map((keyId) => ({ kind: 'remove-key', keyId }))
}

/**
 * Returns changes that write the texts of files to existing keys, unless the catalog has the same. The source text of
 * a key comes first: in another batch than its translations, it has to be there before them.
 */
export function writtenTexts(
  texts: Texts,
  { keyIds, units }: CatalogSide,
  { removed, sourceLanguage }: { readonly removed: ReadonlySet<string>; readonly sourceLanguage: string },
): readonly ChangeRequest[] {
  const changes: ChangeRequest[] = []
  for (const [id, byLanguage] of texts) {
    const keyId = keyIds.get(id)
    if (keyId === undefined || removed.has(id)) continue
    for (const [language, text] of sourceFirst(byLanguage, sourceLanguage)) {
      const known = units.get(language)?.get(id)
      const isSame =
        sameForms(text.forms, known?.forms ?? {}) && (text.state === undefined || text.state === known?.state)
      if (!isSame) changes.push({ kind: 'translate', keyId, language, ...text })
    }
  }
  return changes
}

function sourceFirst<T>(byLanguage: ReadonlyMap<string, T>, sourceLanguage: string): readonly [string, T][] {
  const isSource = ([language]: [string, T]) => Number(language === sourceLanguage)
  return [...byLanguage].sort((a, b) => isSource(b) - isSource(a))
}

type Fate = {
  readonly sides: NamespaceSides
  readonly catalog: CatalogSide
  readonly texts: Texts
  readonly bases: PluralBases
}

/**
 * Returns the keys of the catalog among these for which no language has text any more, and no file an entry. Looks at
 * the entries of all files once, however many keys are asked about.
 */
export function goneEverywhere(
  ids: Iterable<string>,
  { sides, catalog, texts, bases }: Fate,
): ReadonlySet<string> {
  const hasTextIn = (id: string) =>
    [...catalog.units].some(([language, list]) =>
      hasText(texts.get(id)?.get(language)?.forms ?? list.get(id)?.forms ?? {}),
    )
  const gone = new Set([...ids].filter((id) => catalog.keyIds.has(id) && !hasTextIn(id)))
  if (gone.size === 0) return gone
  const documents = [
    ...sides.files.map((file) => file.document),
    ...sides.others,
    ...(sides.sourceDocument ? [sides.sourceDocument] : []),
  ]
  for (const document of documents) {
    for (const entry of document.entries.values()) gone.delete(unitId(keyOfEntry(sides.format, entry, bases)))
  }
  return gone
}

/**
 * Returns changes from the source file to existing keys: a key that was moved between nested and flat gets
 * its new path, a changed comment is the key's new description, and a changed limit its maximum length.
 */
export function editedKeys(
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
      ...(was === undefined || was.maxLength === unit.maxLength ? {} : { maxLength: unit.maxLength ?? null }),
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
export function editedSyntaxes(
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

/**
 * Whether the source language's file has texts of its own alongside its sources: then sources are mere names,
 * as in all other files, and only that file defines the source texts.
 */
export function saysSources({ files, sourceDocument, sourceLanguage }: NamespaceSides): boolean {
  const own = files.find(({ language }) => language === sourceLanguage)?.document ?? sourceDocument
  return own?.view?.side === 'target'
}

type NewTexts = Pick<Fate, 'catalog' | 'texts'> & {
  readonly found: readonly FoundInFile[]
  readonly sourceLanguage: string
  readonly hasOwnSources: boolean
}

/** Returns the texts of a new key: those in the files, and those of the keys that it replaces. */
export function newTexts(
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
