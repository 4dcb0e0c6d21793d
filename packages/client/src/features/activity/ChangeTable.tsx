import type { ChangePreviewReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import styles from './Activity.module.css'

export type ChangeTableProps = {
  readonly caption: string
  readonly changes: readonly ChangePreviewReply[]
  readonly total: number
  readonly shows: 'undo' | 'since'
}

/** What an undo would change in each text, or what has changed since; differences are marked. */
export function ChangeTable({ caption, changes, total, shows }: ChangeTableProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  return (
    <section>
      <h3 className={styles.caption}>{caption}</h3>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={`${change.keyId ?? ''}/${change.language ?? ''}/${change.kind}`}>
            <span className={styles.where}>
              {change.keyId === null ? null : <code>{shownKeyName(change.name)}</code>}
              {change.language === null ? null : (
                <span className="muted">{formats.languageName(change.language)}</span>
              )}
            </span>
            <ChangeTexts change={change} shows={shows} />
          </li>
        ))}
      </ul>
      {total > changes.length ? (
        <p className="muted">{t('andMore', { count: total - changes.length })}</p>
      ) : null}
    </section>
  )
}

/** Returns all forms in one text; a text without a plural is returned as it is. */
function formsText(forms: ChangePreviewReply['current']): string {
  const entries = Object.entries(forms)
  return entries.length === 1
    ? (entries[0]?.[1] ?? '')
    : entries.map(([form, text]) => `${form}: ${text}`).join('\n')
}

function ChangeTexts({
  change,
  shows,
}: {
  readonly change: ChangePreviewReply
  readonly shows: ChangeTableProps['shows']
}) {
  const { t } = useTranslation('activity')
  if (change.kind !== 'translation')
    return <span>{shows === 'since' ? t(`changedSince.${change.kind}`) : t(`change.${change.kind}`)}</span>
  const [before, after] = [formsText(change.current), formsText(change.restored)]
  if (shows === 'since') return <DiffText before={after} after={before} language={change.language ?? 'und'} />
  if (after === '') return <span className="muted">{t('becomesEmpty')}</span>
  return <DiffText before={before} after={after} language={change.language ?? 'und'} />
}
