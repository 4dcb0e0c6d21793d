import { forgetPublishedFiles, notePublishedFiles, publishedFilesBefore, type Store } from '@dragoman/store'
import type { Blobs } from '../blobs/blobs.ts'
import { fileName, type Manifest } from './manifest.ts'
import { workTogether } from './work-together.ts'

export type UnnamedFilesOptions = {
  readonly store: Store
  /** The store while this process is the one that publishes. */
  readonly fenced: Store
  readonly blobs: Blobs
  /** Returns all manifests of a project by its URL name; null if one of them cannot be read now. */
  readonly manifestsOf: (slug: string) => Promise<readonly Manifest[] | null>
  /** Files that no manifest has named since then are removed. */
  readonly beforeMs: number
}

const DAY_MS = 24 * 60 * 60_000
const FILES_AT_ONCE = 50
const REMOVED_TOGETHER = 8

/**
 * Removes some files that no manifest has named for long enough, but never one that a manifest names now,
 * even if it was unused for a while. Returns how many were handled, removed or not; 0: nothing is left to do.
 */
export async function removeUnnamedFiles({
  store,
  fenced,
  blobs,
  manifestsOf,
  beforeMs,
}: UnnamedFilesOptions): Promise<{ readonly done: number; readonly removed: number }> {
  const names = await store.read((r) => publishedFilesBefore(r, { beforeMs, limit: FILES_AT_ONCE }))
  if (names.length === 0) return { done: 0, removed: 0 }
  const named = new Set<string>()
  const unreadable = new Set<string>()
  for (const slug of new Set(names.map(slugOf))) {
    const manifests = await manifestsOf(slug)
    if (manifests === null) unreadable.add(slug)
    for (const manifest of manifests ?? []) for (const name of filesOf(manifest)) named.add(name)
  }
  const later = names.filter((name) => unreadable.has(slugOf(name)))
  const unnamed = names.filter((name) => !named.has(name) && !unreadable.has(slugOf(name)))
  const remove = async () => {
    const removing = workTogether(REMOVED_TOGETHER)
    for (const name of unnamed) await removing.add(() => blobs.remove(name))
    await removing.done()
  }
  // As with manifests: of several processes, none can be overtaken between checking and removing.
  if (store.dialect === 'sqlite') await remove()
  await fenced.write(async (w) => {
    if (store.dialect !== 'sqlite') await remove()
    await forgetPublishedFiles(w, names)
    // Checked again tomorrow, so that they do not keep others from being removed.
    await notePublishedFiles(w, later, beforeMs + DAY_MS)
  })
  return { done: names.length, removed: unnamed.length }
}

/** Returns the names of all files in a manifest. */
export function filesOf({ project, files, next }: Manifest): readonly string[] {
  return [...files, ...(next?.files ?? [])].map((file) => fileName(project, file))
}

function slugOf(name: string): string {
  return name.split('/')[1] ?? ''
}
