import { definedOf, type Forms, groupBy, sameForms, type Unit, unitId, unitsById } from '@dragoman/core'
import { type Document, type Entry, keyOfEntry, unitsOf } from '@dragoman/formats'
import { catalogSide, type NamespaceSides, pluralsOf, unitsAsFileSaysThem } from '@dragoman/server/sync'
import type { PartWithBase } from './plan-namespace.ts'
import type { ServerNamespace } from './server-texts.ts'
import type { AgreedEntry, PartState } from './sync-state.ts'

export type Agreeing = {
  readonly sides: NamespaceSides
  readonly server: ServerNamespace
  /** Whether comments and limits were sent; otherwise they are still pending. */
  readonly hasPushed: boolean
}

/**
 * Returns the texts that both sides now agree on in one part: those that are equal in its file and on the
 * server, with the previous state of review if that differs, and for all others the previous state. It is derived from the actual contents, so it does not
 * depend on how they were written or whether an earlier run was interrupted.
 */
export function agreeOn(
  part: PartWithBase,
  document: Document,
  { sides, server, hasPushed }: Agreeing,
): PartState {
  const { format } = sides
  const { language, namespace, agreed } = part
  const bases = pluralsOf(sides)
  const side = catalogSide({ ours: server.units, format }, bases).units.get(language)
  const there = unitsAsFileSaysThem(side ?? new Map(), format, document)
  const here = unitsById(unitsOf(format, document.entries.values(), bases))
  const idOf = (entry: Pick<Entry, 'name' | 'path' | 'unit'>) => unitId(keyOfEntry(format, entry, bases))
  const before = groupBy(agreed?.entries ?? [], idOf)
  const now = groupBy(document.entries.values(), idOf)
  const entries: AgreedEntry[] = []
  let isWhole = true
  for (const id of new Set([...before.keys(), ...now.keys(), ...there.keys()])) {
    const [local, remote] = [here.get(id), there.get(id)]
    // A key without text that the server does not have must still be sent.
    const isKnown = local === undefined || remote !== undefined
    const agrees = isKnown && sameForms(formsOf(local), formsOf(remote))
    const isReviewedAlike = sameState(local, remote)
    const [first] = before.get(id) ?? []
    const isPending = !hasPushed && language === sides.sourceLanguage && isEdited(first, now.get(id)?.[0])
    if (!agrees || !isReviewedAlike || isPending) isWhole = false
    const state = first?.state ?? remote?.state
    const differing = state === undefined || isReviewedAlike ? {} : { state }
    const kept = agrees
      ? (now.get(id) ?? []).map((entry) => ({ ...entry, ...limitOf(entry), ...differing }))
      : (before.get(id) ?? [])
    for (const entry of kept) entries.push(agreedEntry(entry, hasPushed ? entry : (first ?? entry)))
  }
  return { language, namespace, mark: isWhole ? (server.marks.get(language) ?? null) : null, entries }
}

/** Returns the entries of a document as they are stored in the state. */
export function entriesOf({ entries }: Document): readonly AgreedEntry[] {
  return [...entries.values()].map((entry) => agreedEntry(entry, { ...entry, ...limitOf(entry) }))
}

function formsOf(unit: Unit | undefined): Forms {
  return unit?.forms ?? {}
}

function sameState(a: Unit | undefined, b: Unit | undefined): boolean {
  return a?.state === undefined || b?.state === undefined || a.state === b.state
}

/** Returns whether the file has another comment or limit than both sides agreed on. */
function isEdited(before: AgreedEntry | undefined, now: Entry | undefined): boolean {
  if (before === undefined || now === undefined) return false
  const { maxLength = null } = now
  const { maxLength: agreed = maxLength } = before
  return before.comment !== now.comment || agreed !== maxLength
}

function limitOf({ maxLength }: Entry): Pick<AgreedEntry, 'maxLength'> {
  return { maxLength: maxLength ?? null }
}

function agreedEntry(
  { name, path, text, unit, state }: Omit<AgreedEntry, 'maxLength'>,
  { comment, maxLength }: Pick<AgreedEntry, 'comment' | 'maxLength'>,
): AgreedEntry {
  return {
    name,
    path,
    text,
    ...definedOf({ unit, state, comment, maxLength }),
  }
}
