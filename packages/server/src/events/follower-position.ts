import {
  beginFollowing,
  type EventPosition,
  followerPosition,
  moveFollower,
  type Store,
  type Writer,
} from '@dragoman/store'

/** Up to where a follower has followed: `stored` in the database, and `read` beyond that without effects. */
export type FollowedSoFar = { readonly stored: EventPosition; readonly read: EventPosition }

export type FollowerPosition<Effect> = {
  /** Returns where to continue, prepared; a follower without a position starts at the newest event. */
  readonly current: () => Promise<FollowedSoFar>
  /** Starts at the newest event, which skips the events before. */
  readonly restart: () => Promise<void>
  /** Events up to `to` have these effects: applies them, and stores the position in the same transaction. */
  readonly advance: (from: EventPosition, to: EventPosition, effects: readonly Effect[]) => Promise<void>
  /** After a failure: the stored position is read again. */
  readonly forgetStored: () => void
  /** Another process might have followed in the meantime. */
  readonly forget: () => void
}

export type FollowerPositionParts<Effect> = {
  /** Names its position and its lease. */
  readonly name: string
  readonly store: Store
  /** The store while the lease of the follower is held. */
  readonly fenced: Store
  readonly apply: (w: Writer, effects: readonly Effect[]) => Promise<void>
  /** Called before it starts at the newest event, which skips the events before. */
  readonly beforeRestart?: (() => Promise<void>) | undefined
  /** Called once this process leads, before the first event; again after a failure. */
  readonly prepare?: (() => Promise<void>) | undefined
}

/**
 * The position after events without effects is stored only after this many: following them again costs
 * little.
 */
const NOTED_AFTER = 300

export function openFollowerPosition<Effect>({
  name,
  store,
  fenced,
  apply,
  beforeRestart,
  prepare,
}: FollowerPositionParts<Effect>): FollowerPosition<Effect> {
  let stored: EventPosition | null = null
  let read: EventPosition | null = null
  let isPrepared = false

  async function begin(): Promise<EventPosition> {
    isPrepared = false
    await beforeRestart?.()
    return fenced.write((w) => beginFollowing(w, name))
  }

  return {
    async current() {
      stored ??= await store.read((r) => followerPosition(r, name))
      stored ??= await begin()
      if (read === null || read.number < stored.number) read = stored
      const current = { stored, read }
      if (!isPrepared) await prepare?.()
      isPrepared = true
      return current
    },
    async restart() {
      stored = await begin()
      read = stored
    },
    async advance(from, to, effects) {
      if (effects.length > 0 || to.number - from.number >= NOTED_AFTER) {
        await fenced.write(async (w) => {
          await moveFollower(w, name, { from, to })
          await apply(w, effects)
        })
        stored = to
      }
      read = to
    },
    forgetStored() {
      stored = null
    },
    forget() {
      isPrepared = false
      stored = null
      read = null
    },
  }
}
