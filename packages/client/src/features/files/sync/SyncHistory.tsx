import type { GitSyncReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { gitQueries, HISTORY_AT_FIRST } from '../queries.ts'
import { isOfSending } from './problem-actions.ts'
import styles from './Sync.module.css'

const COMMIT_LENGTH = 7

/** The maximum of one server response. */
const MOST = 200

export type SyncHistoryProps = {
  readonly project: string
  readonly source: number
  readonly newest: readonly GitSyncReply[]
}

/** Pulls, pushes and failures, newest first. */
export function SyncHistory({ project, source, newest }: SyncHistoryProps) {
  const { t } = useTranslation('git')
  const [isAll, setIsAll] = useState(false)
  const more = useQuery({ ...gitQueries.history(project, source, MOST), enabled: isAll })
  const history = more.data?.history ?? newest
  return (
    <section aria-labelledby="history-title">
      <h2 className={styles.heading} id="history-title">
        {t('history.title')}
      </h2>
      {history.length === 0 ? <p className="muted">{t('history.none')}</p> : null}
      <ul className={styles.history}>
        {history.map((sync) => (
          <SyncLine key={sync.id} sync={sync} />
        ))}
      </ul>
      {newest.length < HISTORY_AT_FIRST || more.data !== undefined ? null : (
        <Button
          look="ghost"
          size="small"
          isPending={more.isFetching}
          onPress={() => (isAll ? void more.refetch() : setIsAll(true))}
        >
          {t('history.more')}
        </Button>
      )}
      <ErrorLine error={more.error} />
    </section>
  )
}

function SyncLine({ sync }: { readonly sync: GitSyncReply }) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const problemText = useProblemText()
  const { kind, at, commit, url, texts, people, attempts, note, problem } = sync
  const Sign = kind === 'in' ? ArrowDown : kind === 'out' ? ArrowUp : CircleX
  return (
    <li className={kind === 'failed' ? styles.failed : undefined}>
      <Sign aria-hidden="true" />
      <p>
        {kind === 'failed' ? (
          <strong>
            {t(problem !== null && isOfSending(problem) ? 'history.failedOut' : 'history.failed')}
          </strong>
        ) : null}
        {kind === 'in' ? (
          <>
            <strong>{t('history.in', { count: texts })}</strong> <Commit commit={commit} url={url} />
          </>
        ) : null}
        {kind === 'out' ? (
          <>
            <strong>{t('history.out', { count: texts })}</strong> {t('history.to', { where: note })}
          </>
        ) : null}
      </p>
      <time className={styles.small} dateTime={at} title={formats.dateTime(at)}>
        {formats.relative(at)}
      </time>
      <p className={`${styles.small} ${styles.about}`}>
        {kind === 'in' ? <bdi>{note}</bdi> : null}
        {kind === 'out' ? (
          <>
            {people.map((one) => `${one.name} ${formats.number(one.texts)}`).join(', ')}
            {people.length === 0 ? null : ' · '}
            <Commit commit={commit} url={url} />
          </>
        ) : null}
        {kind === 'out' && attempts > 1
          ? ` · ${t('history.attempt', { nth: formats.number(attempts) })} ${t('history.nothingLost')}`
          : null}
        {problem === null ? null : `${problemText(problem)} ${t('history.nothingLost')}`}
      </p>
    </li>
  )
}

/** The abbreviated id of a commit, linked to the forge if possible. */
function Commit({ commit, url }: Pick<GitSyncReply, 'commit' | 'url'>) {
  const { t } = useTranslation('git')
  const id = commit?.slice(0, COMMIT_LENGTH) ?? ''
  const shown = <code dir="ltr">{id}</code>
  if (url === null) return shown
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={t('history.commit', { commit: id })}>
      {shown}
    </a>
  )
}
