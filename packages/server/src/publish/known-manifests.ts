import type { Blobs } from '../blobs/blobs.ts'
import type { ListReader } from './list-reader.ts'
import { type Manifest, manifestName, placeOf, readManifest } from './manifest.ts'
import type { StaleListener } from './open-publisher.ts'
import { markOf } from './published-list.ts'

/** The published manifests that were asked for, in memory. */
export type KnownManifests = {
  /** Returns a manifest; null if it is not published. Throws if that cannot be determined now. */
  readonly manifestOf: (address: ManifestAddress) => Promise<Manifest | null>
  /** Returns the names of the manifests that can be new. */
  readonly namesToPoll: () => readonly string[]
  /** Reads a manifest if it is new. */
  readonly poll: (name: string) => Promise<void>
}

export type ManifestAddress = Pick<Manifest, 'project' | 'channel'>

type Known = {
  /** Mark of the blob. */
  readonly blob: string | null
  /** Mark of its bytes, as in the list. */
  readonly mark: string | null
  readonly manifest: Manifest | null
}

/** A listed manifest that does not exist is requested again after this time. */
const LOST_MS = 2_000

export function openKnownManifests({
  blobs,
  list,
  onStale,
}: {
  readonly blobs: Blobs
  readonly list: ListReader
  readonly onStale: StaleListener
}): KnownManifests {
  const channels = new Map<string, Known>()
  /** When to request listed manifests again that did not exist. */
  const lost = new Map<string, number>()
  let turn = 0

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
    // Its pages can read the files that the project's channels share.
    const { projectId } = found.manifest
    onStale({ projectId, channel: address.channel, files: [], isOfCatalog: false, isServable: false }, null)
    return found.manifest
  }

  async function poll(name: string): Promise<void> {
    const known = channels.get(name)
    if (known === undefined || (await blobs.mark(name)) === known.blob) return
    const found = await read(name)
    // A channel is closed only if the list dropped it too: a lost manifest will be published again.
    if (found.manifest === null && (await isListed(name))) throw new Error(`${name} is lost`)
    const { manifest } = known
    if (found.manifest === null) channels.delete(name)
    else channels.set(name, found)
    if (manifest === null) return
    const { projectId, channel } = manifest
    const isServable = found.manifest !== null && isSame(found.manifest.origins, manifest.origins)
    const files = found.manifest && changedFiles(manifest, found.manifest)
    onStale({ projectId, channel, files, isOfCatalog: false, isServable }, null)
  }

  async function isListed(name: string): Promise<boolean> {
    await list.refresh()
    return list.published()?.manifests.has(name) !== false
  }

  function namesToPoll(): readonly string[] {
    const names = [...channels.keys()]
    const marks = list.published()?.manifests
    const hasMarks = marks !== undefined && [...marks.values()].some(({ mark }) => mark !== null)
    if (!hasMarks) return names
    turn = (turn + 1) % Math.max(1, names.length)
    return names.filter(
      (name, index) => index === turn || (marks.get(name)?.mark ?? null) !== channels.get(name)?.mark,
    )
  }

  return { manifestOf, namesToPoll, poll }
}

/** Whether a text has the form of URL names; nothing else is the name of a project or channel. */
export function isName(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

function isSame(a: Manifest['origins'], b: Manifest['origins']): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the changed files; null: any might have changed. */
function changedFiles(
  before: Manifest,
  after: Manifest,
): readonly { readonly language: string; readonly namespace: string }[] | null {
  const shape = ({ languages, formats, next, hasOtherLanguages, cacheControl, origins }: Manifest) =>
    JSON.stringify([languages, formats, next, hasOtherLanguages, cacheControl, origins])
  if (shape(before) !== shape(after)) return null
  const hashes = new Map(before.files.map((file) => [placeOf(file), file.hash]))
  const changed = after.files.filter((file) => hashes.get(placeOf(file)) !== file.hash)
  const places = new Set(after.files.map(placeOf))
  return before.files.every((file) => places.has(placeOf(file))) ? changed : null
}
