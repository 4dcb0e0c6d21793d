import type { ChannelMoveReply, ChannelReply } from '@dragoman/contract'

type Place = Pick<ChannelReply, 'release' | 'next'>

/** Returns how many of 100 readers of a channel get a release. */
export function shareOf({ release, next }: Place, number: number): number {
  if (next === null) return release === number ? 100 : 0
  return (next.release === number ? next.percent : 0) + (release === number ? 100 - next.percent : 0)
}

/** Returns the newest release that any reader of a channel gets; 0 if there is none yet. */
export function newestOf({ release, next }: Place): number {
  return Math.max(release ?? 0, next?.release ?? 0)
}

/**
 * Returns what a channel is rolled back to: what most readers get while the first of them get another
 * release; otherwise the older release that all of them had before. Null if there is none. `moves`: newest
 * first.
 */
export function releaseBefore(channel: ChannelReply, moves: readonly ChannelMoveReply[]): number | null {
  const { name, release, next } = channel
  if (next !== null || release === null) return next === null ? null : release
  const former = moves.find(
    (move) => move.channel === name && move.next === null && move.release !== null && move.release < release,
  )
  return former?.release ?? null
}

export type RollBack = {
  /** How long readers had it. */
  readonly afterSeconds: number
  readonly note: string
}

/** Returns releases that a channel was rolled back from and no reader gets now, with the latest such move. */
export function rollBacksOf(
  channels: readonly ChannelReply[],
  moves: readonly ChannelMoveReply[],
): ReadonlyMap<number, RollBack> {
  const found = new Map<number, RollBack>()
  /** By channel: the releases that its readers get, and since when. */
  const given = new Map<string, ReadonlyMap<number, string>>()
  for (const move of [...moves].reverse()) {
    const before = given.get(move.channel)
    const numbers = [move.release, move.next?.release ?? null].filter((number) => number !== null)
    const since = new Map(numbers.map((number) => [number, before?.get(number) ?? move.at]))
    given.set(move.channel, since)
    for (const number of numbers) found.delete(number)
    if (!move.isRollBack) continue
    for (const [number, start] of before ?? []) {
      if (since.has(number)) continue
      const afterSeconds = Math.max(0, (Date.parse(move.at) - Date.parse(start)) / 1000)
      found.set(number, { afterSeconds, note: move.note })
    }
  }
  for (const channel of channels)
    for (const number of found.keys()) if (shareOf(channel, number) > 0) found.delete(number)
  return found
}

/** Returns the next share of a release that some readers have: half of them, then all. */
export function nextShare(percent: number): number {
  return percent < 50 ? 50 : 100
}

/**
 * Returns the channels that a release is offered to: those with an older one, otherwise those with a newer one
 * (`isForward`: false). None if it was rolled back: then it has no main action. `others`: the rest without it.
 */
export function offersOf<Channel extends Place>(
  channels: readonly Channel[],
  number: number,
  wasRolledBack: boolean,
): {
  readonly offered: readonly Channel[]
  readonly others: readonly Channel[]
  readonly isForward: boolean
} {
  const without = channels.filter((channel) => shareOf(channel, number) === 0)
  const forward = without.filter((channel) => newestOf(channel) < number)
  const isForward = !wasRolledBack && forward.length > 0
  const back = without.filter((channel) => newestOf(channel) > number)
  const offered = wasRolledBack ? [] : isForward ? forward : back
  return { offered, others: without.filter((channel) => !offered.includes(channel)), isForward }
}
