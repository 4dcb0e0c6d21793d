import { FORM_NAMES } from '@dragoman/core'
import { type Document, entryOfUnit, type Format } from '@dragoman/formats'
import {
  type FileRow,
  type GitSource,
  listFiles,
  pathsChanged,
  pathsSent,
  type Reader,
  type UnitRow,
  unitsOfFile,
} from '@dragoman/store'
import type { Mirror } from '../../../git/mirror.ts'
import { viewOf } from '../../../sync/file-parts.ts'
import type { GitStore } from '../git-parts.ts'
import { type BranchFiles, readBranchFiles } from './branch-files.ts'
import { namesChanged, withTextsOf } from './edits-between.ts'

/**
 * Whether the files that were sent match the catalog. A file that is broken or missing on the target lacks
 * texts that were not changed back.
 */
export async function areSentInStep(r: Reader, sourceId: number): Promise<boolean> {
  const sent = await pathsSent(r, sourceId)
  return (await listFiles(r, { sourceId })).every(
    ({ path, state }) => !sent.includes(path) || state === 'in-step',
  )
}

/** A file on the branch of our pull request with texts that were changed back here since they were sent. */
export type FileTakenBack = {
  readonly path: string
  readonly onRequest: Uint8Array
  readonly own: Uint8Array
}

/** Returns files that were sent, match the target by now, and differ on the branch of our pull request. */
export async function filesTakenBack(
  { store, mirror, row }: { readonly store: GitStore; readonly mirror: Mirror; readonly row: GitSource },
  { branch, head, on }: { readonly branch: string; readonly head: string; readonly on: BranchFiles },
): Promise<readonly FileTakenBack[]> {
  const { id: sourceId, pattern } = row
  const paths = await store.read(async (r) => {
    if (!(await areSentInStep(r, sourceId))) return []
    const changed = await pathsChanged(r, sourceId)
    return (await pathsSent(r, sourceId)).filter((path) => on.files.has(path) && !changed.includes(path))
  })
  if (paths.length === 0) return []
  await mirror.fetchBranch(branch)
  const { files } = await readBranchFiles(mirror, head, pattern)
  const found = paths.flatMap((path) => {
    const [onRequest, own] = [files.get(path)?.id, on.files.get(path)?.id]
    return onRequest === undefined || own === undefined || onRequest === own ? [] : [{ path, onRequest, own }]
  })
  const bytes = await mirror.blobs(found.flatMap(({ onRequest, own }) => [onRequest, own]))
  return found.flatMap(({ path, ...ids }) => {
    const [onRequest, own] = [bytes.get(ids.onRequest), bytes.get(ids.own)]
    return onRequest === undefined || own === undefined ? [] : [{ path, onRequest, own }]
  })
}

export type ChangedBackRequest = {
  readonly projectId: number
  readonly format: Format
  /** The languages of the file. */
  readonly rows: readonly FileRow[]
  readonly base: Uint8Array
  /** The file as both sides last had it, and as the target has it now. */
  readonly upstream: Uint8Array
  readonly now: Uint8Array
  /** The file on the branch of our pull request; null if unknown. */
  readonly onRequest: Uint8Array | null
}

/**
 * Adds to the base the texts of our pull request that were changed back here while the target changed them to
 * something else: the pull request might have been merged before, so the person who changed them has not seen
 * our version.
 */
export async function withTextsChangedBack(r: Reader, request: ChangedBackRequest): Promise<Uint8Array> {
  const { projectId, format, rows, upstream, now, onRequest } = request
  let { base } = request
  if (onRequest === null) return base
  for (const row of rows) {
    const view = viewOf(row)
    const was = format.read(upstream, view)
    const from = format.read(onRequest, view)
    const [has, agreed] = [format.read(now, view), format.read(base, view)]
    const names = namesChanged(was, from).filter(
      (name) =>
        textOf(has, name) !== textOf(was, name) &&
        textOf(has, name) !== textOf(from, name) &&
        textOf(agreed, name) === textOf(was, name),
    )
    if (names.length === 0) continue
    const here = textsByName(format, await unitsOfFile(r, projectId, row.language, row.namespace))
    const back = new Set(names.filter((name) => (here.get(name) ?? '') === (textOf(was, name) ?? '')))
    base = withTextsOf(base, { format, view, from, isTaken: (name) => back.has(name) })
  }
  return base
}

function textOf({ entries }: Document, name: string): string | undefined {
  return entries.get(name)?.text
}

/** Returns the catalog's texts by the names of their entries. */
function textsByName(format: Format, rows: readonly UnitRow[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { unit } of rows)
    for (const form of FORM_NAMES) {
      const [name, text] = [entryOfUnit(format, unit, form)?.name, unit.forms[form]]
      if (name !== undefined && text !== undefined) texts.set(name, text)
    }
  return texts
}
