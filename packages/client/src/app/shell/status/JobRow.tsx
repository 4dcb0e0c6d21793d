import { Failure, type Job } from '@dragoman/contract'
import { CircleCheck, CircleSlash, CircleX, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { JobButton } from '../../../components/JobButton.tsx'
import { useJobWords } from '../../../components/use-job-words.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { SHOWN_JOB_KINDS } from '../../../lib/server/job-kinds.ts'
import { isRunning, jobTimeLeft, undoableOf } from '../../../lib/server/jobs.ts'
import { cancelJob, downloadExport, rerunJob } from '../../../lib/server/queries.ts'
import { useUndo } from '../../../lib/server/undo.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import styles from './Status.module.css'

const END_SIGNS: Partial<Record<Job['state'], LucideIcon>> = {
  done: CircleCheck,
  failed: CircleX,
  cancelled: CircleSlash,
}

export type JobRowProps = { readonly project: string; readonly job: Job; readonly onLeave: () => void }

/** One job: its progress and what it reads, with *Cancel*; or how it ended, with *Undo*. */
export function JobRow({ project, job, onLeave }: JobRowProps) {
  const { t } = useTranslation(['status', 'common'])
  const formats = useFormats()
  const words = useJobWords()
  const failureText = useFailureText()
  const undo = useUndo(project)
  const access = useAccess()
  const runs = isRunning(job)
  const Sign = END_SIGNS[job.state] ?? SHOWN_JOB_KINDS[job.kind].Sign
  const undoable = undoableOf(job)

  return (
    <li className={styles.job} data-state={job.state}>
      <Sign aria-hidden="true" />
      <div className={styles.jobText}>
        <p>
          {t(`job.kind.${job.kind}`)}{' '}
          <span className={styles.place}>{runs ? <bdi>{job.detail}</bdi> : words.outcome(job)}</span>
        </p>
        {runs ? (
          <p className={styles.progress}>
            <ProgressBar
              label={t(`job.kind.${job.kind}`)}
              {...(job.total === null ? {} : { share: job.done / Math.max(job.total, 1) })}
            />
            <span className="num">{words.progress(job, jobTimeLeft(job))}</span>
          </p>
        ) : (
          <p className={styles.place}>{formats.relative(job.endedAt ?? job.createdAt)}</p>
        )}
        {job.problem === null ? null : (
          <p className={styles.note}>{failureText(new Failure(job.problem.code, job.problem.params))}</p>
        )}
      </div>
      {runs ? (
        <JobButton
          job={job}
          label={t('common:cancel')}
          act={() => cancelJob(project, job)}
          isRequested={job.cancelRequested}
        />
      ) : null}
      {job.state === 'failed' ? (
        <JobButton job={job} label={t('common:rerun')} act={() => rerunJob(project, job)} />
      ) : null}
      {job.file === null ? null : (
        <JobButton job={job} label={t('job.download')} act={() => downloadExport(project, job)} onlyReads />
      )}
      {undoable === null ? null : (
        <Button
          size="small"
          refusal={access.onUndo(job.startedBy.id)}
          onPress={() => {
            onLeave()
            void undo(undoable)
          }}
        >
          {t('common:undo')}
        </Button>
      )}
    </li>
  )
}
