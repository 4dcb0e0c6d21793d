import type { SourceRow, Store } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { type RunningSource, runSource } from '../sync/run/run-source.ts'
import type { DraftRequest } from '../sync/run/sync-draft.ts'
import { openFolder } from './folder/open-folder.ts'
import type { SurveyedFiles } from './folder/survey-folder.ts'
import type { GitParts } from './git/git-parts.ts'
import { type BranchEnd, openGit } from './git/open-git.ts'
import { openStatusNotes, type StatusNotes } from './note-status.ts'
import type { SourceTransport } from './source-transport.ts'

/** A source that this process syncs. */
export type ActiveSource = RunningSource & {
  readonly transport: SourceTransport
  readonly notes: StatusNotes
}

export type ActiveSourceParts = Pick<Deps, 'store' | 'now' | 'log' | 'workers' | 'timings'> & {
  readonly projectId: number
  readonly row: SourceRow
  /** Number of the last event that this process received. */
  readonly position: () => number
  readonly repositories: GitParts
  /** What a survey of its folder has found in addition. */
  readonly surveyed: () => SurveyedFiles
  readonly onBranchEnd: (end: BranchEnd, projectId: number) => void
}

/** Opens a source; `store` writes only as long as this process syncs it. */
export function openActiveSource({ surveyed, onBranchEnd, ...parts }: ActiveSourceParts): ActiveSource {
  const { store, log, workers, projectId, row, position } = parts
  const onLeftOut = () => notes.leftOutChanged()
  const transport = openTransport({ ...parts, onLeftOut, onBranchEnd })
  const leftOut = () => leftOutOf(transport, surveyed())
  const notes = openStatusNotes({ store, log, projectId, row, position, leftOut })
  const { start, compare, stop, ...rest } = runSource({
    ...parts,
    transport,
    // Without texts from the catalog, no one waits for a save, and it can be the only work for hours.
    draftElsewhere: async (draft: DraftRequest) => {
      const isAlone = draft.fromCatalog.size === 0
      try {
        return await workers.run('draftSync', { draft, snapshot: transport.snapshot() }, { isAlone })
      } catch (error) {
        transport.onThreadFault?.(error)
        throw error
      }
    },
    onAllWritten: notes.allWritten,
  })
  return {
    ...rest,
    start: (...how) => notes.comparing(() => start(...how)),
    compare: () => notes.comparing(compare),
    async stop() {
      await stop()
      await notes.close()
    },
    transport,
    notes,
  }
}

type TransportParts = Pick<
  ActiveSourceParts,
  'now' | 'log' | 'workers' | 'timings' | 'projectId' | 'row' | 'repositories' | 'onBranchEnd'
> & { readonly store: Store; readonly onLeftOut: () => void }

function openTransport({ row, timings, repositories, ...parts }: TransportParts): SourceTransport {
  const { store, now, log, workers, projectId, onLeftOut, onBranchEnd } = parts
  switch (row.kind) {
    case 'folder':
      return openFolder(row, { log, onLeftOut, pollMs: timings.folderPollMs })
    case 'git':
      return openGit(row, { ...repositories, store, now, log, workers, projectId, onLeftOut, onBranchEnd })
    default:
      return row satisfies never
  }
}

/** Lists each path once. */
function leftOutOf(
  transport: Pick<SourceTransport, 'leftOut'>,
  { files, more }: SurveyedFiles,
): SurveyedFiles {
  const all = new Map([...transport.leftOut(), ...files].map((one) => [one.path, one]))
  return { files: [...all.values()], more }
}
