import type { IncomingMessage } from 'node:http'
import type { ChannelKind } from '@dragoman/core'
import {
  type ChannelRow,
  channelByName,
  newestEvent,
  type ProjectRow,
  projectBySlug,
  type Reader,
  type Store,
  type TextsLocation,
} from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import { type BuiltBundle, buildFile, type RevisedBundle } from './build-bundle.ts'
import type { BundleAddress, DeliveredAddress } from './bundle-address.ts'
import { cachedForMs, stableCacheControl } from './cache-control.ts'
import { type ContainedEvents, openCatalogTexts } from './catalog-texts.ts'
import { hasOtherLanguages } from './channel-formats.ts'
import { fixedFile, manifestBundle } from './fixed-file.ts'
import { openManifests } from './open-manifests.ts'
import { openReleaseTexts } from './release-texts.ts'
import type { ServedFileWriter } from './served-file-writer.ts'
import { readServedNames, type ServedNames } from './served-names.ts'
import { type StaleFiles, staleAfter } from './stale-files.ts'

/** Builds what apps load, and reports when built files are no longer up to date. Stores no files. */
export type Publisher = Subscriber & {
  /**
   * Builds the file or manifest at an address as the channel serves it now. Null if it does not exist;
   * `private` for a channel that cannot be read: by everyone, unless `canRead` is given.
   */
  readonly build: (address: DeliveredAddress, canRead?: CanRead) => Promise<RevisedBundle | 'private' | null>
  /** Returns the channel; null and `private` as in `build`. */
  readonly find: (
    address: Pick<BundleAddress, 'project' | 'channel'>,
    canRead?: CanRead,
  ) => Promise<FollowedChannel | 'private' | null>
  /** Returns which files the channel has, read once; null and `private` as in `build`. */
  readonly namesOf: (
    address: Pick<BundleAddress, 'project' | 'channel'>,
    canRead?: CanRead,
  ) => Promise<ServedNames | 'private' | null>
  /** Registers a listener for outdated files, which is called before anyone can request the newest ones. */
  readonly onStale: (listener: StaleListener) => void
}

/** `number`: of the event that made them outdated; null if they are outdated whatever they contain. */
export type StaleListener = (stale: StaleFiles, number: number | null) => void

/** What followers of a channel need to know about it. */
export type FollowedChannel = {
  readonly projectId: number
  readonly channel: string
  readonly kind: ChannelKind
  /** Whether the content of a file can depend on texts of other languages. */
  readonly hasOtherLanguages: boolean
  /** Whether apps can report keys that they did not find. */
  readonly collectsMissing: boolean
  /** Origins whose pages can follow it; null: any. */
  readonly origins: readonly string[] | null
  /** How long after a change caches have its new files, in ms; see `cachedForMs`. */
  readonly cachedMs: readonly number[]
}

/** Whether a caller can read what a channel of a project serves. */
export type CanRead = (project: ProjectRow, channel: ChannelRow) => boolean

/**
 * What a caller can load from channels that are not open, and what identified the caller: cookies are sent with any
 * request, tokens on purpose.
 */
export type Reading = { readonly canRead: CanRead; readonly by: 'session' | 'token' }

/** Returns what the session or token of a request can load. */
export type ReadableBy = (request: IncomingMessage) => Promise<Reading>

export type PublisherOptions = {
  readonly store: Store
  /** Whether everyone can load the files of a channel. */
  readonly isPublic: CanRead
  readonly write: ServedFileWriter
}

export function openPublisher({ store, isPublic, write }: PublisherOptions): Publisher {
  const catalog = openCatalogTexts()
  const sources = { catalog: catalog.of, releases: openReleaseTexts() }
  const manifests = openManifests({ store, sources, write })
  const listeners: StaleListener[] = []
  /** The last event that was passed on. */
  let passedOn = 0

  function notify(stale: StaleFiles, number: number | null): void {
    manifests.changed(stale)
    for (const listener of listeners) listener(stale, number)
  }

  return {
    async build(address, canRead = isPublic) {
      // Numbers are given in the order of commits, so whatever is read later contains all up to this one.
      const { number: newest } = await store.read(newestEvent)
      // A manifest in memory contains only reported changes.
      if (address.kind === 'manifest') {
        const texts = Math.min(newest, passedOn)
        const found = await manifests.of(address, canRead)
        return revised(typeof found === 'object' ? found && manifestBundle(found) : found, { newest, texts })
      }
      const contained: ContainedEvents = { newest, texts: newest }
      if (address.kind === 'fixed')
        return revised(await fixedFile({ store, sources, write, manifests }, address, canRead), contained)
      const own = {
        ...sources,
        catalog: (r: Reader, place: TextsLocation) => catalog.of(r, place, contained),
      }
      return revised(
        await store.read((r) => buildFile(r, { address, canRead, sources: own, write })),
        contained,
      )
    },
    find: (address, canRead = isPublic) =>
      store.read(async (r) => {
        const project = await projectBySlug(r, address.project)
        const channel = project && (await channelByName(r, project.id, address.channel))
        if (project === null || channel === null) return null
        if (!canRead(project, channel)) return 'private'
        const { kind, name, settings } = channel
        const { collectsMissing, origins } = settings
        return {
          projectId: project.id,
          channel: name,
          kind,
          hasOtherLanguages: hasOtherLanguages(project, channel),
          collectsMissing,
          origins,
          cachedMs: cachedForMs(stableCacheControl(settings)),
        }
      }),
    namesOf: (address, canRead = isPublic) => store.read((r) => readServedNames(r, address, canRead)),
    onStale: (listener) => void listeners.push(listener),
    name: 'publish',
    onEvent(event) {
      const { projectId } = event
      passedOn = event.position.number
      catalog.noteNewestEvent(passedOn)
      if (projectId === null) return
      if (event.kind === 'content.changed') catalog.changed({ ...event.payload, projectId })
      if (event.kind === 'project.changed' || event.kind === 'project.deleted')
        catalog.projectChanged(projectId)
      const stale = staleAfter(event)
      if (stale !== null) notify(stale, passedOn)
    },
    onGap(projectId) {
      if (projectId === null) {
        passedOn = 0
        catalog.clear()
      } else catalog.projectChanged(projectId)
      notify({ projectId, channel: null, files: null, isOfCatalog: false, isServable: true }, null)
    },
  }
}

function revised(
  built: BuiltBundle | 'private' | null,
  { newest, texts }: ContainedEvents,
): RevisedBundle | 'private' | null {
  if (built === null || built === 'private') return built
  return { ...built, contains: { texts, access: newest } }
}
