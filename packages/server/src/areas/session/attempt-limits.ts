import { isIP } from 'node:net'
import { Failure } from '@dragoman/contract'

/** Wrong attempts per address in a quarter of an hour (docs/specification.md §9). */
const PER_ADDRESS = 10
/** While an account is under attack, from addresses that have failed themselves. */
const PER_ADDRESS_UNDER_ATTACK = 3
/** Wrong attempts on one account, from all addresses, from which on it is under attack. */
const ATTACK = 10
const WINDOW_MS = 15 * 60 * 1000
/** Entries kept at most, so that many addresses cannot fill the memory. */
const KEPT = 10_000

/** An attempt that counts as wrong until it is withdrawn. */
export type Attempt = { readonly withdraw: () => void }

export type AttemptLimits = {
  /** Counts an attempt before anything is computed for it. Throws `too-many-requests`. */
  readonly begin: (from: { readonly address: string; readonly account?: string }) => Attempt
}

/**
 * Limits how often passwords and codes can be guessed. The limit is on the address that guesses, never on the
 * account: whoever attacks an account lowers the limit of addresses that fail on it, so its owner can still
 * sign in from an address of their own (docs/decisions/0024).
 */
export function limitAttempts(now: () => Date): AttemptLimits {
  const counts = new Map<string, { count: number; readonly until: number }>()

  function countOf(name: string): { readonly count: number; readonly until: number } {
    const entry = counts.get(name)
    return entry !== undefined && entry.until > now().getTime() ? entry : { count: 0, until: 0 }
  }

  function add(name: string): () => void {
    const known = countOf(name)
    const entry =
      known.count > 0
        ? { count: known.count + 1, until: known.until }
        : { count: 1, until: now().getTime() + WINDOW_MS }
    counts.set(name, entry)
    const [oldest] = counts.keys()
    if (counts.size > KEPT && oldest !== undefined) counts.delete(oldest)
    return () => {
      const present = counts.get(name)
      if (present?.until === entry.until && present.count > 0)
        counts.set(name, { count: present.count - 1, until: present.until })
    }
  }

  return {
    begin({ address, account }) {
      const place = `address ${networkOf(address)}`
      const isUnderAttack = account !== undefined && countOf(`account ${account}`).count >= ATTACK
      const { count, until } = countOf(place)
      if (count >= (isUnderAttack ? PER_ADDRESS_UNDER_ATTACK : PER_ADDRESS)) {
        throw new Failure('too-many-requests', {
          retryAfterS: Math.max(1, Math.ceil((until - now().getTime()) / 1000)),
        })
      }
      const undo = [add(place), ...(account === undefined ? [] : [add(`account ${account}`)])]
      return {
        withdraw() {
          for (const step of undo.splice(0)) step()
        },
      }
    },
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
