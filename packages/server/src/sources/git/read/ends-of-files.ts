import { setImmediate as breathe } from 'node:timers/promises'
import type { Format } from '@dragoman/formats'
import {
  fileBase,
  gitChange,
  listFiles,
  newestEvent,
  projectEventsAfter,
  type Reader,
  type Store,
  sentVersions,
} from '@dragoman/store'
import { viewOf } from '../../../sync/file-parts.ts'
import { type BaseOfReturn, baseOfReturn } from './base-of-return.ts'
import { withTextsChangedBack } from './changed-back.ts'
import type { PushedFile } from './push-on-target.ts'
import { textsMerged } from './texts-merged.ts'

type EndsRequest = { readonly sourceId: number; readonly projectId: number; readonly format: Format }

/**
 * What a new commit means for a file that is changed here or was sent. `as-it-was`: nothing; `arrived`: the
 * commit has our version; `merge`: others have changed the file since `base`, or something newer waits here.
 * `sent`: what can still come back of the sent versions.
 */
export type End =
  | { readonly kind: 'as-it-was' }
  | { readonly kind: 'arrived'; readonly sent: SentEnd }
  | { readonly kind: 'merge'; readonly base: Uint8Array | null; readonly sent: SentEnd }

/** A file on the target, and on the branch of our pull request; null if it is missing there or unknown. */
export type BytesNow = {
  readonly onTarget: Uint8Array | null
  readonly onRequest: Uint8Array | null
  readonly push: PushedFile | null
}

/** The ends of files, as long as nothing that they depend on changes. */
export type PreparedEnds = {
  /** Returns the end of a file; null: what it depends on has changed since. */
  readonly endAt: (r: Reader, path: string) => Promise<End | null>
}

/**
 * Finds the ends of all files before the transaction, which would block all other writes while files are parsed and
 * merged.
 */
export async function prepareEnds(
  store: Store,
  request: EndsRequest,
  now: ReadonlyMap<string, BytesNow>,
): Promise<PreparedEnds> {
  const { sourceId, projectId } = request
  const before = await store.read(newestEvent)
  const ends = new Map<string, FileHere & { readonly end: End }>()
  for (const [path, bytes] of now) {
    // Requests are answered between two files.
    await breathe()
    const found = await store.read(async (r) => ({
      ...(await fileHere(r, { sourceId, path })),
      end: await endOf(r, request, path, bytes),
    }))
    ends.set(path, found)
  }
  return {
    async endAt(r, path) {
      const found = ends.get(path)
      if (found === undefined) return null
      const { change, own } = await fileHere(r, { sourceId, path })
      const isSameFile =
        isSame(found.own, own) &&
        (found.change === null) === (change === null) &&
        isSame(found.change?.bytes ?? null, change?.bytes ?? null)
      const events = await projectEventsAfter(r, projectId, before, 1)
      return isSameFile && events?.length === 0 ? found.end : null
    },
  }
}

/** A file as both sides last had it, and as the target has it if it is changed here. */
type FileHere = {
  readonly change: { readonly bytes: Uint8Array | null } | null
  readonly own: Uint8Array | null
}

async function fileHere(r: Reader, file: { sourceId: number; path: string }): Promise<FileHere> {
  return { change: await gitChange(r, file), own: await fileBase(r, file.sourceId, file.path) }
}

/** What can still come back: everything, nothing, or only these texts of some versions. */
export type SentEnd = 'all' | 'nothing' | BaseOfReturn['left']

/** Returns what the commit means for one file. */
export async function endOf(
  r: Reader,
  { sourceId, projectId, format }: EndsRequest,
  path: string,
  { onTarget: now, onRequest, push }: BytesNow,
): Promise<End> {
  const file = { sourceId, path }
  const { change, own } = await fileHere(r, file)
  const upstream = change === null ? own : change.bytes
  const rows = async () => (await listFiles(r, { sourceId })).filter((row) => row.path === path)
  const merged =
    push === null || now === null || upstream === null
      ? null
      : textsMerged({ format, views: (await rows()).map(viewOf), upstream, now }, push)
  if (isSame(now, upstream) && (change === null || merged === null))
    // Changed here, and changed back.
    return change !== null && isSame(own, upstream) ? { kind: 'arrived', sent: 'all' } : { kind: 'as-it-was' }
  if (isSame(now, own)) return { kind: 'arrived', sent: 'nothing' }
  // Removed from the target. If it comes back, our changes are merged again.
  if (now === null) return { kind: 'merge', base: upstream, sent: 'all' }
  const sent = await sentVersions(r, file)
  if (upstream === null) {
    const ours = sent.some(({ bytes }) => isSame(bytes, now)) ? now : fileMerged(now, push)
    if (ours === null) return { kind: 'merge', base: null, sent: 'all' }
    return { kind: 'merge', base: ours, sent: isSame(ours, sent[0]?.bytes ?? null) ? 'nothing' : 'all' }
  }
  const parts = await rows()
  const views = parts.map(viewOf)
  const { base, isAllOurs, left } = baseOfReturn({ format, views, upstream, now, sent, merged })
  // Newer texts are spliced into the target's bytes: ours can contain someone's version that was reverted
  // since.
  if (isAllOurs) return { kind: 'merge', base: now, sent: left }
  const versions = { projectId, format, rows: parts, base, upstream, now, onRequest }
  return { kind: 'merge', base: await withTextsChangedBack(r, versions), sent: left }
}

/** Returns a new file as we pushed it, if the commit has what others made of it. */
function fileMerged(now: Uint8Array, push: PushedFile | null): Uint8Array | null {
  if (push === null || push.before !== null) return null
  return push.isContained || isSame(now, push.onTop) ? push.pushed : null
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b
  return Buffer.compare(a, b) === 0
}
