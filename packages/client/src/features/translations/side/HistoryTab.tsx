import type { HistoryReply } from '@dragoman/contract'
import { FORM_NAMES, type Forms, sameForms } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { CornerUpLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActorName, useActorName } from '../../../components/ActorName.tsx'
import { DiffText } from '../../../components/DiffText.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import type { StringAddress } from '../../../lib/server/string-address.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { translationQueries } from '../queries.ts'
import styles from './SidePanel.module.css'

export type HistoryTabProps = {
  readonly address: StringAddress
  /** Why nothing can be restored. */
  readonly refusal: string | null
  /** Null: there is no field to restore into. */
  readonly onRestore: ((forms: Forms) => void) | null
}

/**
 * Earlier versions of the translation: who, when, what was different, and a button to restore each into the
 * field.
 */
export function HistoryTab({ address, refusal, onRestore }: HistoryTabProps) {
  const { t } = useTranslation(['translations', 'review'])
  const { t: common } = useTranslation()
  const formats = useFormats()
  const actorName = useActorName()
  const { data, error, refetch } = useQuery(translationQueries.history(address))
  if (data === undefined)
    return <Loading error={error} onRetry={refetch} rows={3} height={64} frame={styles.waiting} />
  if (data.history.length === 0) return <p className={styles.nothing}>{t('history.nothing')}</p>
  return (
    <ol>
      {data.history.map((entry, index) => {
        const before = data.history[index + 1]?.forms ?? {}
        const forms = FORM_NAMES.filter(
          (form) => (entry.forms[form] ?? '') !== '' || (before[form] ?? '') !== '',
        )
        return (
          <li key={`${entry.operationId} ${entry.version}`} className={styles.entry}>
            <header className={styles.meta}>
              {entry.rejection === null ? (
                <StateMark state={entry.state} />
              ) : (
                <CornerUpLeft aria-hidden="true" className={`mirrored ${styles.rejectedSign}`} />
              )}
              <ActorName actor={entry.author ?? entry.actor} className={styles.who} />
              <time className="muted" dateTime={entry.at} title={formats.dateTime(entry.at)}>
                {formats.relative(entry.at)}
              </time>
              <span className={styles.kind}>
                {entry.rejection !== null
                  ? t('history.rejectedBy', { name: actorName(entry.actor) })
                  : entry.author === null
                    ? t(`history.kind.${entry.kind}`)
                    : t(`history.${roleOfActor(entry, data.history[index + 1])}`, {
                        name: actorName(entry.actor),
                      })}
              </span>
            </header>
            {entry.rejection === null ? null : (
              <p className={styles.rejection}>
                <b>{t(`review:reason.${entry.rejection.kind}`)}</b>
                {entry.rejection.text === '' ? null : (
                  <>
                    {' – '}
                    <bdi>{entry.rejection.text}</bdi>
                  </>
                )}
              </p>
            )}
            {forms.length === 0 ? <p className={styles.nothing}>{common('state.untranslated')}</p> : null}
            {forms.map((form) => (
              <p key={form}>
                {forms.length > 1 ? <small className={styles.form}>{t(`form.${form}`)}</small> : null}
                <DiffText
                  before={before[form] ?? ''}
                  after={entry.forms[form] ?? ''}
                  language={address.language}
                />
              </p>
            ))}
            {index === 0 || onRestore === null ? null : (
              <Button size="small" look="ghost" refusal={refusal} onPress={() => onRestore(entry.forms)}>
                {t('history.restore')}
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Returns what the actor did with words that someone else wrote. */
function roleOfActor(
  { state, forms }: Pick<HistoryReply, 'state' | 'forms'>,
  before: Pick<HistoryReply, 'forms'> | undefined,
): 'by' | 'acceptedBy' | 'stateBy' {
  if (state === 'reviewed') return 'by'
  return before !== undefined && sameForms(forms, before.forms) ? 'stateBy' : 'acceptedBy'
}

/** The number of versions of a translation; nothing while it is unknown, and if there are none. */
export function HistoryNumber({ address }: Pick<HistoryTabProps, 'address'>) {
  const formats = useFormats()
  const count = useQuery(translationQueries.history(address)).data?.history.length ?? 0
  return count === 0 ? null : formats.number(count)
}
