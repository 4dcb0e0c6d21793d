import { randomUUID } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import type { Store } from '@dragoman/store'
import type { NumberedEvent } from '../events/subscriber.ts'

type CompareRequest = {
  readonly projectId: number
  readonly sourceId: number
  /** Whether to send pending changes afterwards. */
  readonly sends?: boolean
}

/** Requests for comparisons to another process, because that one syncs the source. */
export type CompareRequests = {
  /** Returns how much changed. Throws `busy` if no answer comes. */
  readonly ask: (request: CompareRequest) => Promise<number>
  /** Requests a comparison without waiting for its end. */
  readonly request: (request: Omit<CompareRequest, 'sends'>) => Promise<void>
  /** Receives the answer. */
  readonly onEvent: (event: NumberedEvent) => void
}

const ANSWERED_WITHIN_MS = 60_000

export function openCompareRequests(store: Store): CompareRequests {
  const open = new Map<string, (changed: number) => void>()
  return {
    async request({ projectId, sourceId }) {
      const payload = { sourceId, request: randomUUID() }
      await store.write(async (w) => w.emit({ kind: 'source.compare-requested', projectId, payload }))
    },
    async ask({ projectId, sourceId, sends }) {
      const request = randomUUID()
      const answer = new Promise<number | null>((resolve) => {
        open.set(request, resolve)
        setTimeout(resolve, ANSWERED_WITHIN_MS, null).unref()
      })
      try {
        await store.write(async (w) =>
          w.emit({
            kind: 'source.compare-requested',
            projectId,
            payload: { sourceId, request, ...(sends && { sends }) },
          }),
        )
        const changed = await answer
        if (changed === null) throw new Failure('busy')
        return changed
      } finally {
        open.delete(request)
      }
    },
    onEvent(event) {
      if (event.kind === 'source.compared') open.get(event.payload.request)?.(event.payload.changed)
    },
  }
}
