import { Failure } from '@dragoman/contract'
import type { AuditKind } from '@dragoman/core'
import {
  type AuditDeed,
  type ChannelRow,
  channelByName,
  type ProjectRow,
  type Reader,
  type ReleaseRow,
  recordAudit,
  releaseById,
  releaseByNumber,
  type Writer,
} from '@dragoman/store'
import type { Caller } from '../../http/caller.ts'
import { refusedField } from '../../refused-field.ts'
import type { ReleaseChannel } from '../../releases/move-to-release.ts'

export async function releaseOf(r: Reader, { id }: ProjectRow, number: number): Promise<ReleaseRow> {
  const release = await releaseByNumber(r, id, number)
  if (release === null) throw new Failure('not-found', { what: 'release' })
  return release
}

export async function channelOf(r: Reader, projectId: number, name: string): Promise<ChannelRow> {
  const channel = await channelByName(r, projectId, name)
  if (channel === null) throw new Failure('not-found', { what: 'channel' })
  return channel
}

/** Returns a channel. Throws `not-found`, and `invalid-input` for a channel that follows the catalog. */
export async function channelOfReleases(r: Reader, projectId: number, name: string): Promise<ReleaseChannel> {
  const channel = await channelOf(r, projectId, name)
  if (channel.kind !== 'release' || channel.id === null) throw refusedField('/channel', 'follows-catalog')
  return { ...channel, id: channel.id }
}

export async function numbersOf(
  r: Reader,
  places: readonly Pick<ChannelRow, 'releaseId' | 'nextReleaseId'>[],
): Promise<ReadonlyMap<number, number>> {
  const numbers = new Map<number, number>()
  for (const id of places.flatMap(({ releaseId, nextReleaseId }) => [releaseId, nextReleaseId])) {
    if (id === null || numbers.has(id)) continue
    const release = await releaseById(r, id)
    if (release !== null) numbers.set(id, release.number)
  }
  return numbers
}

/** Throws `stale-channel` if someone else moved or changed the channel since the caller saw it. */
export function refuseStale(channel: ChannelRow, version: number | undefined): void {
  if (version !== undefined && version !== channel.version) throw new Failure('stale-channel')
}

export async function audit(
  w: Writer,
  deed: AuditDeed<ChannelDeed>,
  { projectId, name }: Pick<ChannelRow, 'projectId' | 'name'>,
  { origin }: Caller,
): Promise<void> {
  await recordAudit(w, { ...deed, projectId, origin, target: name })
}

type ChannelDeed = Extract<AuditKind, `channel.${string}`>
