import { isJobKind, type LiveEvent } from '@dragoman/contract'
import { jobById, type Store } from '@dragoman/store'
import type { NumberedEvent } from '../events/subscriber.ts'
import { presentJob } from '../jobs/present-job.ts'
import type { Log } from '../log.ts'

/** Returns what one listener is sent: only the people whose rights changed learn who did it. */
export function ownVersion(
  live: LiveEvent,
  event: NumberedEvent,
  userId: number | null | undefined,
): LiveEvent {
  if (live.type !== 'members') return live
  if (event.kind !== 'membership.changed' && event.kind !== 'user.changed') return live
  const { by } = event.payload
  return by === undefined || event.payload.userId !== userId ? live : { ...live, by }
}

/** Returns what the listeners of a project are sent; null if it does not concern them. */
export function liveEventOf(event: Exclude<NumberedEvent, { kind: 'job.changed' }>): LiveEvent | null {
  switch (event.kind) {
    case 'content.changed': {
      const { revision, operationId, translations, keys } = event.payload
      return {
        type: 'changed',
        revision,
        operationId,
        translations: translations === null ? null : translations.map((text) => ({ ...text })),
        keys: keys === null ? null : [...keys],
      }
    }
    case 'files.changed':
      return { type: 'files', ...(event.payload.isScan && { isScan: true }) }
    case 'branch.changed':
    case 'conflict.resolved':
    case 'source.added':
    case 'source.removed':
    case 'source.moved':
      return { type: 'files' }
    case 'project.changed':
    case 'project.deleted':
      return { type: 'project' }
    case 'suggestion.changed':
    case 'translation.rejected':
      return { type: 'suggestion', keyId: event.payload.keyId, language: event.payload.language }
    case 'comment.changed':
      return { type: 'comment', keyId: event.payload.keyId }
    case 'task.changed':
      return { type: 'task' }
    case 'channel.changed':
    case 'release.created':
    case 'scheduled-move.changed':
      return { type: 'releases' }
    case 'webhook.changed':
      // Requested deliveries change nothing of the webhook.
      return event.payload.what === 'wanted' ? null : { type: 'webhooks' }
    case 'membership.changed':
    case 'group.changed':
    case 'invitation.changed':
    case 'token.changed':
    case 'user.changed':
      return { type: 'members' }
    case 'notifications.changed':
      return { type: 'notifications' }
    default:
      return null
  }
}

/** Returns the state of a job that changed; null if it cannot be read. */
export async function jobEventOf(
  { store, log }: { readonly store: Pick<Store, 'read'>; readonly log: Log },
  jobId: number,
): Promise<LiveEvent | null> {
  try {
    const job = await store.read((r) => jobById(r, jobId))
    return job !== null && isJobKind(job.kind) ? { type: 'job', job: presentJob(job) } : null
  } catch (error) {
    log({ level: 'warn', event: 'job-event-failed', job: jobId, error })
    return null
  }
}

/** Keeps the latest event of each job, because its row has the current state. */
export function latestOfJobs(events: readonly NumberedEvent[]): readonly NumberedEvent[] {
  const latest = new Map<number, NumberedEvent>()
  for (const event of events) if (event.kind === 'job.changed') latest.set(event.payload.jobId, event)
  return events.filter((event) => event.kind !== 'job.changed' || latest.get(event.payload.jobId) === event)
}
