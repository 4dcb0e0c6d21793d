import type {
  ChannelMoveReply,
  ChannelReply,
  ChannelRequestsReply,
  ReleaseReply,
  ScheduledMoveReply,
  TextDifferenceReply,
} from '@dragoman/contract'
import { statusChanges } from '@dragoman/core'
import {
  type ChannelMoveRow,
  type ChannelRequests,
  type ChannelRow,
  channelById,
  type Reader,
  type ReleaseFileRow,
  type ReleaseRow,
  releaseById,
  type ScheduledMoveRow,
  type WorkSince,
} from '@dragoman/store'
import type { FileDifferences } from '../../releases/compare-releases.ts'
import { moveFailureNow } from '../../scheduled-moves/move-failure-now.ts'

export function presentRelease(release: ReleaseRow, files: readonly ReleaseFileRow[]): ReleaseReply {
  const { number, title, notes, createdAt, createdBy, changes, languages } = release
  return {
    number,
    title,
    notes,
    createdAt,
    createdBy,
    changes,
    languages: languages.map(({ tag }) => ({ tag, texts: textsIn(files, tag) })),
  }
}

/** Returns how many keys have a text in a language. */
export function textsIn(files: readonly ReleaseFileRow[], language: string): number {
  return files.reduce((sum, file) => sum + (file.language === language ? file.texts : 0), 0)
}

/** Numbers of releases by id. */
export type ReleaseNumbers = ReadonlyMap<number, number>

export function presentChannel(channel: ChannelRow, numbers: ReleaseNumbers): ChannelReply {
  const { name, kind, settings, version, changedAt } = channel
  return {
    name,
    kind,
    settings,
    ...placeOf(channel, numbers),
    changedAt,
    version,
  }
}

export function presentMove(
  move: ChannelMoveRow,
  names: ReadonlyMap<number, string>,
  numbers: ReleaseNumbers,
): ChannelMoveReply {
  const { channelId, isRollBack, note, at, by, scheduledFor } = move
  const channel = names.get(channelId) ?? ''
  return { channel, ...placeOf(move, numbers), isRollBack, note, at, by, scheduledFor }
}

/** Presents a scheduled move. One that waits already says why it would not happen. */
export async function presentScheduledMove(r: Reader, move: ScheduledMoveRow): Promise<ScheduledMoveReply> {
  const { id, channel, releaseId, percent, at, note, by, failure, failedAt, version } = move
  const release = (await releaseById(r, releaseId))?.number ?? 0
  return {
    id,
    channel,
    release,
    percent,
    at,
    note,
    by,
    failure: failure ?? (await moveFailureNow(r, move, await channelById(r, move.channelId))),
    failedAt,
    version,
  }
}

/** Presents requests minute by minute from a first one, as many as the reply has. */
export function presentRequests(
  channel: string,
  counted: readonly Omit<ChannelRequests, 'project'>[],
  from: number,
): ChannelRequestsReply {
  const minutes = Array.from({ length: 60 }, () => 0)
  for (const one of counted) if (one.channel === channel) minutes[one.minute - from] = one.requests
  return { channel, minutes }
}

function placeOf(
  { releaseId, nextReleaseId, percent }: Pick<ChannelRow, 'releaseId' | 'nextReleaseId' | 'percent'>,
  numbers: ReleaseNumbers,
): Pick<ChannelReply, 'release' | 'next'> {
  const numberOf = (id: number | null) => (id === null ? null : (numbers.get(id) ?? null))
  const next = numberOf(nextReleaseId)
  return { release: numberOf(releaseId), next: next === null ? null : { release: next, percent } }
}

export function presentTextDifferences({
  namespace,
  added,
  changed,
  removed,
  status,
}: FileDifferences): readonly Omit<TextDifferenceReply, 'keyId'>[] {
  return [
    ...added.map(({ name, plural, forms }) => {
      return { namespace, name, plural, before: null, after: forms, status: [] }
    }),
    ...[...changed, ...status].map((one) => {
      const { name, plural, forms } = one.after
      return {
        namespace,
        name,
        plural,
        before: one.before.forms,
        after: forms,
        status: [...statusChanges(one)],
      }
    }),
    ...removed.map(({ name, plural, forms }) => {
      return { namespace, name, plural, before: forms, after: null, status: [] }
    }),
  ]
}

export function presentWork({ at, by, people }: WorkSince) {
  return { at, by: by.map(({ id, name }) => ({ id, name })), people }
}
