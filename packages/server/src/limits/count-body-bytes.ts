import { Failure } from '@dragoman/contract'

const MIB = 1024 * 1024
/** Seconds after which another attempt makes sense: a body is kept while its call is worked on. */
const RETRY_AFTER_S = 2

/** How many bytes of request bodies this process keeps in memory at the same time. */
export type BodyBytesLimits = {
  /** Of one person, token or address. */
  readonly ofCaller: number
  /** Of all callers. */
  readonly inTotal: number
}

/** Two of the largest files of one caller; of four such callers the server still fits into a gigabyte. */
export const BODY_BYTES_LIMITS: BodyBytesLimits = { ofCaller: 64 * MIB, inTotal: 256 * MIB }

export type HeldBody = {
  /**
   * Counts bytes that have arrived from a caller. Throws `too-many-requests` if the caller has too many in memory, and
   * `busy` if all callers together have.
   */
  readonly add: (who: string, bytes: number) => void
  /** The call no longer needs its body. */
  readonly end: () => void
}

export type BodyBytes = {
  /** Starts the count of one call. */
  readonly hold: () => HeldBody
  /** Bytes that are in memory now. */
  readonly inTotal: () => number
}

/**
 * Limits the bytes of request bodies in memory. The size of a body is limited by its route; this keeps one caller, or
 * many together, from filling the memory with bodies that arrive at the same time.
 */
export function countBodyBytes(limits: BodyBytesLimits): BodyBytes {
  const ofCallers = new Map<string, number>()
  let total = 0

  function change(who: string, by: number): void {
    const bytes = (ofCallers.get(who) ?? 0) + by
    if (bytes === 0) ofCallers.delete(who)
    else ofCallers.set(who, bytes)
    total += by
  }

  return {
    inTotal: () => total,
    hold() {
      const own = new Map<string, number>()
      return {
        add(who, bytes) {
          if ((ofCallers.get(who) ?? 0) + bytes > limits.ofCaller)
            throw new Failure('too-many-requests', { what: 'bytes-at-once', retryAfterS: RETRY_AFTER_S })
          if (total + bytes > limits.inTotal) throw new Failure('busy')
          own.set(who, (own.get(who) ?? 0) + bytes)
          change(who, bytes)
        },
        end() {
          for (const [who, bytes] of own) change(who, -bytes)
          own.clear()
        },
      }
    },
  }
}
