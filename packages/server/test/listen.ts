import type { LiveEvent } from '@dragoman/contract'

export type Received = { id: string; event: LiveEvent }

/** Reads a stream of events until the test leaves it. */
export function listen(response: Response): {
  events: Received[]
  /** Events without an id. */
  messages: LiveEvent[]
  comments: string[]
  leave: () => Promise<void>
  ended: Promise<void>
} {
  const events: Received[] = []
  const messages: LiveEvent[] = []
  const comments: string[] = []
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('No stream')
  let text = ''
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) return
      text += new TextDecoder().decode(value)
      for (let cut = text.indexOf('\n\n'); cut >= 0; cut = text.indexOf('\n\n')) {
        const block = text.slice(0, cut)
        text = text.slice(cut + 2)
        if (block.startsWith(':')) comments.push(block)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        const id = /^id: (\d+-[0-9a-f]{8})$/m.exec(block)?.[1]
        if (data === undefined) continue
        if (id === undefined) messages.push(JSON.parse(data))
        else events.push({ id, event: JSON.parse(data) })
      }
    }
  })()
  return { events, messages, comments, ended, leave: () => reader.cancel() }
}
