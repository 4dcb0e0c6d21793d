import type { IncomingMessage } from 'node:http'
import { openReadableBy } from '../access/readable-by.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import { countChannelRequests } from '../channel-requests/count-channel-requests.ts'
import { type Config, KEEP_FILES_DAYS } from '../config.ts'
import { type ChannelEvents, openChannelEvents } from '../delivery/channel-events.ts'
import { type Delivery, openDelivery } from '../delivery/delivery.ts'
import { type OldAddressDoor, openOldAddressDoor } from '../delivery/old-address-door.ts'
import type { Basics, Site, Work } from '../deps.ts'
import type { Follower } from '../events/open-follower.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { OF_RIGHTS } from '../http/guard-writes.ts'
import { type Metrics, timedPublisher } from '../http/metrics.ts'
import { addressNetwork } from '../limits/address-network.ts'
import { openMissingKeys } from '../missing-keys/open-missing-keys.ts'
import { isPubliclyDelivered } from '../publish/delivery-mode.ts'
import { keepOldAddresses } from '../publish/old-addresses.ts'
import { type CanRead, openPublisher, type Publisher } from '../publish/open-publisher.ts'
import { publishToBlobs } from '../publish/publish-to-blobs.ts'
import { openServedFileWriter } from '../publish/served-file-writer.ts'
import { openServedFiles } from '../served/open-served-files.ts'
import { openUsedKeys } from '../served/open-used-keys.ts'
import { headOf } from './open-http-server.ts'
import type { OpenedParts } from './opened-parts.ts'

type PublishingParts = {
  readonly basics: Basics
  readonly config: Pick<Config, 'blobs' | 'keepFilesDays'>
  readonly site: Pick<Site, 'deliveryMode' | 'network' | 'port'>
  readonly work: Pick<Work, 'workers' | 'leases'>
  readonly metrics: Metrics
}

export type Publishing = {
  readonly publisher: Publisher
  readonly delivery: Delivery
  readonly channelEvents: ChannelEvents
  readonly oldAddressDoor: OldAddressDoor
  /** Come after the subscribers of the areas. */
  readonly subscribers: readonly Subscriber[]
  /** Starts publishing to blobs, if there are any. */
  readonly start: () => Promise<void>
}

/**
 * An app that is notified of a change can then load from another process on the same PostgreSQL, which can hear of it
 * later than this one. The app is notified once more when all have heard.
 */
const REPEAT_MS = 1000

/** Opens everything that serves texts to apps, and what counts how they use them. */
export function openPublishing(
  opened: OpenedParts,
  { basics, config, site, work, metrics }: PublishingParts,
): Publishing {
  const { store, log } = basics
  const isPublic: CanRead = (project, channel) => isPubliclyDelivered(site.deliveryMode, project, channel)
  const write = openServedFileWriter(work.workers)
  const publisher = timedPublisher(openPublisher({ store, isPublic, write }), metrics)
  const clientOf = (request: IncomingMessage) => site.network.clientOf(headOf(request))
  const readableBy = openReadableBy({ ...basics, port: site.port, clientOf })
  const hasOthers = store.dialect === 'postgres'
  const channelEvents = openChannelEvents({
    publisher,
    readableBy,
    ...(hasOthers ? { repeatMs: REPEAT_MS } : {}),
  })
  opened.add('channel-events', channelEvents.close)
  const delivery = openDelivery({
    publisher,
    log,
    readableBy,
    events: channelEvents,
    ...openCounters(opened, basics, {
      publisher,
      networkOf: (request) => addressNetwork(clientOf(request).address),
    }),
  })
  const oldAddresses = keepOldAddresses(store)
  const followers: Follower[] = []
  if (config.blobs != null) {
    const toBlobs = publishToBlobs({
      ...basics,
      leases: work.leases,
      blobs: openBlobs(config.blobs),
      keepMs: (config.keepFilesDays ?? KEEP_FILES_DAYS) * 86_400_000,
      isPublic,
      write,
    })
    opened.add('blob-publishing', toBlobs.close)
    followers.push(toBlobs)
  }
  const readers: Subscriber = {
    name: 'channel-events',
    onEvent: ({ kind }) => {
      if (OF_RIGHTS.has(kind)) channelEvents.checkReaders()
    },
    onGap: channelEvents.checkReaders,
  }
  return {
    publisher,
    delivery,
    channelEvents,
    oldAddressDoor: openOldAddressDoor({ addresses: oldAddresses.all, publisher, readableBy, log }),
    subscribers: [oldAddresses, ...followers, readers],
    async start() {
      for (const follower of followers) await follower.start()
    },
  }
}

/** Opens what counts the requests of apps. */
function openCounters(
  opened: OpenedParts,
  basics: Basics,
  of: { readonly publisher: Publisher; readonly networkOf: (request: IncomingMessage) => string },
) {
  const channelRequests = countChannelRequests(basics)
  opened.add('channel-requests', channelRequests.close)
  const servedFiles = openServedFiles(basics)
  opened.add('served-files', servedFiles.close)
  const usedKeys = openUsedKeys({ ...basics, ...of })
  opened.add('used-keys', usedKeys.close)
  const missingKeys = openMissingKeys({ ...basics, ...of })
  opened.add('missing-keys', missingKeys.close)
  return { missingKeys, usedKeys, noteServed: servedFiles.note, onLoad: channelRequests.count }
}
