import type { GitStateReply } from '@dragoman/contract'
import { ExternalLink, GitMerge, GitPullRequest, GitPullRequestClosed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Checks } from './Checks.tsx'
import styles from './Sync.module.css'

const SIGNS = { open: GitPullRequest, merged: GitMerge, closed: GitPullRequestClosed } as const

/** The pull request that contains the texts, and where it is merged. */
export function PullRequest({
  project,
  source,
  pullRequest,
}: {
  readonly project: string
  readonly source: number
  readonly pullRequest: NonNullable<GitStateReply['pullRequest']>
}) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const { number, url, title, state, openedAt } = pullRequest
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
