import type { ChangePreviewReply } from '@dragoman/contract'
import { diffWords } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { DiffText } from '../../ui/DiffText.tsx'
import styles from './Activity.module.css'

export type ChangeTableProps = { readonly caption: string; readonly changes: readonly ChangePreviewReply[]; readonly total: number }

/** Texts as they are now and as they would be after, differences marked. */
export function ChangeTable({ caption, changes, total }: ChangeTableProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  return (
    <section>
      <h3 className={styles.caption}>{caption}</h3>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={`${change.keyId}/${change.language ?? ''}/${change.kind}`}>
            <span className={styles.where}>
              <code>{change.name}</code>
              {change.language === null ? null : <span className="muted">{formats.languageName(change.language)}</span>}
            </span>
            <ChangeTexts change={change} />
          </li>
        ))}
      </ul>
      {total > changes.length ? <p className="muted">{t('andMore', { count: total - changes.length })}</p> : null}
    </section>
  )
}

/** All forms in one text; a plain text is itself. */
function formsText(forms: ChangePreviewReply['current']): string {
  const entries = Object.entries(forms)
  return entries.length === 1 ? (entries[0]?.[1] ?? '') : entries.map(([form, text]) => `${form}: ${text}`).join('\n')
}

function ChangeTexts({ change }: { readonly change: ChangePreviewReply }) {
  const { t } = useTranslation('activity')
  if (change.kind !== 'translation') return <span>{t(`change.${change.kind}`)}</span>
  const before = formsText(change.current)
  const after = formsText(change.restored)
  if (after === '') return <span className="muted">{t('becomesEmpty')}</span>
  return <DiffText parts={diffWords(before, after)} language={change.language ?? 'und'} />
}
