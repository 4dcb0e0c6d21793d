import { Failure } from '@dragoman/contract'
import { secondsToWait } from '@dragoman/core'
import { attemptsOf, countAttempt, type Writer, withdrawAttempt } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { addressNetwork } from '../../limits/address-network.ts'

/** Wrong attempts per address in 15 minutes (docs/specification.md §9). */
const PER_ADDRESS = 10
/** Those on an account under attack, from an address that fails on it. */
const PER_ADDRESS_UNDER_ATTACK = 3
/** An account is under attack after this many wrong attempts, from all addresses together. */
const ATTACK = 10
/** Emails to one person, in the same time. */
const DONE_FOR_SOMEONE = 5
const WINDOW_MS = 15 * 60 * 1000

/** An attempt that counts as wrong until it is withdrawn. */
export type Attempt = { readonly withdraw: () => Promise<void> }

export type AttemptLimits = {
  /** Counts an attempt before anything is computed for it. Throws `too-many-requests`. */
  readonly begin: (from: {
    readonly address: string
    readonly account?: string
    /**
     * Something that can be tried ten times, whatever addresses the attempts come from: only for steps after
     * a correct password, so that no one else can lock the person out.
     */
    readonly strict?: string
  }) => Promise<Attempt>
  /** Counts something that is done for someone, such as an email. False once the limit is exceeded. */
  readonly count: (name: string) => Promise<boolean>
  /** Does the same in the caller's transaction. */
  readonly countIn: (w: Writer, name: string) => Promise<boolean>
}

/**
 * Limits how often passwords and codes can be guessed, across all processes of a database. The limit is on
 * the guessing address, never on the account: an attack on an account lowers the limit of addresses that fail
 * on it, so its owner can still sign in from their own address (docs/decisions/0024).
 */
export function limitAttempts({ store, now }: Pick<Deps, 'store' | 'now'>): AttemptLimits {
  return {
    count: (name) => store.write((w) => countIn(w, name)),
    countIn,
    begin({ address, account, strict }) {
      const place = `address ${addressNetwork(address)}`
      const onAccount = account === undefined ? null : `account ${account}`
      const names = onAccount === null ? [place] : [place, `${place} ${onAccount}`, onAccount]
      const nowMs = now().getTime()
      return store.write(async (w) => {
        const { count, untilMs } = await countAttempt(w, { name: place, nowMs, windowMs: WINDOW_MS })
        if (count > PER_ADDRESS) throw tooMany(untilMs - nowMs)
        if (strict !== undefined) {
          const own = await countAttempt(w, { name: strict, nowMs, windowMs: WINDOW_MS })
          if (own.count > PER_ADDRESS) throw tooMany(own.untilMs - nowMs)
        }
        if (onAccount !== null) {
          const attacks = await attemptsOf(w, onAccount, nowMs, WINDOW_MS)
          const here = await countAttempt(w, { name: `${place} ${onAccount}`, nowMs, windowMs: WINDOW_MS })
          if (attacks.count >= ATTACK && here.count > PER_ADDRESS_UNDER_ATTACK)
            throw tooMany(here.untilMs - nowMs)
          await countAttempt(w, { name: onAccount, nowMs, windowMs: WINDOW_MS })
        }
        if (strict !== undefined) names.push(strict)
        return { withdraw: () => withdraw(names.splice(0)) }
      })
    },
  }

  async function countIn(w: Writer, name: string): Promise<boolean> {
    const { count } = await countAttempt(w, { name, nowMs: now().getTime(), windowMs: WINDOW_MS })
    return count <= DONE_FOR_SOMEONE
  }

  async function withdraw(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await store.write(async (w) => {
      for (const name of names) await withdrawAttempt(w, name)
    })
  }
}

function tooMany(leftMs: number): Failure {
  return new Failure('too-many-requests', { retryAfterS: secondsToWait(leftMs) })
}
