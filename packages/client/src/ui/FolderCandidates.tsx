import type { DetectionReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { choiceOf, type FolderChoice, isCorrected } from '../lib/folder-choice.ts'
import { Checkbox } from './Checkbox.tsx'
import styles from './FolderCandidates.module.css'
import { Note } from './Note.tsx'
import { Select } from './Select.tsx'

export type FolderCandidatesProps = {
  readonly candidates: readonly DetectionReply[]
  readonly choice: FolderChoice | null
  readonly onChange: (choice: FolderChoice) => void
}

/** What locale files were found in a folder and why they are taken for that, the likeliest reading first; another can be chosen. */
export function FolderCandidates({ candidates, choice, onChange }: FolderCandidatesProps) {
  const { t } = useTranslation('formats')
  const formats = useFormats()
  const chosen = candidates.find((one) => one.pattern === choice?.pattern)
  if (chosen === undefined || choice === null) return <Note tone="warning">{t('folder.nothingFound')}</Note>
  const languages = [...new Set(chosen.files.map(({ language }) => language))].map(formats.languageName)
  const nameOf = (format: string) => t(`name.${format}`, { defaultValue: format })
  const reason = chosen.format === choice.format ? t([`reason.${chosen.formatReason}`, 'reason.other']) : t('folder.formatChosen')
  return (
    <div className={styles.candidates}>
      {candidates.length === 1 ? null : (
        <Select
          label={t('folder.files')}
          value={chosen.pattern}
          onChange={(pattern) => onChange(choiceOf(candidates.find((one) => one.pattern === pattern) ?? chosen))}
          options={candidates.map((one) => ({ id: one.pattern, name: one.pattern, note: nameOf(one.format) }))}
        />
      )}
      <ul className={styles.found} aria-live="polite">
        <li>
          <code>{chosen.pattern}</code>
          <span className="muted">{t('folder.found', { count: chosen.fileCount, languages: formats.list(languages.slice(0, 12)) })}</span>
        </li>
        {chosen.formats.length > 1 ? null : (
          <li>
            <strong>{nameOf(chosen.format)}</strong>
            <span className="muted">{reason}</span>
          </li>
        )}
        {chosen.skipped.length === 0 ? null : <li className="muted">{t('folder.skipped', { count: chosen.skipped.length })}</li>}
      </ul>
      {chosen.formats.length > 1 ? (
        <Select
          label={t('folder.format')}
          hint={reason}
          value={choice.format}
          onChange={(format) => onChange({ ...choice, format })}
          options={chosen.formats.map((id) => ({ id, name: nameOf(id) }))}
        />
      ) : null}
      {isCorrected(choice, candidates) ? (
        <Checkbox isSelected={choice.remember} onChange={(remember) => onChange({ ...choice, remember })} hint={t('folder.rememberHint')}>
          {t('folder.remember')}
        </Checkbox>
      ) : null}
    </div>
  )
}
