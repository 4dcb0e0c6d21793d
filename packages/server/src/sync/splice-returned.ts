import { FORM_NAMES, type FormerNames, type FormName, type Forms, type UnitChange } from '@dragoman/core'
import { type Document, type Entry, entryOfUnit, type Format, isWhole } from '@dragoman/formats'
import { changesBetween } from './changes-between.ts'
import { editFile, type PartToWrite } from './edit-file.ts'
import { viewOf } from './file-parts.ts'
import { hashOf } from './hash-of.ts'

export type SpliceRequest = {
  readonly format: Format
  readonly sourceLanguage: string
  /** The file at its destination. */
  readonly upstream: Uint8Array
  /** The local file, with the changes of its parts. */
  readonly edited: Uint8Array
  /** All parts of the file, including unchanged ones. */
  readonly parts: readonly PartToWrite[]
  readonly keyIds: ReadonlyMap<string, number>
  /** The source texts, by unit id. */
  readonly sourceOf: (id: string) => Forms | undefined
  /** Of keys that the file at its destination can have under another name. */
  readonly formerNames: FormerNames
}

/** Whether some of the changes add an entry to the file. */
export function addsEntries(changes: readonly UnitChange[]): boolean {
  return changes.some((change) => addedForms(change).length > 0)
}

/**
 * Splices the texts of an edited file into the bytes at its destination: an entry that was removed and comes
 * back before anyone saw it removed is where and as it was. Null if nothing comes back, or if the texts would
 * differ.
 */
export function spliceReturned(request: SpliceRequest): Uint8Array | null {
  const { format, parts } = request
  const before = upstreamParts(request)
  const comesBack = parts.some(({ plan }, index) =>
    plan.toFile.some((change) => isEntryOf(before[index], change, format)),
  )
  return comesBack ? spliceInto(before, request) : null
}

/**
 * Splices the texts of an edited file into the bytes at its destination. Null if one of them is broken, or if the
 * texts would differ.
 */
export function spliceOnto(request: SpliceRequest): Uint8Array | null {
  return spliceInto(upstreamParts(request), request)
}

function upstreamParts({ format, upstream, parts }: SpliceRequest): readonly Document[] {
  return parts.map(({ place }) => format.read(upstream, viewOf(place)))
}

function spliceInto(
  before: readonly Document[],
  { format, sourceLanguage, upstream, edited, parts, keyIds, sourceOf, formerNames }: SpliceRequest,
): Uint8Array | null {
  if (!before.every(isWhole)) return null
  const after = parts.map(({ place }) => format.read(edited, viewOf(place)))
  const toWrite = parts.map(({ place, plan }, index): PartToWrite => {
    const document = before[index] ?? null
    const versions = { before: document, after: after[index] ?? null, known: plan.order }
    const toFile = changesBetween({ ...versions, format, language: place.language, sourceLanguage })
    return { place, document, plan: { toFile, order: plan.order } }
  })
  const file = { bytes: upstream, hash: hashOf(upstream) }
  // The same entries, with details that come back as well.
  const model = after[0] ?? null
  const result = editFile({
    format,
    parts: toWrite,
    file,
    model,
    sourceLanguage,
    keyIds,
    sourceOf,
    formerNames,
  })
  if (result === null || !result.isWhole) return null
  const bytes = result.replacement?.bytes ?? upstream
  const isSame = parts.every(({ place }, index) =>
    hasSameTexts(format.read(bytes, viewOf(place)), after[index]),
  )
  return isSame ? bytes : null
}

function addedForms({ before, after }: UnitChange): readonly FormName[] {
  if (after === null) return []
  return FORM_NAMES.filter((form) => after.forms[form] !== undefined && before?.forms[form] === undefined)
}

/** Whether a document has the entry that a change adds to another. */
function isEntryOf(document: Document | undefined, change: UnitChange, format: Format): boolean {
  const { after } = change
  if (after === null || document === undefined) return false
  return addedForms(change).some((form) => {
    const name = entryOfUnit(format, after, form)?.name
    return name !== undefined && document.entries.has(name)
  })
}

function hasSameTexts({ entries }: Document, other: Document | undefined): boolean {
  const others = other?.entries ?? new Map<string, Entry>()
  if (entries.size !== others.size) return false
  return [...entries].every(([name, entry]) => {
    const same = others.get(name)
    return same !== undefined && isSameText(entry, same)
  })
}

function isSameText(a: Entry, b: Entry): boolean {
  // An entry without a state agrees with any state.
  return a.text === b.text && (a.state === undefined || b.state === undefined || a.state === b.state)
}
