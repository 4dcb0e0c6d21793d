import type { OldAddress } from '@dragoman/core'
import type { Blobs } from '../blobs/blobs.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { PUBLISHED_ADDRESSES, writeAddresses } from './published-addresses.ts'
import {
  markOf,
  PUBLISHED_LIST,
  type Published,
  readPublished,
  writePublishedList,
} from './published-list.ts'

export type KnownManifest = {
  readonly manifest: Manifest
  /** `markOf` its bytes. */
  readonly mark: string
}

/** The manifests in the blobs and the list of them, read once and kept in memory. */
export type PublishedManifests = {
  readonly list: () => Promise<Published>
  /** Changes fields of the list. */
  readonly note: (fields: Partial<Published>) => Promise<void>
  /** Returns a manifest; null: missing or unreadable. */
  readonly manifestOf: (name: string) => Promise<KnownManifest | null>
  /** Returns all manifests of a project; null if one of them cannot be read, or is being written. */
  readonly manifestsOf: (slug: string) => Promise<readonly Manifest[] | null>
  readonly write: (name: string, made: KnownManifest, bytes: Uint8Array) => Promise<void>
  readonly remove: (name: string) => Promise<void>
  /** Writes the old addresses as a blob, unless there were none and are none; returns its mark. */
  readonly writeAddresses: (addresses: readonly OldAddress[]) => Promise<string | null>
  /** Drops what is in memory, because another process might have published in the meantime. */
  readonly forget: () => void
}

/** `put` writes or removes a blob. Throws if another process publishes now. */
export function openPublishedManifests(
  blobs: Blobs,
  put: (name: string, bytes: Uint8Array | null) => Promise<void>,
): PublishedManifests {
  const manifests = new Map<string, KnownManifest | null>()
  let published: Published | null = null

  async function list(): Promise<Published> {
    published ??= await readPublished(blobs)
    return published
  }

  async function manifestOf(name: string): Promise<KnownManifest | null> {
    const known = manifests.get(name)
    if (known !== undefined) return known
    const bytes = await blobs.read(name)
    const manifest = bytes && readManifest(bytes)
    const found = manifest && bytes && { manifest, mark: markOf(bytes) }
    manifests.set(name, found)
    return found
  }

  return {
    list,
    manifestOf,
    async note(fields) {
      const before = await list()
      const noted = { ...before, ...fields }
      const bytes = writePublishedList(noted)
      if (Buffer.from(bytes).equals(writePublishedList(before))) return
      // If this fails, the stored state is unknown.
      published = null
      await put(PUBLISHED_LIST, bytes)
      published = noted
    },
    async manifestsOf(slug) {
      const found: Manifest[] = []
      for (const [name, { mark }] of (await list()).manifests) {
        if (!name.startsWith(`d/${slug}/`)) continue
        const known = await manifestOf(name)
        if (known === null || mark === null) return null
        found.push(known.manifest)
      }
      return found
    },
    async write(name, made, bytes) {
      // If this fails, the stored state is unknown.
      manifests.delete(name)
      await put(name, bytes)
      manifests.set(name, made)
    },
    async remove(name) {
      await put(name, null)
      manifests.delete(name)
    },
    async writeAddresses(addresses) {
      const { addresses: before } = await list()
      if (addresses.length === 0 && before === null) return null
      const bytes = writeAddresses(addresses)
      const mark = markOf(bytes)
      if (mark !== before) await put(PUBLISHED_ADDRESSES, bytes)
      return mark
    },
    forget() {
      manifests.clear()
      published = null
    },
  }
}
