import type { PushedChange } from '@dragoman/contract'
import { definedOf, type Forms, hasText, type UnitConflict, unitId } from '@dragoman/core'
import type { Document, Format } from '@dragoman/formats'
import {
  type FilePart,
  type FilePlan,
  type KnownConflict,
  type NamespaceSides,
  planSync,
  type SyncPlan,
} from '@dragoman/server/sync'
import type { LocalPart } from './local-files.ts'
import type { ServerNamespace } from './server-texts.ts'
import { documentOfState, type PartState } from './sync-state.ts'
import { type TooLong, withinLimits } from './within-limits.ts'

/** Which text wins if both sides have changed it. */
export type Preference = 'local' | 'server'

/**
 * A part of a file, with the state that both sides last agreed on, and the texts that an interrupted run had
 * started to send.
 */
export type PartWithBase = LocalPart & {
  readonly agreed: PartState | null
  readonly sending: PartState | null
}

export type NamespaceRequest = {
  readonly namespace: string
  readonly format: Format
  readonly sourceLanguage: string
  /** The parts that take part in the merge. */
  readonly parts: readonly PartWithBase[]
  /** The other files of the namespace: a key exists as long as one of them has it. */
  readonly others: readonly LocalPart[]
  readonly server: ServerNamespace
  readonly prefer: Preference | null
  /** Whether `local` replaces texts of the server in a language that were never the same as in the file. */
  readonly replaces: (language: string) => boolean
  /** Whether local deletions also apply to the server. */
  readonly deletes: boolean
}

/** A text that both sides changed differently. */
export type FoundConflict = UnitConflict & { readonly part: LocalPart }

/** A change to the server, with the texts that it replaces; a new key has its texts in the change. */
export type PlannedChange = {
  readonly change: PushedChange
  readonly name: string
  readonly language: string | null
  readonly before: Forms
  readonly after: Forms
  /** Of a key that is deleted, by language. */
  readonly removed?: ReadonlyMap<string, Forms>
}

export type NamespacePlan = {
  readonly sides: NamespaceSides
  readonly plan: SyncPlan
  readonly changes: readonly PlannedChange[]
  /** Deleted here and kept on the server: keys, and texts of single languages. */
  readonly kept: readonly PlannedChange[]
  readonly tooLong: readonly TooLong[]
  readonly conflicts: readonly FoundConflict[]
}

/** Plans both sides of a namespace with the same merge that syncs folders. Pure. */
export function planNamespace(request: NamespaceRequest): NamespacePlan {
  const { namespace, format, sourceLanguage, parts, others, server } = request
  const sourceOther = others.find(({ language }) => language === sourceLanguage)?.document ?? null
  const sidesWith = (decided: ReadonlyMap<PartWithBase, readonly KnownConflict[]>): NamespaceSides => ({
    namespace,
    format,
    sourceLanguage,
    files: parts.map((part) => filePartOf(part, format, decided.get(part) ?? [])),
    sourceDocument: sourceOther,
    others: others.filter(({ document }) => document !== sourceOther).map(({ document }) => document),
    imported: new Map(),
    keys: null,
    ours: server.units,
  })
  let sides = sidesWith(new Map())
  let plan = planSync(sides)
  const decided = new Map(parts.map((part) => [part, decidedIn(plan, part, request)]))
  if ([...decided.values()].some((conflicts) => conflicts.length > 0)) {
    sides = sidesWith(decided)
    plan = planSync(sides)
  }
  const keys = new Map(server.keys.map((key) => [key.id, key]))
  const { changes: planned, tooLong } = withinLimits(plannedChanges(plan, server), { parts, keys })
  const isDeletion = deletionsOf(plan)
  return {
    sides,
    plan,
    changes: request.deletes ? planned : planned.filter((change) => !isDeletion(change)),
    tooLong,
    kept: request.deletes ? [] : planned.filter(isDeletion),
    conflicts: parts.flatMap((part) => conflictsOf(plan, part).map((found) => ({ ...found, part }))),
  }
}

function filePartOf(part: PartWithBase, format: Format, conflicts: readonly KnownConflict[]): FilePart {
  const base: Document | null =
    part.agreed === null ? null : documentOfState(withLimits(part.agreed, part.document), format)
  return { path: part.path, language: part.language, document: part.document, base, conflicts, ownWrites: [] }
}

/** Adds the limits of the file to a state of a version that did not store them: none of them counts as changed. */
function withLimits(agreed: PartState, { entries }: Document): PartState {
  const added = agreed.entries.map((entry) => {
    const { maxLength = entries.get(entry.name)?.maxLength ?? null } = entry
    return { ...entry, maxLength }
  })
  return { ...agreed, entries: added }
}

/** Returns the plan for one part of a file. */
export function filePlanOf(plan: SyncPlan, part: Pick<LocalPart, 'path' | 'language'>): FilePlan | undefined {
  return plan.files.find(({ path, language }) => path === part.path && language === part.language)
}

function conflictsOf(plan: SyncPlan, part: LocalPart): readonly UnitConflict[] {
  return filePlanOf(plan, part)?.conflicts ?? []
}

/**
 * Resolves the conflicts in a part that the preferred side decides. A translation that both sides never agreed on can be
 * older in the file, as in a fresh clone, so the file alone does not replace it.
 */
function decidedIn(
  plan: SyncPlan,
  part: LocalPart,
  { prefer, replaces }: NamespaceRequest,
): readonly KnownConflict[] {
  if (prefer === null) return []
  return conflictsOf(plan, part)
    .filter(({ base }) => prefer === 'server' || base !== null || replaces(part.language))
    .map((conflict) => decidedBy(conflict, prefer))
}

/**
 * Resolves a conflict: the text of the losing side becomes the base, so that only the other side has changed.
 */
function decidedBy({ id, theirs, ours }: UnitConflict, prefer: Preference): KnownConflict {
  const unit = theirs ?? ours
  const base = (prefer === 'local' ? ours : theirs)?.forms ?? {}
  const { name, plural, path } = unit ?? { name: id, plural: 'none' as const, path: [id] }
  return { name, plural, path, base, theirs: theirs?.forms ?? {}, state: 'open' }
}

function plannedChanges({ changes }: SyncPlan, server: ServerNamespace): PlannedChange[] {
  const keys = new Map(server.keys.map((key) => [key.id, key]))
  const rows = new Map(
    [...server.units].map(([language, units]) => [language, new Map(units.map((row) => [row.keyId, row]))]),
  )
  return changes.flatMap((change): PlannedChange[] => {
    if (change.kind === 'add-key') {
      const { texts, ...key } = change
      const sent = [...texts].map(([language, { forms, state }]) => {
        return [language, { forms: { ...forms }, ...stateOf(state) }] as const
      })
      return [
        {
          change: { ...key, path: [...key.path], texts: Object.fromEntries(sent) },
          name: change.name,
          language: null,
          before: {},
          after: {},
        },
      ]
    }
    const key = keys.get(change.keyId)
    if (key === undefined) return []
    const { name } = key
    switch (change.kind) {
      case 'translate': {
        const { keyId, language, forms, state } = change
        const row = rows.get(language)?.get(keyId)
        const sent = { kind: 'translate' as const, keyId, language, forms: { ...forms }, ...stateOf(state) }
        const before = row?.unit.forms ?? {}
        return [{ change: { ...sent, baseVersion: row?.version ?? 0 }, name, language, before, after: forms }]
      }
      case 'edit-key': {
        const { path, description, maxLength, syntax } = change.fields
        const fields = {
          ...(path === undefined ? {} : { path: [...path] }),
          ...definedOf({ description, maxLength, syntax }),
        }
        const sent = { kind: 'edit-key' as const, keyId: change.keyId, fields, baseVersion: key.version }
        return [{ change: sent, name, language: null, before: {}, after: {} }]
      }
      case 'remove-key': {
        const versions = [...rows.values()].map((ofLanguage) => ofLanguage.get(change.keyId)?.version ?? 0)
        const baseVersion = Math.max(key.version, ...versions)
        const sent = { kind: 'remove-key' as const, keyId: change.keyId, baseVersion }
        const removed = new Map(
          [...rows].flatMap(([language, ofLanguage]) => {
            const forms = ofLanguage.get(change.keyId)?.unit.forms ?? {}
            return hasText(forms) ? [[language, forms] as const] : []
          }),
        )
        return [{ change: sent, name, language: null, before: {}, after: {}, removed }]
      }
      default:
        return change satisfies never
    }
  })
}

function stateOf(state: string | undefined): { state?: 'draft' | 'translated' | 'reviewed' } {
  return state === 'draft' || state === 'translated' || state === 'reviewed' ? { state } : {}
}

/** Single keys that become forms of a plural are removed too, but do not count as deletions. */
function deletionsOf({ keyIds }: SyncPlan): (change: PlannedChange) => boolean {
  const known = new Set(keyIds.values())
  return ({ change, after }) =>
    (change.kind === 'remove-key' && known.has(change.keyId)) ||
    (change.kind === 'translate' && !hasText(after))
}

/** Identifies a text across plans. */
export function changeName({ change, name }: PlannedChange, namespace: string): string {
  const id = change.kind === 'add-key' ? unitId(change) : `${change.keyId}`
  return `${namespace}\n${change.kind}\n${id}\n${name}\n${change.kind === 'translate' ? change.language : ''}`
}
