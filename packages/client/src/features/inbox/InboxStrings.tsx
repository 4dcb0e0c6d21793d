import type { EditorRowReply, NotificationReply } from '@dragoman/contract'
import { FORM_NAMES, type Forms, hasText } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { KeyName } from '../../components/KeyName.tsx'
import { Message } from '../../components/Message.tsx'
import { endonym } from '../../i18n/formats.ts'
import { sourceThen } from '../../lib/text/source-then.ts'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Inbox.module.css'
import { searchOfItem } from './item-kinds.ts'
import { inboxQueries } from './queries.ts'

export type InboxStringsProps = { readonly item: NotificationReply; readonly language: string }

/** The first strings that a task or an import is about; of changed source texts, what changed. */
export function InboxStrings({ item, language }: InboxStringsProps) {
  const { t } = useTranslation('inbox')
  const q = searchOfItem(item)
  const { data, error, refetch } = useQuery({
    ...inboxQueries.strings(item.project.slug, language, q ?? ''),
    enabled: q !== null,
  })
  if (q === null) return null
  if (data === undefined) return <Loading rows={2} height={90} error={error} onRetry={refetch} />
  return (
    <section className={styles.strings} aria-label={t('strings')}>
      {data.rows.map((row) => (
        <InboxString key={row.key.id} project={item.project.slug} row={row} />
      ))}
      {data.total.count > data.rows.length ? (
        <p className={styles.about}>{t('moreStrings', { count: data.total.count - data.rows.length })}</p>
      ) : null}
    </section>
  )
}

function InboxString({ project, row }: { readonly project: string; readonly row: EditorRowReply }) {
  const { t } = useTranslation(['inbox', 'translations'])
  const { key, source, target } = row
  const { data } = useQuery({
    ...inboxQueries.sourceHistory(project, key.id, source.language),
    enabled: target.outdated,
  })
  const then = data === undefined || !target.outdated ? null : sourceThen(data.history, target, source.forms)
  return (
    <article>
      <KeyName namespace={key.namespace} name={key.name} />
      <dl className={styles.texts}>
        <dt>{endonym(source.language)}</dt>
        <dd>
          <Texts forms={source.forms} before={then} language={source.language} />
        </dd>
        <dt>{endonym(target.language)}</dt>
        <dd>
          {hasText(target.forms) ? (
            <Texts forms={target.forms} language={target.language} />
          ) : (
            <span className={styles.about}>{t('translations:row.untranslated')}</span>
          )}
        </dd>
      </dl>
    </article>
  )
}

function Texts({
  forms,
  before = null,
  language,
}: {
  readonly forms: Forms
  readonly before?: Forms | null
  readonly language: string
}) {
  const names = FORM_NAMES.filter((form) => (forms[form] ?? before?.[form] ?? '') !== '')
  return names.map((form) => (
    <p key={form}>
      {before === null ? (
        <Message text={forms[form] ?? ''} language={language} />
      ) : (
        <DiffText before={before[form] ?? ''} after={forms[form] ?? ''} language={language} />
      )}
    </p>
  ))
}
