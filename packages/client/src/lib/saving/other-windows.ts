import type { WindowLocks } from './window-locks.ts'

/** Messages between the windows of one browser: a `BroadcastChannel`, or a substitute in tests. */
export type WindowChannel = {
  readonly post: (message: WindowMessage) => void
  readonly listen: (listener: (message: unknown) => void) => void
}

/**
 * How many texts are only in the memory of a window. `isNew`: its person has signed in, or it has just opened, and it asks
 * for the others' numbers.
 */
export type WindowMessage = {
  readonly from: string
  readonly unstored: number
  readonly isNew: boolean
}

export type OtherWindows = {
  /** Asks the other windows for their numbers. */
  readonly ask: () => void
  /** Sends the number of texts in the memory of this window only. */
  readonly post: () => void
  /** Number of texts in the memory of another window only. */
  readonly unstored: () => number
}

type Parts = {
  readonly channel: WindowChannel
  readonly locks: WindowLocks | null
  readonly id: string
  readonly ownUnstored: () => number
  readonly onChange: () => void
  /** Called when the person of another window has signed in, or when one has opened. */
  readonly onSignIn: () => void
}

/** Counts the texts that are in the memory of other windows only, and sends them the number of this one. */
export function otherWindows({ channel, locks, id, ownUnstored, onChange, onSignIn }: Parts): OtherWindows {
  const unstored = new Map<string, number>()
  const post = (isNew: boolean) => channel.post({ from: id, unstored: ownUnstored(), isNew })

  function count(from: string, now: number): void {
    const before = unstored.get(from) ?? 0
    if (now === 0) unstored.delete(from)
    else unstored.set(from, now)
    if (now === before) return
    if (before === 0) void locks?.closed(from).then(() => count(from, 0))
    onChange()
  }

  channel.listen((message) => {
    if (!isMessage(message) || message.from === id) return
    if (message.isNew && ownUnstored() > 0) post(false)
    count(message.from, message.unstored)
    if (message.isNew === true) onSignIn()
  })

  return {
    ask: () => post(true),
    post: () => post(false),
    unstored: () => [...unstored.values()].reduce((sum, one) => sum + one, 0),
  }
}

function isMessage(value: unknown): value is WindowMessage {
  if (typeof value !== 'object' || value === null) return false
  if (!('from' in value && 'unstored' in value && 'isNew' in value)) return false
  return typeof value.from === 'string' && typeof value.unstored === 'number'
}
