import { isIP } from 'node:net'
import { Failure } from '@dragoman/contract'
import { attemptsOf, countAttempt, withdrawAttempt } from '@dragoman/store'
import type { Deps } from '../../deps.ts'

/** Wrong attempts per address in a quarter of an hour (docs/specification.md §9). */
const PER_ADDRESS = 10
/** While an account is under attack, from addresses that have failed themselves. */
const PER_ADDRESS_UNDER_ATTACK = 3
/** Wrong attempts on one account, from all addresses, from which on it is under attack. */
const ATTACK = 10
const WINDOW_MS = 15 * 60 * 1000

/** An attempt that counts as wrong until it is withdrawn. */
export type Attempt = { readonly withdraw: () => Promise<void> }

export type AttemptLimits = {
  /** Counts an attempt before anything is computed for it. Throws `too-many-requests`. */
  readonly begin: (from: { readonly address: string; readonly account?: string }) => Promise<Attempt>
}

/**
 * Limits how often passwords and codes can be guessed, in all processes of a database together. The limit is
 * on the address that guesses, never on the account: whoever attacks an account lowers the limit of addresses
 * that fail on it, so its owner can still sign in from an address of their own (docs/decisions/0024).
 */
export function limitAttempts({ store, now }: Pick<Deps, 'store' | 'now'>): AttemptLimits {
  return {
    begin({ address, account }) {
      const place = `address ${networkOf(address)}`
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
        for (const name of names.slice(1)) await countAttempt(w, { name, nowMs, windowMs: WINDOW_MS })
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

/** One customer of a provider has a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
