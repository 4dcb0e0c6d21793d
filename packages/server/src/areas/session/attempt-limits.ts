import { Failure } from '@dragoman/contract'
import { attemptsOf, countAttempt, withdrawAttempt } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { addressNetwork } from '../../limits/address-network.ts'

/** Wrong attempts per address in a quarter of an hour (docs/specification.md §9). */
const PER_ADDRESS = 10
/** While an account is under attack, from addresses that have failed themselves. */
const PER_ADDRESS_UNDER_ATTACK = 3
/** Wrong attempts on one account, from all addresses, from which on it is under attack. */
const ATTACK = 10
/** Mails to one person. */
const DONE_FOR_SOMEBODY = 5
const WINDOW_MS = 15 * 60 * 1000

/** An attempt that counts as wrong until it is withdrawn. */
export type Attempt = { readonly withdraw: () => Promise<void> }

export type AttemptLimits = {
  /** Counts an attempt before anything is computed for it. Throws `too-many-requests`. */
  readonly begin: (from: {
    readonly address: string
    readonly account?: string
    /**
     * What may be tried ten times whatever addresses it comes from: only for what comes after a right password,
     * so that nobody else can lock its person out.
     */
    readonly strict?: string
  }) => Promise<Attempt>
  /** Counts something that is done for somebody, a mail for example. False where it was enough. */
  readonly count: (name: string) => Promise<boolean>
}

/**
 * Limits how often passwords and codes can be guessed, in all processes of a database together. The limit is
 * on the address that guesses, never on the account: whoever attacks an account lowers the limit of addresses
 * that fail on it, so its owner can still sign in from an address of their own (docs/decisions/0024).
 */
export function limitAttempts({ store, now }: Pick<Deps, 'store' | 'now'>): AttemptLimits {
  return {
    count(name) {
      const nowMs = now().getTime()
      return store.write(
        async (w) => (await countAttempt(w, { name, nowMs, windowMs: WINDOW_MS })).count <= DONE_FOR_SOMEBODY,
      )
    },
    begin({ address, account, strict }) {
      const place = `address ${addressNetwork(address)}`
      const names = account === undefined ? [place] : [place, `account ${account}`]
      const nowMs = now().getTime()
      return store.write(async (w) => {
        const { count, untilMs } = await countAttempt(w, { name: place, nowMs, windowMs: WINDOW_MS })
        const attacks = names[1] === undefined ? 0 : (await attemptsOf(w, names[1], nowMs)).count
        if (count > (attacks >= ATTACK ? PER_ADDRESS_UNDER_ATTACK : PER_ADDRESS)) {
          throw new Failure('too-many-requests', {
            retryAfterS: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
          })
        }
        if (strict !== undefined) {
          const own = await countAttempt(w, { name: strict, nowMs, windowMs: WINDOW_MS })
          if (own.count > PER_ADDRESS)
            throw new Failure('too-many-requests', {
              retryAfterS: Math.max(1, Math.ceil((own.untilMs - nowMs) / 1000)),
            })
        }
        for (const name of names.slice(1)) await countAttempt(w, { name, nowMs, windowMs: WINDOW_MS })
        if (strict !== undefined) names.push(strict)
        return { withdraw: () => withdraw(names.splice(0)) }
      })
    },
  }

  async function withdraw(names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await store.write(async (w) => {
      for (const name of names) await withdrawAttempt(w, name)
    })
  }
}
