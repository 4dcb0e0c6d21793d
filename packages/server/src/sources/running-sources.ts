import type { SourceRow } from '@dragoman/store'
import type { Log } from '../log.ts'
import type { Reading } from '../sync/run/reading.ts'
import { type ActiveSource, type ActiveSourceParts, openActiveSource } from './active-source.ts'
import { type FolderSurvey, openFolderSurvey } from './folder/survey-folder.ts'
import type { BranchEnd } from './git/open-git.ts'

/** The sources that run in this process, and the survey of their folders. */
export type RunningSources = {
  readonly get: (sourceId: number) => ActiveSource | undefined
  readonly all: () => readonly ActiveSource[]
  /** Opens a source; it runs from now on. */
  readonly open: (projectId: number, row: SourceRow) => ActiveSource
  readonly begin: (source: ActiveSource, kind: 'import' | 'sync', reading?: Reading) => Promise<void>
  readonly stop: (source: ActiveSource) => Promise<void>
  /** Surveys what else is in a folder. Not awaited. */
  readonly survey: (row: SourceRow) => void
}

export type RunningSourcesParts = Omit<
  ActiveSourceParts,
  'store' | 'projectId' | 'row' | 'surveyed' | 'onBranchEnd'
> & {
  /** Returns a store that writes only as long as this process syncs the source. */
  readonly storeOf: (row: SourceRow) => ActiveSourceParts['store']
  readonly onBranchEnd: (source: SourceRow, projectId: number, end: BranchEnd) => void
}

export function openRunningSources({ storeOf, onBranchEnd, ...parts }: RunningSourcesParts): RunningSources {
  const running = new Map<number, ActiveSource>()
  const folders = openFolderSurvey({
    sources: () => [...running.values()].flatMap(({ row }) => (row.kind === 'folder' ? [row] : [])),
    onChange: (sourceId) => running.get(sourceId)?.notes.leftOutChanged(),
  })
  const survey = (row: SourceRow) => surveyFolder(row, folders, parts.log)

  return {
    get: (sourceId) => running.get(sourceId),
    all: () => [...running.values()],
    open(projectId, row) {
      const source = openActiveSource({
        ...parts,
        store: storeOf(row),
        projectId,
        row,
        surveyed: () => folders.leftOut(row.id),
        onBranchEnd: (end, ofProject) => onBranchEnd(row, ofProject, end),
      })
      running.set(row.id, source)
      return source
    },
    async begin(source, kind, reading) {
      await source.start(kind, reading)
      if (running.get(source.row.id) === source) survey(source.row)
    },
    async stop(source) {
      running.delete(source.row.id)
      await source.stop()
    },
    survey,
  }
}

function surveyFolder(row: SourceRow, { look }: FolderSurvey, log: Log): void {
  if (row.kind !== 'folder') return
  look(row.folder).catch((error: unknown) =>
    log({ level: 'warn', event: 'folder-survey-failed', folder: row.folder, error }),
  )
}
