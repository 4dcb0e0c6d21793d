import { Failure, type Job } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { FolderSync } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { JobButton } from '../../components/JobButton.tsx'
import { useJobWords } from '../../components/use-job-words.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { isRunning, jobTimeLeft } from '../../lib/server/jobs.ts'
import { cancelJob, jobQueries, rerunJob } from '../../lib/server/queries.ts'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './FolderJobs.module.css'

/**
 * Imports of folders that are running, and why the latest one failed; shown where people look for the
 * strings.
 */
export function FolderJobs({ project }: { readonly project: string }) {
  const { t } = useTranslation(['files', 'common'])
  const failureText = useFailureText()
  const { data: jobs = [] } = useQuery(jobQueries.list(project))
  const own = jobs.filter(({ kind }) => kind === 'connect-folder')
  const running = own.filter(isRunning)
  const failed = own[0]?.state === 'failed' ? own[0] : null
  const problem = failed?.problem ?? null
  return (
    <>
      {running.length === 0 ? null : (
        <ul className={styles.jobs}>
          {running.map((job) => (
            <FolderJob key={job.id} project={project} job={job} />
          ))}
        </ul>
      )}
      {failed === null || problem === null ? null : (
        <div className={styles.problem} role="alert">
          <Note tone="error">
            {t('connectFailed', { reason: failureText(new Failure(problem.code, problem.params)) })}
          </Note>
          <JobButton job={failed} label={t('common:rerun')} act={() => rerunJob(project, failed)} />
        </div>
      )}
    </>
  )
}

function FolderJob({ project, job }: { readonly project: string; readonly job: Job }) {
  const { t } = useTranslation(['files', 'common'])
  const words = useJobWords()
  const failureText = useFailureText()
  return (
    <li className={styles.job}>
      <FolderSync aria-hidden="true" />
      <div className={styles.text}>
        <p>
          {t('reading')} <bdi className="muted">{job.detail}</bdi>
        </p>
        <p className={styles.progress}>
          <ProgressBar
            label={t('reading')}
            {...(job.total === null ? {} : { share: job.done / Math.max(job.total, 1) })}
          />
          <span className="num">{words.progress(job, jobTimeLeft(job))}</span>
        </p>
        {job.problem === null ? null : (
          <p className="muted">{failureText(new Failure(job.problem.code, job.problem.params))}</p>
        )}
      </div>
      <JobButton
        job={job}
        label={t('common:cancel')}
        act={() => cancelJob(project, job)}
        isRequested={job.cancelRequested}
      />
    </li>
  )
}
