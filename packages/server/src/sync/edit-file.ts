import { type FormerNames, type Forms, hasText, type Unit, type UnitChange, unitId } from '@dragoman/core'
import {
  type Document,
  EditError,
  type Format,
  hasPlaceFor,
  isWhole,
  pluralBasesOf,
  unitsOf,
} from '@dragoman/formats'
import type { HeldText } from '@dragoman/store'
import { editsFor } from './edits-for.ts'
import { type Place, viewOf } from './file-parts.ts'
import { findRenames, groupRenames, type Renames } from './find-renames.ts'
import { hashOf } from './hash-of.ts'
import { type HeldBack, holdBack } from './hold-back.ts'
import type { FilePlan } from './plan-sync.ts'
import { changesTogether } from './whole-lists.ts'

export type EditRequest = {
  readonly format: Format
  readonly parts: readonly PartToWrite[]
  /** The current file; null: it does not exist. */
  readonly file: { readonly bytes: Uint8Array; readonly hash: string } | null
  /** A file whose style a new one gets. */
  readonly model: Document | null
  readonly sourceLanguage: string
  /** Keys by unit id. */
  readonly keyIds: ReadonlyMap<string, number>
  /** The source texts, by unit id. */
  readonly sourceOf: (id: string) => Forms | undefined
  /** Of keys that can have been renamed since the file was written. */
  readonly formerNames: FormerNames
}

/** The texts of one language in the file, and the changes to them. */
export type PartToWrite = {
  readonly place: Place
  /** Null: the file is new, or has nothing in this language. */
  readonly document: Document | null
  readonly plan: Pick<FilePlan, 'toFile' | 'order'>
}

/** A file after its edits. */
export type EditedFile = {
  /** Null: unchanged. */
  readonly replacement: { readonly bytes: Uint8Array; readonly hash: string } | null
  /** False: it would no longer be valid, and must not be written. */
  readonly isWhole: boolean
  /** In the order of the file's parts. */
  readonly parts: readonly EditedPart[]
}

export type EditedPart = {
  readonly entries: number
  /** Texts that the file cannot store. All others are in it. */
  readonly held: readonly HeldText[]
}

/**
 * Edits a file to match the catalog, by splicing. A text that the file cannot store is held back. The result
 * is read again, so that a valid file never becomes invalid. Null: there is nothing to write.
 */
export function editFile(request: EditRequest): EditedFile | null {
  const { format, parts, file } = request
  const { bytes, held } = splice(request)
  const heldOf = (index: number) => held[index] ?? []
  if (bytes === null) {
    if (held.every((texts) => texts.length === 0)) return null
    const none = parts.map((_, index) => ({ entries: 0, held: heldOf(index) }))
    return { replacement: null, isWhole: true, parts: none }
  }
  const hash = bytes === file?.bytes ? file.hash : hashOf(bytes)
  const isSame = hash === file?.hash
  const after = parts.map(({ place, document }) =>
    isSame && document !== null ? document : format.read(bytes, viewOf(place)),
  )
  return {
    replacement: isSame ? null : { bytes, hash },
    isWhole: after.every(isWhole),
    parts: after.map(({ entries }, index) => ({ entries: entries.size, held: heldOf(index) })),
  }
}

/** Returns the bytes after the edits of all parts. Each part is read again if an earlier one has moved it. */
function splice(request: EditRequest): {
  readonly bytes: Uint8Array | null
  readonly held: readonly (readonly HeldText[])[]
} {
  const { format, parts, file, model, sourceLanguage, keyIds, formerNames } = request
  const sourceOf = sourcesOfFiles(request)
  const heldOfParts: HeldText[][] = []
  let bytes = file?.bytes ?? null
  for (const { place, document, plan } of parts) {
    const { language } = place
    const view = viewOf(place)
    const before = bytes
    const current = before === null || before === file?.bytes ? document : format.read(before, view)
    let next = before
    const held = holdBackChanges({ format, changes: plan.toFile, formerNames }, (changes, renames) => {
      const isSource = language === sourceLanguage
      const { order } = plan
      const shared = { format, language, document: current, changes, order, isSource, sourceOf }
      const edits = editsFor({ ...shared, renames })
      try {
        if (edits.length === 0) next = before
        else if (before === null) next = format.create(model, edits, view)
        else next = format.edit(current ?? format.read(before, view), edits, model)
        return null
      } catch (error) {
        if (!(error instanceof EditError)) throw error
        return error.code
      }
    })
    bytes = held.length === plan.toFile.length ? before : next
    heldOfParts.push(
      held.map(({ item: { id, before: was, after }, code }) => {
        return { keyId: keyIds.get(id) ?? 0, name: (after ?? was)?.name ?? '', code }
      }),
    )
  }
  return { bytes, held: heldOfParts }
}

/**
 * Returns the source texts as files have them: next to its own texts, a file of the source language can have names, and
 * so do all others.
 */
function sourcesOfFiles({
  format,
  parts,
  model,
  sourceLanguage,
  sourceOf,
}: EditRequest): EditRequest['sourceOf'] {
  const view = model?.view
  if (format.languages !== 'two' || model === null || view?.side !== 'target') return sourceOf
  const isOfFiles =
    view.language === sourceLanguage || parts.some(({ place }) => place.language === view.language)
  if (!isOfFiles) return sourceOf
  let sources: ReadonlyMap<string, Forms | undefined> | null = null
  return (id) => {
    sources ??= new Map(unitsIn(model).map((unit) => [unitId(unit), unit.source]))
    return sources.get(id) ?? sourceOf(id)
  }

  function unitsIn({ entries }: Document) {
    const known = parts.flatMap(({ plan }) => plan.order)
    return unitsOf(format, entries.values(), pluralBasesOf(format, { known, files: [], sourceLanguage }))
  }
}

type Held = readonly { readonly item: UnitChange; readonly code: string }[]
type Changes = Pick<EditRequest, 'format' | 'formerNames'> & { readonly changes: readonly UnitChange[] }

/**
 * Returns the changes that cannot be written. A key that cannot be renamed in the file is removed from it and added
 * again.
 */
function holdBackChanges(
  { format, changes, formerNames }: Changes,
  refusal: (changes: readonly UnitChange[], renames: Renames) => string | null,
): Held {
  const { fitting, unfit } = splitByPlace(format, changes)
  const renames = findRenames(fitting, formerNames)
  const groups = changesTogether(format, groupRenames(fitting, renames))
  const { kept, held } = holdBack(groups, (some) => refusal(some.flat(), renames))
  const isRenaming = (group: readonly UnitChange[]) => group.some(({ id }) => renames.has(id))
  const notRenamed = held.flatMap(({ item }) => (isRenaming(item) ? item : []))
  const others = held.filter(({ item }) => !isRenaming(item))
  if (notRenamed.length === 0) return [...unfit, ...oneByOne(others)]
  const ids = new Set(notRenamed.map(({ id }) => id))
  const rest = new Map([...renames].filter(([id]) => !ids.has(id)))
  const single = changesTogether(
    format,
    notRenamed.map((change) => [change]),
  )
  const again = holdBack(single, (some) => refusal([...kept, ...some].flat(), rest))
  return [...unfit, ...oneByOne([...others, ...again.held])]
}

/**
 * Separates changes of keys whose forms have no place in the format. The text that such a key was before it got forms
 * stays in the file: programs still use it.
 */
function splitByPlace(
  format: Format,
  changes: readonly UnitChange[],
): { readonly fitting: readonly UnitChange[]; readonly unfit: Held } {
  const isUnfit = ({ after }: UnitChange) =>
    after !== null && !hasPlaceFor(format, after.plural) && hasText(after.forms)
  const names = new Set(changes.filter(isUnfit).map(({ after }) => after?.name))
  if (names.size === 0) return { fitting: changes, unfit: [] }
  const isKept = ({ before, after }: UnitChange) => after === null && names.has(before?.name)
  return {
    fitting: changes.filter((change) => !isUnfit(change) && !isKept(change)),
    unfit: changes.filter(isUnfit).map((item) => ({ item, code: 'not-representable' })),
  }
}

function oneByOne(held: HeldBack<readonly UnitChange[]>['held']): Held {
  return held.flatMap(({ item: changes, code }) => changes.map((item) => ({ item, code })))
}

/**
 * Returns all texts of the catalog as changes of a new file; none if there is no text, because such a file is
 * not created.
 */
export function changesForNewFile(units: readonly Unit[], { languages }: Format): UnitChange[] {
  const translated = units.filter((unit) => Object.keys(unit.forms).length > 0)
  const wanted = languages === 'two' && translated.length > 0 ? units : translated
  return wanted.map((unit) => ({ id: unitId(unit), before: null, after: unit }))
}
