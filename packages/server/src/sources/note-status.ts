import { noteSourceStatus, type SourceRow, type Store } from '@dragoman/store'
import type { Log } from '../log.ts'
import type { SurveyedFiles } from './folder/survey-folder.ts'

/** Stores, for all processes, what only the process that syncs a source knows about it. */
export type StatusNotes = {
  /** The process received an event. */
  readonly heard: (event: number) => void
  /** Runs a comparison: events received before it are in the files after it. */
  readonly comparing: <T>(compare: () => Promise<T>) => Promise<T>
  /** Everything that was received is written. `isCompared`: all files are compared, after a comparison that failed. */
  readonly allWritten: (isCompared: boolean) => void
  readonly leftOutChanged: () => void
  /** Events might have been missed, or renumbered: the next comparison finds out. */
  readonly missed: () => void
  /** Waits for what is being written. Nothing is written afterwards. */
  readonly close: () => Promise<void>
}

export type StatusNotesParts = {
  /** Writes only as long as this process syncs the source. */
  readonly store: Store
  readonly log: Log
  readonly projectId: number
  readonly row: SourceRow
  /** Number of the last event that this process received. */
  readonly position: () => number
  readonly leftOut: () => SurveyedFiles
}

export function openStatusNotes({
  store,
  log,
  projectId,
  row,
  position,
  leftOut,
}: StatusNotesParts): StatusNotes {
  let handledTo = position()
  /** Before the first comparison, it is unknown what was saved while no process synced the source. */
  let isCompared = false
  let isClosed = false
  let written = Promise.resolve()
  const source = { sourceId: row.id, projectId }

  function note(status: () => Parameters<typeof noteSourceStatus>[2]): void {
    // The store could be closed. The next process that syncs the source compares it.
    if (isClosed) return
    const writing = store
      .write((w) => noteSourceStatus(w, source, status()))
      .catch((error: unknown) => log({ level: 'warn', event: 'source-status-not-written', error }))
    written = Promise.all([written, writing]).then(() => undefined)
  }

  return {
    heard(event) {
      handledTo = event
    },
    async comparing(compare) {
      const writtenTo = handledTo
      const done = await compare()
      // Numbers went back in the meantime: another comparison is running.
      if (writtenTo <= handledTo) {
        isCompared = true
        note(() => ({ writtenTo }))
      }
      return done
    },
    allWritten(isComparedNow) {
      if (isComparedNow) isCompared = true
      const writtenTo = handledTo
      note(() => (isCompared ? { writtenTo } : {}))
    },
    leftOutChanged: () =>
      note(() => {
        const { files, more } = leftOut()
        return { leftOut: files, leftOutMore: more }
      }),
    missed() {
      handledTo = position()
      isCompared = false
    },
    close() {
      isClosed = true
      return written
    },
  }
}
