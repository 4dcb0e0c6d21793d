import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { ExternalLink, GitBranch, GitPullRequest } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { branchQueries } from '../../../features/files/queries.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import styles from './Branches.module.css'
import { sameScreenOf } from './same-screen.ts'

/** The events of a branch do not report its end, so the open branches are polled while one is shown. */
const LOOK_EVERY_MS = 10_000

/**
 * Describes the current translation branch: what it is, what it contains, and what happens to it, also if it
 * ends meanwhile.
 */
export function BranchLine({ branchOf }: { readonly branchOf: NonNullable<ProjectReply['branchOf']> }) {
  const { t } = useTranslation('branches')
  const formats = useFormats()
  const access = useAccess()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const slug = path.split('/')[2] ?? ''
  const canRead = access.onProject('files.read') === null
  const { data, isFetchedAfterMount } = useQuery({
    ...branchQueries.list(branchOf.slug),
    enabled: canRead,
    refetchInterval: LOOK_EVERY_MS,
  })
  const branch = data?.branches.find((one) => one.slug === slug)
  const isClosed = branch?.state === 'closed'
  const isGone = data !== undefined && isFetchedAfterMount && branch === undefined
  const endsAt = isClosed ? branch.endsAt : null
  const closed = endsAt === null ? 'about.closed' : 'about.closing'
  const about = isGone ? 'about.gone' : isClosed ? closed : 'about.branch'
  return (
    <aside className={styles.line} data-ended={isGone || isClosed} aria-label={t('about.label')}>
      <GitBranch aria-hidden="true" />
      <p role="status">
        <Trans
          t={t}
          i18nKey={about}
          values={{
            branch: branchOf.branch,
            project: branchOf.name,
            when: endsAt === null ? '' : formats.relative(endsAt),
          }}
          components={{ name: <code dir="ltr" />, of: <bdi /> }}
        />{' '}
        {isClosed || isGone ? null : (
          <span className={styles.more}>
            {t(branch?.isRead === false ? 'about.reading' : 'about.strings')}
          </span>
        )}
      </p>
      <span className={styles.links}>
        {branch?.pullRequest == null ? null : branch.pullRequestUrl === null ? (
          <span>{t('pullRequest', { number: branch.pullRequest })}</span>
        ) : (
          <a href={branch.pullRequestUrl} target="_blank" rel="noreferrer">
            <GitPullRequest aria-hidden="true" />
            {t('pullRequest', { number: branch.pullRequest })}
            <ExternalLink aria-hidden="true" />
          </a>
        )}
        <Link to={sameScreenOf(path, branchOf.slug, false)}>
          {t('about.back', { project: branchOf.name })}
        </Link>
      </span>
    </aside>
  )
}
