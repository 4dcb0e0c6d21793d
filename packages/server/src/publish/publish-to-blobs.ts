import type { DomainEvent } from '@dragoman/contract'
import {
  allOldAddresses,
  type ChannelRow,
  catalogTexts,
  LeaseLostError,
  listChannels,
  listProjects,
  notePublishedFiles,
  type ProjectRow,
  projectById,
  type Reader,
  type Store,
} from '@dragoman/store'
import type { Blobs } from '../blobs/blobs.ts'
import { type Follower, openFollower } from '../events/open-follower.ts'
import type { Leases } from '../leases/open-leases.ts'
import type { Log } from '../log.ts'
import { channelManifest } from './channel-manifest.ts'
import { openFileWriting } from './file-writing.ts'
import { type Manifest, manifestName, readManifest, writeManifest } from './manifest.ts'
import type { CanRead } from './open-publisher.ts'
import { PUBLISHED_ADDRESSES, writeAddresses } from './published-addresses.ts'
import {
  markOf,
  PUBLISHED_LIST,
  type Published,
  type PublishedManifest,
  readPublished,
  writePublishedList,
} from './published-list.ts'
import { openReleaseTexts } from './release-texts.ts'
import { filesOf, removeUnnamedFiles } from './remove-unnamed-files.ts'
import type { ServedFileWriter } from './served-file-writer.ts'
import type { TextSources } from './served-texts.ts'
import { type StaleFiles, staleAfter } from './stale-files.ts'

export type BlobPublishingOptions = {
  readonly store: Store
  readonly leases: Leases
  readonly log: Log
  readonly now: () => Date
  readonly blobs: Blobs
  /** How long a file stays that no manifest names any more: readers can have an older manifest. */
  readonly keepMs: number
  /** Whether everyone can load the files of a channel; others are not published. */
  readonly isPublic: CanRead
  readonly write: ServedFileWriter
}

const PUBLISHING = 'publish-files'
/** What is saved within this time is published together. */
const BETWEEN_MS = 20
const JSON_TYPE = 'application/json; charset=utf-8'
/** How often old files are removed. */
const REMOVE_EVERY_MS = 60 * 60_000
const ALL: StaleFiles = { projectId: null, channel: null, files: null, isServable: true }

type KnownManifest = {
  readonly manifest: Manifest
  /** `markOf` its bytes. */
  readonly mark: string
}

/**
 * Writes what open channels serve to the blobs: first changed files under their hashes, then the manifest
 * that names them, then the list that says which manifests are new. One process at a time continues where the
 * previous one stopped; repeating it after a crash has the same result.
 */
export function publishToBlobs(options: BlobPublishingOptions): Follower {
  const { store, leases, log, now, blobs, keepMs, isPublic, write } = options
  const fenced = leases.fence(PUBLISHING)
  // Caches of the request path can be behind the event being followed.
  const sources: TextSources = { catalog: catalogTexts, releases: openReleaseTexts() }
  /** As stored in the blobs; null: missing or unreadable. */
  const manifests = new Map<string, KnownManifest | null>()
  let published: Published | null = null
  /** Publishing and removing run one after the other. */
  let turn: Promise<unknown> = Promise.resolve()
  let isClosing = false

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const task = turn.then(work)
    turn = task.catch(() => undefined)
    return task
  }

  /**
   * Writes or removes a blob. Throws if the lease was lost, because another process then publishes newer
   * files.
   */
  async function put(name: string, bytes: Uint8Array | null): Promise<void> {
    const act = async () => {
      if (bytes === null) await blobs.remove(name)
      else await blobs.write(name, bytes, { contentType: JSON_TYPE, cacheControl: 'no-cache' })
    }
    // A single process needs no lock; of several, none can be overtaken between checking and writing.
    if (store.dialect === 'sqlite') await act()
    else await fenced.write(act)
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

  async function list(): Promise<Published> {
    published ??= await readPublished(blobs)
    return published
  }

  async function note(fields: Partial<Published>): Promise<void> {
    const before = await list()
    const noted = { ...before, ...fields }
    const bytes = writePublishedList(noted)
    if (Buffer.from(bytes).equals(writePublishedList(before))) return
    // If this fails, the stored state is unknown.
    published = null
    await put(PUBLISHED_LIST, bytes)
    published = noted
  }

  /** Records files that from now on can be in no manifest. */
  async function noteFiles(names: readonly string[]): Promise<void> {
    if (names.length > 0) await fenced.write((w) => notePublishedFiles(w, names, now().getTime()))
  }

  async function publish(r: Reader, stale: readonly StaleFiles[]): Promise<void> {
    const noted = await list()
    const about = projectsOf(stale, noted)
    const writing = openFileWriting(blobs, noteFiles)
    const wanted = new Map<string, PublishedManifest>()
    const changed: { readonly name: string; readonly made: KnownManifest; readonly bytes: Uint8Array }[] = []
    const givenUp: string[] = []
    for (const project of await projectsNamed(r, about)) {
      for (const channel of await listChannels(r, project.id)) {
        if (channel.kind === 'pseudo' || !isPublic(project, channel)) continue
        const name = manifestName({ project: project.slug, channel: channel.name })
        const known = await manifestOf(name)
        // Under a name that another project had before, nothing can be reused.
        const before = known?.manifest.projectId === project.id ? known.manifest : null
        const own = stale.filter((one) => concerns(one, project, channel))
        const manifest =
          before !== null && own.length === 0
            ? before
            : await channelManifest(r, {
                project,
                channel,
                before,
                stale: own,
                sources,
                keep: (file) => writing.add(project.slug, file),
                write,
              })
        if (manifest === null) continue
        if (known !== null && manifest === before) {
          wanted.set(name, { projectId: project.id, mark: known.mark })
          continue
        }
        const bytes = writeManifest(manifest)
        const mark = markOf(bytes)
        wanted.set(name, { projectId: project.id, mark })
        changed.push({ name, made: { manifest, mark }, bytes })
        if (known !== null) givenUp.push(...filesOf(known.manifest))
      }
    }
    const gone = [...noted.manifests]
      .filter(([name, { projectId }]) => (about?.has(projectId ?? 0) ?? true) && !wanted.has(name))
      .map(([name]) => name)
    for (const name of gone) {
      const known = await manifestOf(name)
      if (known !== null) givenUp.push(...filesOf(known.manifest))
    }
    const kept = new Set(changed.flatMap(({ made }) => filesOf(made.manifest)))
    // Before any manifest that names them.
    await writing.done(givenUp.filter((file) => !kept.has(file)))
    const more = [...wanted].filter(([name]) => !noted.manifests.has(name))
    // Listed before it exists, so that it is removed later whatever happens in between.
    if (more.length > 0) {
      const coming = more.map(([name, { projectId }]) => [name, { projectId, mark: null }] as const)
      await note({ manifests: new Map([...noted.manifests, ...coming]) })
    }
    for (const { name, made, bytes } of changed) {
      // If this fails, the stored state is unknown.
      manifests.delete(name)
      await put(name, bytes)
      manifests.set(name, made)
    }
    for (const name of gone) {
      await put(name, null)
      manifests.delete(name)
    }
    const left = new Map([...noted.manifests, ...wanted])
    for (const name of gone) left.delete(name)
    const isOfChannels = stale.some(({ files }) => files === null)
    // Deliveries read this, so it comes after everything it lists.
    await note({ manifests: left, ...(isOfChannels ? { addresses: await putAddresses(r, left) } : {}) })
  }

  /** Writes the old addresses that lead to a manifest as their own blob; returns its mark. */
  async function putAddresses(r: Reader, there: Published['manifests']): Promise<string | null> {
    const { addresses: before } = await list()
    const addresses = (await allOldAddresses(r)).filter((address) => there.has(manifestName(address)))
    if (addresses.length === 0 && before === null) return null
    const bytes = writeAddresses(addresses)
    const mark = markOf(bytes)
    if (mark !== before) await put(PUBLISHED_ADDRESSES, bytes)
    return mark
  }

  /**
   * Returns all published manifests of a project; null if one of them cannot be read, or is being written.
   */
  async function manifestsOf(slug: string): Promise<readonly Manifest[] | null> {
    const found: Manifest[] = []
    for (const [name, { mark }] of (await list()).manifests) {
      if (!name.startsWith(`d/${slug}/`)) continue
      const known = await manifestOf(name)
      if (known === null || mark === null) return null
      found.push(known.manifest)
    }
    return found
  }

  async function removeOld(): Promise<void> {
    let removed = 0
    for (let isMore = true; isMore && follower.isLeading() && !isClosing; )
      isMore = await inTurn(async () => {
        if (!(await list()).isWhole) return false
        const beforeMs = now().getTime() - keepMs
        const some = await removeUnnamedFiles({ store, fenced, blobs, manifestsOf, beforeMs })
        removed += some.removed
        return some.done > 0
      })
    if (removed > 0) log({ level: 'info', event: 'old-files-removed', files: removed })
  }

  let removing: Promise<void> | null = null
  function removeOldSoon(): void {
    if (!follower.isLeading() || isClosing) return
    removing ??= removeOld()
      .catch((error: unknown) => {
        // Retried at the next check.
        if (!(error instanceof LeaseLostError)) log({ level: 'warn', event: 'old-files-not-removed', error })
      })
      .finally(() => {
        removing = null
      })
  }

  const follower = openFollower<'published'>({
    name: PUBLISHING,
    store,
    log,
    leases,
    ignores: new Set(),
    pauseMs: BETWEEN_MS,
    onLead() {
      // Another process might have published in the meantime.
      manifests.clear()
      published = null
    },
    async beforeRestart() {
      await inTurn(() => note({ isWhole: false }))
    },
    async prepare() {
      await inTurn(async () => {
        if ((await list()).isWhole) return
        await store.read((r) => publish(r, [ALL]))
        await note({ isWhole: true })
      })
      removeOldSoon()
    },
    async effectsOf(r, events) {
      const stale = events.flatMap((event) => staleAfter(event satisfies DomainEvent) ?? [])
      if (stale.length === 0) return []
      await inTurn(() => publish(r, stale))
      return ['published']
    },
    apply: async () => undefined,
  })
  const timer = setInterval(removeOldSoon, REMOVE_EVERY_MS).unref()
  return {
    ...follower,
    async close() {
      isClosing = true
      clearInterval(timer)
      await removing
      await follower.close()
    },
  }
}

/** Returns the ids of the projects with something to publish; null: any. */
function projectsOf(stale: readonly StaleFiles[], { manifests }: Published): ReadonlySet<number> | null {
  // A list without the manifests' projects was written by an earlier version.
  if ([...manifests.values()].some(({ projectId }) => projectId === null)) return null
  const ids = new Set<number>()
  for (const { projectId } of stale) {
    if (projectId === null) return null
    ids.add(projectId)
  }
  return ids
}

/** Returns the projects without translation branches, which are not delivered. */
async function projectsNamed(r: Reader, ids: ReadonlySet<number> | null): Promise<readonly ProjectRow[]> {
  if (ids === null) return listProjects(r)
  const found: ProjectRow[] = []
  for (const id of ids) {
    const project = await projectById(r, id)
    if (project !== null && project.parentId === null) found.push(project)
  }
  return found
}

function concerns(
  { projectId, channel }: StaleFiles,
  project: Pick<ProjectRow, 'id'>,
  { name }: Pick<ChannelRow, 'name'>,
): boolean {
  return (projectId === null || projectId === project.id) && (channel === null || channel === name)
}
