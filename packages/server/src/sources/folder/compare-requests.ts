import { randomUUID } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import type { Store } from '@dragoman/store'
import type { NumberedEvent } from '../../events/subscriber.ts'

/** Comparisons that another process is asked to make, because it is the one that syncs the source. */
export type CompareRequests = {
  /** How much changed. Throws `busy` where no answer comes. */
  readonly ask: (projectId: number, sourceId: number) => Promise<number>
  /** Hears the answer. */
  readonly onEvent: (event: NumberedEvent) => void
}

const ANSWERED_WITHIN_MS = 60_000

export function openCompareRequests(store: Store): CompareRequests {
  const open = new Map<string, (changed: number) => void>()
  return {
    async ask(projectId, sourceId) {
      const request = randomUUID()
      const answer = new Promise<number | null>((resolve) => {
        open.set(request, resolve)
        setTimeout(resolve, ANSWERED_WITHIN_MS, null).unref()
      })
      try {
        await store.write(async (w) =>
          w.emit({ kind: 'source.compare-requested', projectId, payload: { sourceId, request } }),
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
