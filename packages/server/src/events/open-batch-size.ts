import {
  DatabaseUnavailableError,
  DiskFullError,
  FollowedElsewhereError,
  LeaseLostError,
  StorageFailedError,
  StoreClosedError,
} from '@dragoman/store'

/** How many events are followed at a time: fewer after a failure, until it is known which event causes it. */
export type BatchSize = {
  readonly current: () => number
  /** Events were followed, or skipped. */
  readonly noteFollowed: () => void
  /**
   * Some events could not be followed. Returns whether a single one is skipped now; otherwise fewer are followed next.
   * Throws the error if the same have to be followed again.
   */
  readonly noteFailed: (error: unknown, count: number) => { readonly isSkipped: boolean }
}

const MOST = 500
/** How often an event is followed before it is skipped. */
const ATTEMPTS = 3

/** Errors that no event causes: all events are followed once they are over. */
const OF_NO_EVENT = [
  DatabaseUnavailableError,
  DiskFullError,
  StorageFailedError,
  StoreClosedError,
  LeaseLostError,
  FollowedElsewhereError,
]

/** `skipsFailing`: an event that fails again and again is skipped, so that it does not stop those after it. */
export function openBatchSize(skipsFailing: boolean): BatchSize {
  let size = MOST
  let attempts = 0
  return {
    current: () => size,
    noteFollowed() {
      attempts = 0
      size = Math.min(MOST, size * 2)
    },
    noteFailed(error, count) {
      if (!skipsFailing || OF_NO_EVENT.some((kind) => error instanceof kind)) throw error
      if (count > 1) {
        size = Math.floor(count / 2)
        return { isSkipped: false }
      }
      attempts += 1
      if (attempts < ATTEMPTS) throw error
      return { isSkipped: true }
    },
  }
}
