import type { DetectionReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Note } from '../../ui/Note.tsx'
import styles from './NewProjectDialog.module.css'

/** What locale files were found in a folder, the likeliest reading first. */
export function FolderCandidates({ candidates }: { readonly candidates: readonly DetectionReply[] }) {
  const { t } = useTranslation('projects')
  const formats = useFormats()
  const [best] = candidates
  if (best === undefined) return <Note tone="warning">{t('nothingFound')}</Note>
  const languages = [...new Set(best.files.map(({ language }) => language))].map(formats.languageName)
  return (
    <ul className={styles.found} aria-live="polite">
      <li>
        <code>{best.pattern}</code>
        <span className="muted">{t('found', { count: best.fileCount, languages: formats.list(languages.slice(0, 12)) })}</span>
      </li>
      {best.skipped.length === 0 ? null : <li className="muted">{t('skipped', { count: best.skipped.length })}</li>}
    </ul>
  )
}
