/** Messages between the windows of one browser: a `BroadcastChannel`, or a substitute in tests. */
export type WindowChannel = {
  readonly post: (message: WindowMessage) => void
  readonly listen: (listener: (message: unknown) => void) => void
}

/**
 * `ask`: who is open? `here`: this window, with a number of texts in its memory only. `bye`: this window
 * closes.
 */
export type WindowMessage = {
  readonly type: 'ask' | 'here' | 'bye'
  readonly from: string
  readonly unstored: number
}

export type OtherWindows = {
  /** Asks which windows are open; resolves with the ids of those that responded within 300 ms. */
  readonly ask: () => Promise<ReadonlySet<string>>
  /** Tells the others how many texts are in the memory of this window only. */
  readonly tell: () => void
  readonly leave: () => void
  /** Number of texts in the memory of another window only. */
  readonly unstored: () => number
}

type Parts = {
  readonly channel: WindowChannel
  readonly id: string
  readonly ownUnstored: () => number
  readonly onChange: () => void
}

const ANSWER_MS = 300

/** Tracks the other windows of the same browser: which ones are open, and how many texts only they have. */
export function otherWindows({ channel, id, ownUnstored, onChange }: Parts): OtherWindows {
  const unstored = new Map<string, number>()
  const answers = new Set<Set<string>>()
  const post = (type: WindowMessage['type']) => channel.post({ type, from: id, unstored: ownUnstored() })

  channel.listen((message) => {
    if (!isMessage(message) || message.from === id) return
    if (message.type === 'ask') post('here')
    if (message.type !== 'bye') for (const answered of answers) answered.add(message.from)
    const before = unstored.get(message.from) ?? 0
    const now = message.type === 'bye' ? 0 : message.unstored
    if (now === 0) unstored.delete(message.from)
    else unstored.set(message.from, now)
    if (now !== before) onChange()
  })

  return {
    ask: async () => {
      const answered = new Set<string>()
      answers.add(answered)
      post('ask')
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      answers.delete(answered)
      const silent = [...unstored.keys()].filter((other) => !answered.has(other))
      for (const other of silent) unstored.delete(other)
      if (silent.length > 0) onChange()
      return answered
    },
    tell: () => post('here'),
    leave: () => post('bye'),
    unstored: () => [...unstored.values()].reduce((sum, count) => sum + count, 0),
  }
}

function isMessage(value: unknown): value is WindowMessage {
  if (typeof value !== 'object' || value === null) return false
  if (!('type' in value && 'from' in value && 'unstored' in value)) return false
  return (
    typeof value.from === 'string' &&
    typeof value.unstored === 'number' &&
    ['ask', 'here', 'bye'].includes(String(value.type))
  )
}
