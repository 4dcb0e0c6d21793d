import type { Job, JobKindName } from '@dragoman/contract'
import {
  FileDown,
  FolderArchive,
  FolderSync,
  KeyRound,
  Languages,
  ListChecks,
  type LucideIcon,
  SpellCheck,
  Undo2,
} from 'lucide-react'

/** How a kind of job is shown; its name is `job.kind` in `status.json`. */
export type ShownJobKind = {
  readonly Sign: LucideIcon
  /** Its end is announced even if the person who started it saw it finish. */
  readonly isAlwaysAnnounced?: boolean
  /** Whether *Undo* next to a finished job reverts what its line says, and nothing else. */
  readonly canUndo?: (job: Job) => boolean
}

export const SHOWN_JOB_KINDS: Readonly<Record<JobKindName, ShownJobKind>> = {
  import: { Sign: FileDown, isAlwaysAnnounced: true },
  // Undoing what a connected folder brought would change its files too.
  'connect-folder': { Sign: FolderSync, isAlwaysAnnounced: true, canUndo: ({ state }) => state !== 'done' },
  undo: { Sign: Undo2, isAlwaysAnnounced: true, canUndo: () => false },
  'check-texts': { Sign: SpellCheck },
  export: { Sign: FolderArchive },
  'add-language': { Sign: Languages },
  'edit-texts': { Sign: ListChecks },
  'edit-keys': { Sign: KeyRound },
  'review-imported': { Sign: ListChecks },
}
