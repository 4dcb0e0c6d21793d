import { sameForms } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import { type ConflictRow, type FileRow, type Reader, sentVersions } from '@dragoman/store'
import { viewOf } from '../../../sync/file-parts.ts'
import type { ForeignVersions } from '../send/request-branch.ts'
import { type ChangedInConflict, changedInConflict } from './changed-in-conflict.ts'
import { isBroken } from './is-broken.ts'
import { mergeForeign, withTextsOfTarget } from './merge-foreign.ts'

/** A file that others changed on the branch of our pull request; `upstream`: as the target has it. */
export type ForeignOfRequest = ForeignVersions & { readonly upstream: Uint8Array | null }

/** A file as it is here, before it is merged with what others made of it. */
export type FileBefore = {
  readonly base: Uint8Array | null
  /** Whether it is changed here and not in the target yet. */
  readonly isChanged: boolean
  readonly parts: readonly FileRow[]
  /** Its open conflicts. */
  readonly conflicts: readonly ConflictRow[]
  readonly sourceLanguage: string
}

/**
 * What becomes of a file. `left`: nothing, once it can be read, it is merged like any new file; `unreadable`: it is
 * reported; `new`: it is merged like a new file; `merge`: with the version `base`, after the conflicts got their texts.
 */
export type ForeignPlan =
  | { readonly kind: 'left' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'new' }
  | {
      readonly kind: 'merge'
      readonly base: Uint8Array
      readonly theirs: Uint8Array
      readonly conflicts: readonly ChangedInConflict[]
    }

export type PlannedForeign = {
  readonly plan: ForeignPlan
  /** Whether it depends on versions that were sent, and not only on the file as it is here. */
  readonly isOfSent: boolean
}

/** Decides what becomes of a file. Changes nothing, and parses the file several times. */
export async function planForeign(
  r: Reader,
  { format, sourceId, path }: { readonly format: Format; readonly sourceId: number; readonly path: string },
  { versions, before }: { readonly versions: ForeignOfRequest; readonly before: FileBefore },
): Promise<PlannedForeign> {
  const { theirs, sent: known, target } = versions
  const views = before.parts.map(viewOf)
  if (isBroken(format, views, theirs))
    return { plan: { kind: before.base === null ? 'left' : 'unreadable' }, isOfSent: false }
  // If both sides added the file, all that differs is a conflict.
  if (known === null) return { plan: { kind: 'new' }, isOfSent: false }
  const isReadable = (bytes: Uint8Array | null) => bytes !== null && !isBroken(format, views, bytes)
  if (isReadable(known))
    return { plan: mergePlan(format, { versions, before, sent: known }), isOfSent: false }
  const earlier = (await sentVersions(r, { sourceId, path })).map(({ bytes }) => bytes)
  const sent = [...earlier, target.after].find(isReadable) ?? null
  const plan: ForeignPlan = sent === null ? { kind: 'new' } : mergePlan(format, { versions, before, sent })
  return { plan, isOfSent: true }
}

function mergePlan(
  format: Format,
  {
    versions: { theirs, target, upstream },
    before: { base, isChanged, parts, conflicts: open, sourceLanguage },
    sent: known,
  }: { readonly versions: ForeignOfRequest; readonly before: FileBefore; readonly sent: Uint8Array },
): ForeignPlan {
  const views = parts.map(viewOf)
  const sent = withTextsOfTarget(known, { format, views, theirs, target, upstream })
  const changed = parts.map((row) => {
    const view = viewOf(row)
    const documents = { sent: format.read(sent, view), theirs: format.read(theirs, view) }
    const conflicts = open.filter(({ fileId }) => fileId === row.id)
    return changedInConflict({ format, language: row.language, sourceLanguage, ...documents, conflicts })
  })
  const merging = views.map((view, index) => ({
    view,
    kept: new Set((changed[index] ?? []).flatMap(({ names }) => names)),
  }))
  const own = { base: base ?? sent, now: (isChanged ? base : upstream) ?? sent }
  const merged = mergeForeign({ format, parts: merging, sent, theirs, ...own })
  return { kind: 'merge', ...merged, conflicts: changed.flat().filter((one) => !isSide(one)) }
}

/** Whether the conflict already shows the text to people. */
function isSide({ conflict: { theirs, ours }, forms }: ChangedInConflict): boolean {
  return sameForms(theirs, forms) || sameForms(ours, forms)
}
