import { createHash } from 'node:crypto'
import { jsonOrNull } from '@dragoman/core'
import type { EventPosition } from '@dragoman/store'
import { z } from 'zod'
import type { Blobs } from '../blobs/blobs.ts'

/**
 * Name of the blob with the list of what was published, so that renamed or removed channels can be cleaned
 * up.
 */
export const PUBLISHED_LIST = 'published.json'

export type Published = {
  /** False: there can be changes that were not published. */
  readonly isWhole: boolean
  /** Existing manifests, by name. */
  readonly manifests: ReadonlyMap<string, PublishedManifest>
  /** `markOf` the list of old addresses; null: there is none. */
  readonly addresses: string | null
  /**
   * The newest event when anything published changed last. A restored database might not have it: then texts are
   * published that it does not contain. Null in a list of an earlier version.
   */
  readonly event: EventPosition | null
}

/** Both are null in a list of an earlier version. */
export type PublishedManifest = {
  readonly projectId: number | null
  /** `markOf` its bytes; null: it is about to be written. */
  readonly mark: string | null
}

export const NOTHING_PUBLISHED: Published = {
  isWhole: false,
  manifests: new Map(),
  addresses: null,
  event: null,
}

const publishedSchema = z.object({
  isWhole: z.boolean(),
  manifests: z.array(z.string()),
  marks: z.record(z.string(), z.tuple([z.number(), z.string().nullable()])).default({}),
  addresses: z.string().nullable().default(null),
  event: z.object({ number: z.number(), mark: z.string() }).nullable().default(null),
})

/** Reads the list. An unreadable list counts as empty: everything is published again. */
export async function readPublished(blobs: Blobs): Promise<Published> {
  const bytes = await blobs.read(PUBLISHED_LIST)
  return (bytes && readPublishedList(bytes)) ?? NOTHING_PUBLISHED
}

/** Parses a list; null if invalid. */
export function readPublishedList(bytes: Uint8Array): Published | null {
  const parsed = publishedSchema.safeParse(jsonOrNull(Buffer.from(bytes).toString('utf8')))
  if (!parsed.success) return null
  const { isWhole, manifests: names, marks, addresses, event } = parsed.data
  const known = new Map(Object.entries(marks))
  const manifests = names.map((name) => {
    const [projectId = null, mark = null] = known.get(name) ?? []
    return [name, { projectId, mark }] as const
  })
  return { isWhole, manifests: new Map(manifests), addresses, event }
}

/** Serializes the list; the names are for deliveries of the previous version. */
export function writePublishedList({ isWhole, manifests, addresses, event }: Published): Uint8Array {
  const names = [...manifests.keys()].sort()
  const marks = names.flatMap((name) => {
    const { projectId = null, mark = null } = manifests.get(name) ?? {}
    return projectId === null ? [] : [[name, [projectId, mark]] as const]
  })
  return Buffer.from(
    JSON.stringify({ isWhole, manifests: names, marks: Object.fromEntries(marks), addresses, event }),
  )
}

/** Returns a value that differs for other bytes. */
export function markOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}
