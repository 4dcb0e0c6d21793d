import type { OldAddress } from '@dragoman/core'
import type { Blobs } from '../blobs/blobs.ts'
import type { Log } from '../log.ts'
import { openListReader } from './list-reader.ts'
import { type Manifest, type ManifestFile, manifestName, readManifest } from './manifest.ts'
import type { StaleListener } from './open-publisher.ts'
import { PUBLISHED_ADDRESSES, readAddresses } from './published-addresses.ts'
import { markOf } from './published-list.ts'
import { workTogether } from './work-together.ts'

/** Everything published, in memory and up to date. */
export type PublishedWatch = {
  /** Returns a manifest; null if it is not published. Throws if that cannot be determined now. */
  readonly manifestOf: (address: ManifestAddress) => Promise<Manifest | null>
  /** Returns the names of all manifests. Throws if they cannot be determined now. */
  readonly names: () => Promise<readonly string[]>
  /** By prefix; empty until they could be read. */
  readonly addresses: () => ReadonlyMap<string, OldAddress>
  /** Whether anything published was found since the start. */
  readonly hasFound: () => boolean
  readonly close: () => void
}

type ManifestAddress = Pick<Manifest, 'project' | 'channel'>

export type PublishedWatchOptions = {
  readonly blobs: Blobs
  readonly log: Log
  readonly pollMs: number
  /** Called with the files that have changed. */
  readonly onStale: StaleListener
}

type Known = {
  /** Mark of the blob. */
  readonly blob: string | null
  /** Mark of its bytes, as in the list. */
  readonly mark: string | null
  readonly manifest: Manifest | null
}

/** A bucket mostly waits. */
const LOOKED_AT_ONCE = 8
/** A listed manifest that does not exist is requested again after this time. */
const LOST_MS = 2_000

/**
 * Checks one blob, the list of what is published, and reads the manifests that it says are new. Also checks
 * one other manifest in turn, because a publisher of an earlier version writes manifests without recording
 * them in the list. If the list has no marks at all, checks each manifest.
 */
export function watchPublished({ blobs, log, pollMs, onStale }: PublishedWatchOptions): PublishedWatch {
  const channels = new Map<string, Known>()
  /** When to request listed manifests again that did not exist. */
  const lost = new Map<string, number>()
  const list = openListReader(blobs)
  let addresses: ReadonlyMap<string, OldAddress> = new Map()
  let addressesMark: string | null = null
  let turn = 0
  let isAway = false
  let isLooking = false

  async function read(name: string): Promise<Known> {
    const blob = await blobs.mark(name)
    const bytes = blob === null ? null : await blobs.read(name)
    const manifest = bytes && readManifest(bytes)
    if (bytes !== null && manifest === null) throw new Error(`${name} is no manifest`)
    return { blob, mark: bytes && markOf(bytes), manifest }
  }

  async function manifestOf(address: ManifestAddress): Promise<Manifest | null> {
    if (!isName(address.project) || !isName(address.channel)) return null
    const name = manifestName(address)
    const known = channels.get(name)
    if (known !== undefined) return known.manifest
    if (!list.isRead()) await list.refresh()
    const published = list.published()
    if (published === null) throw new Error('Nothing is published')
    if (!published.manifests.has(name)) {
      if (published.isWhole) return null
      throw new Error(`${name} may not be published yet`)
    }
    if (performance.now() < (lost.get(name) ?? 0)) throw new Error(`${name} is lost`)
    const found = await read(name)
    if (found.manifest === null) {
      lost.set(name, performance.now() + LOST_MS)
      throw new Error(`${name} is lost`)
    }
    lost.delete(name)
    channels.set(name, found)
    return found.manifest
  }

  async function pollManifest(name: string, known: Known): Promise<void> {
    if ((await blobs.mark(name)) === known.blob) return
    const found = await read(name)
    // A channel is closed only if the list dropped it too: a lost manifest will be published again.
    if (found.manifest === null && (await isListed(name))) throw new Error(`${name} is lost`)
    const { manifest } = known
    if (found.manifest === null) channels.delete(name)
    else channels.set(name, found)
    if (manifest === null) return
    const { projectId, channel } = manifest
    const isServable = found.manifest !== null
    const files = found.manifest && changedFiles(manifest, found.manifest)
    if (files?.length === 0) return
    onStale({ projectId, channel, files, isServable }, null)
  }

  async function isListed(name: string): Promise<boolean> {
    await list.refresh()
    return list.published()?.manifests.has(name) !== false
  }

  /** Returns the manifests that can be new. */
  function namesToLookAt(): readonly string[] {
    const names = [...channels.keys()]
    const marks = list.published()?.manifests
    const hasMarks = marks !== undefined && [...marks.values()].some(({ mark }) => mark !== null)
    if (!hasMarks) return names
    turn = (turn + 1) % Math.max(1, names.length)
    return names.filter(
      (name, index) => index === turn || (marks.get(name)?.mark ?? null) !== channels.get(name)?.mark,
    )
  }

  async function pollAddresses(): Promise<void> {
    const published = list.published()
    if (published === null || published.addresses === addressesMark) return
    const bytes = published.addresses === null ? null : await blobs.read(PUBLISHED_ADDRESSES)
    addresses = bytes === null ? new Map() : readAddresses(bytes)
    // If it is being written at this moment, the next list names it.
    addressesMark = bytes && markOf(bytes)
  }

  async function pollAll(): Promise<void> {
    const failed: unknown[] = []
    const attempt = async (work: () => Promise<void>) => {
      await work().catch((error: unknown) => void failed.push(error))
    }
    await attempt(list.refresh)
    // An unreadable manifest must not stop the others.
    const looking = workTogether(LOOKED_AT_ONCE)
    for (const name of namesToLookAt()) {
      const known = channels.get(name)
      if (known !== undefined) await looking.add(() => attempt(() => pollManifest(name, known)))
    }
    await looking.done()
    await attempt(pollAddresses)
    // Known files are served further; one log entry is enough.
    if (failed.length > 0 && !isAway) log({ level: 'warn', event: 'blobs-away', error: failed[0] })
    isAway = failed.length > 0
  }

  function look(): void {
    if (isLooking) return
    isLooking = true
    void pollAll().finally(() => {
      isLooking = false
    })
  }

  const timer = setInterval(look, pollMs)
  timer.unref()
  look()

  return {
    manifestOf,
    async names() {
      if (!list.isRead()) await list.refresh()
      const published = list.published()
      if (published === null) throw new Error('Nothing is published')
      return [...published.manifests.keys()]
    },
    addresses: () => addresses,
    hasFound: list.hasFound,
    close: () => clearInterval(timer),
  }
}

/** Whether a text has the form of URL names; nothing else is the name of a project or channel. */
export function isName(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Returns the changed files; null: any might have changed. */
function changedFiles(
  before: Manifest,
  after: Manifest,
): readonly { readonly language: string; readonly namespace: string }[] | null {
  const shape = ({ languages, formats, next, hasOtherLanguages, cacheControl, origins }: Manifest) =>
    JSON.stringify([languages, formats, next, hasOtherLanguages, cacheControl, origins])
  if (shape(before) !== shape(after)) return null
  const placeOf = ({ language, namespace, extension }: ManifestFile) =>
    `${language}\n${namespace}\n${extension}`
  const hashes = new Map(before.files.map((file) => [placeOf(file), file.hash]))
  const changed = after.files.filter((file) => hashes.get(placeOf(file)) !== file.hash)
  return after.files.length < before.files.length ? null : changed
}
