import type { ConflictReply, FileReply, SourceReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note.tsx'
import { ConflictCards } from './ConflictCards.tsx'
import type { WaitingFor } from './FileState.tsx'
import styles from './Files.module.css'
import { FileTable } from './FileTable.tsx'

type Conflicts = { readonly conflicts: readonly ConflictReply[]; readonly total: number }

export type SourceFilesProps = {
  readonly project: string
  /** Where the other text of a conflict is. */
  readonly place: 'folder' | 'repository'
  readonly files: readonly FileReply[]
  readonly conflicts: Conflicts
  /** Paths of files with changes that are not in their branch yet. */
  readonly waiting?: ReadonlyMap<string, WaitingFor>
}

/** What needs a decision, and the files. */
export function SourceFiles({
  project,
  place,
  files,
  conflicts: { conflicts, total },
  waiting,
}: SourceFilesProps) {
  const { t } = useTranslation(['files', 'git'])
  return (
    <>
      {total === 0 ? null : (
        <div className={styles.stack}>
          <Note tone="warning">
            {place === 'repository'
              ? t('git:conflictNote', { count: total })
              : t('conflictNote', { count: total })}
          </Note>
        </div>
      )}
      <ConflictCards project={project} place={place} conflicts={conflicts} total={total} />
      {files.length === 0 ? null : (
        <FileTable project={project} files={files} {...(waiting && { waiting })} />
      )}
    </>
  )
}

/** Returns the files of one source; undefined: all. */
export function filesOf(files: readonly FileReply[], source: SourceReply | undefined): readonly FileReply[] {
  return source === undefined ? files : files.filter((file) => file.source === source.id)
}
