import type { Blobs } from '../blobs/blobs.ts'
import { PUBLISHED_LIST, type Published, readPublishedList } from './published-list.ts'

/** The list of what is published, as it was read last. */
export type ListReader = {
  /** Reads the list if it has changed. Throws if that is impossible now. */
  readonly refresh: () => Promise<void>
  /** Whether it was read, even if nothing is published. */
  readonly isRead: () => boolean
  /** Null: nothing is published, or it was not read. */
  readonly published: () => Published | null
  /** Whether anything published was found since the start. */
  readonly hasFound: () => boolean
}

export function openListReader(blobs: Blobs): ListReader {
  let list: { readonly blob: string | null; readonly published: Published | null } | null = null
  let listing: Promise<void> | null = null
  let hasFound = false

  async function readList(): Promise<void> {
    const blob = await blobs.mark(PUBLISHED_LIST)
    if (list !== null && list.blob === blob) return
    const bytes = blob === null ? null : await blobs.read(PUBLISHED_LIST)
    const published = bytes && readPublishedList(bytes)
    if (bytes !== null && published === null) throw new Error(`${PUBLISHED_LIST} is damaged`)
    list = { blob, published }
    hasFound ||= published !== null
  }

  /** Many requests wait for the same answer. */
  function refresh(): Promise<void> {
    listing ??= readList().finally(() => {
      listing = null
    })
    return listing
  }

  return {
    refresh,
    isRead: () => list !== null,
    published: () => list?.published ?? null,
    hasFound: () => hasFound,
  }
}
