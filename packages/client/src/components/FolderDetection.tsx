import type { DetectionReply } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { type FolderChoice, isCorrected, type SourceChoice } from '../lib/folders/folder-choice.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Select } from '../ui/Select.tsx'
import { DetectionDoubts } from './DetectionDoubts.tsx'
import styles from './FolderCandidates.module.css'
import { SkippedFiles } from './SkippedFiles.tsx'

export type FolderDetectionProps = {
  /** All interpretations of the folder. */
  readonly candidates: readonly DetectionReply[]
  readonly chosen: DetectionReply
  readonly choice: FolderChoice
  readonly onChange: (choice: FolderChoice) => void
  readonly canRemember?: boolean
  /** Absent: the project has a source language already. */
  readonly source?: SourceChoice
}

/**
 * One interpretation of a folder: its files, and why the format was detected. Another format can be chosen,
 * and saved in the folder.
 */
export function FolderDetection({
  candidates,
  chosen,
  choice,
  onChange,
  canRemember = true,
  source,
}: FolderDetectionProps) {
  const { t } = useTranslation('formats')
  const formats = useFormats()
  const languages = [...new Set(chosen.files.map(({ language }) => language))].map(formats.languageName)
  const reason =
    chosen.format === choice.format
      ? t([`reason.${chosen.formatReason}`, 'reason.other'])
      : t('folder.formatChosen')
  return (
    <>
      <ul className={styles.found} aria-live="polite">
        <li>
          <code>{choice.pattern}</code>
          <span className="muted">
            {t('folder.found', { count: chosen.fileCount, languages: formats.list(languages.slice(0, 12)) })}
          </span>
        </li>
        {chosen.formats.length > 1 ? null : (
          <li>
            <strong>{nameOfFormat(chosen.format)}</strong>
            <span className="muted">{reason}</span>
          </li>
        )}
        {chosen.skippedCount === 0 ? null : (
          <li>
            <SkippedFiles skipped={chosen.skipped} skippedCount={chosen.skippedCount} />
          </li>
        )}
      </ul>
      <DetectionDoubts
        doubts={chosen.doubts}
        choice={choice}
        onChange={onChange}
        {...(source === undefined ? {} : { source })}
      />
      {chosen.formats.length > 1 ? (
        <Select
          label={t('folder.format')}
          hint={reason}
          value={choice.format}
          onChange={(format) => onChange({ ...choice, format })}
          options={chosen.formats.map((id) => ({ id, name: nameOfFormat(id) }))}
        />
      ) : null}
      {canRemember && isCorrected(choice, candidates) ? (
        <Checkbox
          isSelected={choice.remember}
          onChange={(remember) => onChange({ ...choice, remember })}
          hint={t('folder.rememberHint')}
        >
          {t('folder.remember')}
        </Checkbox>
      ) : null}
    </>
  )
}
