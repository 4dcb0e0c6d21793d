import { noteSourceStatus, type SourceRow, type Store } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { LeftOut } from './left-out.ts'

/** Writes down, for all processes, what only the one that syncs a source knows of it. */
export type StatusNotes = {
  /** It was told of an event. */
  readonly heard: (event: number) => void
  /** Runs a comparison: what was heard before it is in the files after it. */
  readonly comparing: <T>(compare: () => Promise<T>) => Promise<T>
  /** Nothing that was heard is left to be written. */
  readonly allWritten: () => void
  readonly leftOutChanged: () => void
  /** Events may have been missed, or are numbered anew: the next comparison tells. */
  readonly missed: () => void
}

export type StatusNotesParts = {
  /** Writes as long as this process syncs the source. */
  readonly store: Store
  readonly log: Log
  readonly projectId: number
  readonly row: SourceRow
  /** Number of the last event that this process was told of. */
  readonly position: () => number
  readonly leftOut: () => readonly LeftOut[]
}

export function openStatusNotes({
  store,
  log,
  projectId,
  row,
  position,
  leftOut,
}: StatusNotesParts): StatusNotes {
  let heardTo = position()
  /** Before the first comparison nothing is known of what was saved while nobody synced the source. */
  let isCompared = false
  const source = { sourceId: row.id, projectId }

  function note(status: () => Parameters<typeof noteSourceStatus>[2]): void {
    store
      .write((w) => noteSourceStatus(w, source, status()))
      .catch((error: unknown) => log({ level: 'warn', event: 'files-change-not-told', error }))
  }

  return {
    heard(event) {
      heardTo = event
    },
    async comparing(compare) {
      const writtenTo = heardTo
      const done = await compare()
      // Numbers went back meanwhile: another comparison is under way.
      if (writtenTo <= heardTo) {
        isCompared = true
        note(() => ({ writtenTo }))
      }
      return done
    },
    allWritten() {
      const writtenTo = heardTo
      note(() => (isCompared ? { writtenTo } : {}))
    },
    leftOutChanged: () => note(() => ({ leftOut: leftOut() })),
    missed() {
      heardTo = position()
      isCompared = false
    },
  }
}
