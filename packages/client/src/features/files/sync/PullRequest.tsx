import type { GitStateReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, GitMerge, GitPullRequest, GitPullRequestClosed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { gitQueries } from '../queries.ts'
import { Checks } from './Checks.tsx'
import styles from './Sync.module.css'
import { sizeOfSent } from './summarize-waiting.ts'

const SIGNS = { open: GitPullRequest, merged: GitMerge, closed: GitPullRequestClosed } as const

/** The pull request that contains the texts, and where it is merged. */
export function PullRequest({
  project,
  source,
  pullRequest,
  waitingFiles,
}: {
  readonly project: string
  readonly source: number
  readonly pullRequest: NonNullable<GitStateReply['pullRequest']>
  readonly waitingFiles: number
}) {
  const { t } = useTranslation(['git', 'files'])
  const formats = useFormats()
  const { number, url, title, state, openedAt } = pullRequest
  const waiting = useQuery({
    ...gitQueries.waitingFirst(project, source),
    enabled: state === 'open' && waitingFiles > 0,
  })
  const size = waiting.data === undefined ? null : sizeOfSent(waiting.data)
  const Sign = SIGNS[state]
  return (
    <section aria-labelledby="pull-request-title">
      <h2 className={styles.heading} id="pull-request-title">
        {t('pull.title')}
      </h2>
      <div className={`${styles.panel} ${styles.pull}`}>
        <div className={styles.line}>
          <span className={styles.kind} data-state={state}>
            <Sign aria-hidden="true" />
            {t(`pull.${state}`)}
          </span>
          <span className={styles.small}>#{number}</span>
          <time
            className={`${styles.small} ${styles.grow}`}
            dateTime={openedAt}
            title={formats.dateTime(openedAt)}
          >
            {formats.relative(openedAt)}
          </time>
        </div>
        <p>
          <bdi>{title}</bdi>
        </p>
        {size === null ? null : (
          <p className={styles.small}>
            {t('pull.size', {
              files: t('files:sumFiles', { count: size.files }),
              lines: t('pull.lines', { count: size.lines }),
            })}
          </p>
        )}
        {state === 'open' ? <Checks project={project} source={source} /> : null}
        <div className={styles.line}>
          <a href={url} target="_blank" rel="noreferrer">
            {t('pull.show')} <ExternalLink aria-hidden="true" />
          </a>
          {state === 'open' ? <span className={styles.small}>{t('pull.mergeThere')}</span> : null}
        </div>
      </div>
    </section>
  )
}
