import { randomUUID } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import type { EventPayloads } from '@dragoman/core'
import type { Store } from '@dragoman/store'
import type { NumberedEvent } from '../events/subscriber.ts'
import { failureOfJob } from '../jobs/present-job.ts'

type Answer = Pick<EventPayloads['source.compared'], 'changed' | 'failure'>

type CompareRequest = {
  readonly projectId: number
  readonly sourceId: number
  /** Whether to send pending changes afterwards. */
  readonly sends?: boolean
}

/** Requests to another process, because that one syncs the source. */
export type CompareRequests = {
  /** Returns how much changed. Throws what prevents it there, and `busy` if no answer comes. */
  readonly ask: (request: CompareRequest) => Promise<number>
  /** Reports that there is something new in a repository, without waiting until it is read. */
  readonly hear: (request: Omit<CompareRequest, 'sends'>) => Promise<void>
  /** Receives the answer. */
  readonly onEvent: (event: NumberedEvent) => void
}

const ANSWERED_WITHIN_MS = 60_000

export function openCompareRequests(store: Store): CompareRequests {
  const open = new Map<string, (answer: Answer) => void>()
  return {
    async hear({ projectId, sourceId }) {
      const payload = { sourceId, request: randomUUID(), hears: true }
      await store.write(async (w) => w.emit({ kind: 'source.compare-requested', projectId, payload }))
    },
    async ask({ projectId, sourceId, sends }) {
      const request = randomUUID()
      const answer = new Promise<Answer | null>((resolve) => {
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
        const given = await answer
        if (given === null) throw new Failure('busy')
        const { changed, failure } = given
        if (failure !== undefined) throw failureOfJob(failure)
        return changed
      } finally {
        open.delete(request)
      }
    },
    onEvent(event) {
      if (event.kind === 'source.compared') open.get(event.payload.request)?.(event.payload)
    },
  }
}
