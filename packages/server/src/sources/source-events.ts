import { Failure } from '@dragoman/contract'
import type { EventPayloads } from '@dragoman/core'
import type { Store } from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'
import type { Log } from '../log.ts'
import type { Loop } from '../open-loop.ts'
import type { ActiveSource } from './active-source.ts'
import type { ActiveSources } from './active-sources.ts'
import type { CompareRequests } from './compare-requests.ts'
import { sendFrom } from './send-from.ts'

type SourceEventsParts = {
  readonly store: Store
  readonly log: Log
  readonly sources: ActiveSources
  readonly elsewhere: CompareRequests
  readonly copies: Pick<Loop, 'wake'>
}

/** Does what a person requested at another process, and fails as it would here. */
async function answerOf(source: ActiveSource, sends: boolean): Promise<{ readonly changed: number }> {
  if (sends) {
    await sendFrom(source)
    return { changed: 0 }
  }
  await source.transport.reach()
  return { changed: await source.compare() }
}

/** Passes events to the sources that this process syncs. */
export function sourceEvents({ store, log, sources, elsewhere, copies }: SourceEventsParts): Subscriber {
  /** Starts a translation branch that was opened. One that was closed and is open again is checked. */
  function takeUpBranch(projectId: number): void {
    const running = sources.of(projectId)
    for (const { transport } of running) transport.hear?.()
    if (running.length > 0) return
    sources
      .takeUpFree()
      .catch((error: unknown) => log({ level: 'error', event: 'sync-failed', branch: projectId, error }))
  }

  /**
   * Compares at the request of another process if this one syncs the source, and sends if requested. What is only
   * reported is joined with other reports, and read after the pause that a forge has asked for.
   */
  async function compareFor(asked: EventPayloads['source.compare-requested']): Promise<void> {
    const { sourceId, request, sends, hears } = asked
    const source = await sources.whenRunning(sourceId)
    if (source === undefined) return
    if (hears) return source.transport.hear?.()
    const answer = await answerOf(source, sends ?? false).catch((error: unknown) => {
      if (!(error instanceof Failure)) log({ level: 'error', event: 'sync-failed', source: sourceId, error })
      const { code, params } = error instanceof Failure ? error : new Failure('unexpected')
      return { changed: 0, failure: { code, params } }
    })
    const payload = { sourceId, request, ...answer }
    const { projectId } = source
    await store.write(async (w) => w.emit({ kind: 'source.compared', projectId, payload }))
  }

  return {
    name: 'sources',
    onEvent(event) {
      const { projectId } = event
      if (projectId === null) return
      elsewhere.onEvent(event)
      switch (event.kind) {
        case 'content.changed':
          for (const source of sources.of(projectId)) {
            source.notes.heard(event.position.number)
            source.changed({ ...event.payload, projectId })
          }
          return
        // Other new sources are read in by a job.
        case 'branch.changed':
          if (event.payload.what === 'opened') takeUpBranch(event.payload.branchId)
          return
        case 'conflict.resolved':
          for (const source of sources.of(projectId)) source.wanted(event.payload)
          return
        case 'source.compare-requested':
          sources.inBackground({ id: event.payload.sourceId }, compareFor(event.payload))
          return
        case 'source.moved':
          for (const source of sources.of(projectId))
            if (source.row.id === event.payload.sourceId)
              sources.inBackground(source.row, sources.followMove(source))
          return
        // Another process removed it; if this one does, it has stopped the source before.
        case 'source.removed':
        case 'project.deleted':
          for (const source of sources.of(projectId)) {
            if (event.kind === 'source.removed' && event.payload.sourceId !== source.row.id) continue
            sources.inBackground(source.row, sources.stop(source).then(copies.wake))
          }
          copies.wake()
      }
    },
    onGap(projectId) {
      for (const source of sources.of(projectId)) {
        source.notes.missed()
        source.forget()
        sources.inBackground(source.row, source.compare())
      }
    },
  }
}
