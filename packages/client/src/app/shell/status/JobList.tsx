import type { Job } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { isRunning } from '../../../lib/server/jobs.ts'
import { JobRow } from './JobRow.tsx'
import styles from './Status.module.css'

export type JobListProps = {
  readonly project: string
  readonly jobs: readonly Job[]
  readonly onLeave: () => void
}

/** Jobs of the project: running ones first, then those that ended within the last day. */
export function JobList({ project, jobs, onLeave }: JobListProps) {
  const { t } = useTranslation('status')
  const sorted = [...jobs.filter(isRunning), ...jobs.filter((job) => !isRunning(job))]
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{t('group.jobs')}</h3>
      <ul>
        {sorted.map((job) => (
          <JobRow key={job.id} project={project} job={job} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  )
}
