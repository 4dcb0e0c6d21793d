import type { TextDifferenceReply } from '@dragoman/contract'
import { FORM_NAMES } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { KeyName } from '../../components/KeyName.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { type Comparison, releaseQueries } from './queries.ts'
import styles from './release/Releases.module.css'

/** Number of texts shown at first, then in steps of a hundred up to what one response has. */
const FIRST = 5
const STEP = 100
const MOST = 500

export type ChangedTextsProps = {
  readonly project: string
  readonly comparison: Comparison
  readonly language: string
  /** Says how many more there are. */
  readonly moreText: (count: number) => string
}

/** The texts of a language that differ, each with what was removed and what was added. */
export function ChangedTexts({ project, comparison, language, moreText }: ChangedTextsProps) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const [limit, setLimit] = useState(FIRST)
  const { data, error, refetch, isFetching } = useQuery(
    releaseQueries.texts(project, comparison, language, limit),
  )
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={2} height={22} />
  const rest = data.total - data.texts.length
  return (
    <>
      <ul className={styles.texts}>
        {data.texts.map((text) => (
          <li key={`${text.namespace}\n${text.plural}\n${text.name}`}>
            {text.keyId === null || text.after === null ? (
              <KeyName namespace={text.namespace} name={text.name} />
            ) : (
              <Link
                className={styles.keyLink}
                to="/p/$project/translate/$language"
                params={{ project, language }}
                search={{ key: text.keyId }}
              >
                <KeyName namespace={text.namespace} name={text.name} />
              </Link>
            )}
            <FormsDifference text={text} language={language} />
            {text.status.length === 0 ? null : (
              <small className={`muted ${styles.statusNote}`}>
                {formats.list(text.status.map((change) => t(`status.${change}`)))}
              </small>
            )}
          </li>
        ))}
      </ul>
      {rest === 0 ? null : limit < MOST ? (
        <Button
          look="quiet"
          size="small"
          isPending={isFetching}
          onPress={() => setLimit(limit === FIRST ? STEP : Math.min(limit + STEP, MOST))}
        >
          <span className={styles.more}>{moreText(rest)}</span>
        </Button>
      ) : (
        <p className="muted">{t('moreNotShown', { count: rest })}</p>
      )}
    </>
  )
}

/** The plural forms that differ, with their names; all of them if only their status differs. */
function FormsDifference({
  text,
  language,
}: {
  readonly text: TextDifferenceReply
  readonly language: string
}) {
  const { t } = useTranslation('translations')
  const { before, after } = text
  const changed = FORM_NAMES.filter((form) => (before?.[form] ?? '') !== (after?.[form] ?? ''))
  const names = changed.length > 0 ? changed : FORM_NAMES.filter((form) => (after?.[form] ?? '') !== '')
  const isPlural = text.plural !== 'none'
  return (
    <span className={styles.forms}>
      {names.map((form) => (
        <span key={form}>
          {isPlural ? <small>{t(`form.${form}`)} </small> : null}
          <DiffText before={before?.[form] ?? ''} after={after?.[form] ?? ''} language={language} />
        </span>
      ))}
    </span>
  )
}
