import type { DetectionReply } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { choiceOf, type FolderChoice, hasPattern, type SourceChoice } from '../lib/folders/folder-choice.ts'
import { Note } from '../ui/Note.tsx'
import { Select } from '../ui/Select.tsx'
import styles from './FolderCandidates.module.css'
import { FolderDetection } from './FolderDetection.tsx'

export type FolderCandidatesProps = {
  readonly candidates: readonly DetectionReply[]
  readonly choice: FolderChoice | null
  readonly onChange: (choice: FolderChoice) => void
  /** Whether the choice can be saved in a `dragoman.json` next to the files. */
  readonly canRemember?: boolean
  /** Absent: the project has a source language already. */
  readonly source?: SourceChoice
}

/** The locale files found in a folder, the most likely interpretation first; another can be chosen. */
export function FolderCandidates({
  candidates,
  choice,
  onChange,
  canRemember = true,
  source,
}: FolderCandidatesProps) {
  const { t } = useTranslation('formats')
  const chosen = candidates.find((one) => hasPattern(one, choice))
  if (chosen === undefined || choice === null) return <Note tone="warning">{t('folder.nothingFound')}</Note>
  return (
    <div className={styles.candidates}>
      {candidates.length === 1 ? null : (
        <Select
          label={t('folder.files')}
          value={chosen.pattern}
          onChange={(pattern) =>
            onChange(choiceOf(candidates.find((one) => one.pattern === pattern) ?? chosen))
          }
          options={candidates.map((one) => ({
            id: one.pattern,
            name: one.pattern,
            note: nameOfFormat(one.format),
          }))}
        />
      )}
      <FolderDetection
        candidates={candidates}
        chosen={chosen}
        choice={choice}
        onChange={onChange}
        canRemember={canRemember}
        {...(source === undefined ? {} : { source })}
      />
    </div>
  )
}
