import type { EditorRowReply } from '@dragoman/contract'
import { FORM_NAMES } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../../components/DiffText.tsx'
import { sourceThen } from '../../../lib/text/source-then.ts'
import { translationQueries } from '../queries.ts'
import styles from './SourcePanel.module.css'

/** For an outdated translation: changes of the source since it was written. */
export function SourceChange({ row, project }: { readonly row: EditorRowReply; readonly project: string }) {
  const { t } = useTranslation('translations')
  const { source, target } = row
  const address = { project, language: source.language, keyId: row.key.id }
  const { data } = useQuery({ ...translationQueries.history(address), enabled: target.outdated })
  const then = data === undefined || !target.outdated ? null : sourceThen(data.history, target, source.forms)
  if (then === null) return null
  const changed = FORM_NAMES.filter((form) => (then[form] ?? '') !== (source.forms[form] ?? ''))
  return (
    <div className={styles.change}>
      <h3>{t('pane.sourceChanged')}</h3>
      {changed.map((form) => (
        <p key={form}>
          <DiffText before={then[form] ?? ''} after={source.forms[form] ?? ''} language={source.language} />
        </p>
      ))}
    </div>
  )
}
