import { Failure } from '@dragoman/contract'
import type { RecordedActor } from '@dragoman/core'
import {
  type AuditOrigin,
  type ChannelRow,
  moveChannel,
  type ReleaseRow,
  recordAudit,
  releaseById,
  type Writer,
} from '@dragoman/store'

/** A channel that is moved to releases, as it is in the database. */
export type ReleaseChannel = ChannelRow & { readonly id: number }

export type MoveRequest = {
  readonly release: ReleaseRow
  /** How many of 100 readers get it. */
  readonly percent: number
  readonly note: string
  readonly at: string
  readonly by: RecordedActor
  readonly origin: AuditOrigin
  /** When it was scheduled for; null if a person moves the channel now. */
  readonly scheduledFor?: string | null
}

/** Whether a share of readers cannot get a release, because others have one that this would take from them. */
export function takesFromReaders(
  { nextReleaseId }: Pick<ChannelRow, 'nextReleaseId'>,
  { release, percent }: { readonly release: Pick<ReleaseRow, 'id'>; readonly percent: number },
): boolean {
  return percent < 100 && nextReleaseId !== null && nextReleaseId !== release.id
}

/**
 * Moves a channel. Readers who are not among the first keep what they have; if the channel has no release
 * yet, all get it. Throws `release-shared`.
 */
export async function moveToRelease(
  w: Writer,
  channel: ReleaseChannel,
  { release, percent, note, at, by, origin, scheduledFor = null }: MoveRequest,
): Promise<void> {
  if (takesFromReaders(channel, { release, percent })) throw new Failure('release-shared')
  const before = channel.releaseId === null ? null : await releaseById(w, channel.releaseId)
  const isForSome = percent < 100 && before !== null && before.id !== release.id
  const next = channel.nextReleaseId === null ? null : await releaseById(w, channel.nextReleaseId)
  const newest = Math.max(before?.number ?? 0, next?.number ?? 0)
  await moveChannel(w, channel, {
    releaseId: isForSome ? before.id : release.id,
    nextReleaseId: isForSome ? release.id : null,
    percent: isForSome ? percent : 0,
    isRollBack: release.number < newest,
    note,
    at,
    by,
    scheduledFor,
  })
  await recordAudit(w, {
    kind: 'channel.moved',
    projectId: channel.projectId,
    origin,
    target: channel.name,
    details: { release: release.number, percent, ...(scheduledFor === null ? {} : { scheduledFor }) },
  })
}
