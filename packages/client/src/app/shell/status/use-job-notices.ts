import { Failure, type Job } from '@dragoman/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useJobWords } from '../../../components/use-job-words.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { showToast, undoAction } from '../../../lib/notices/toast.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { isRunning, undoableOf, wasInstant } from '../../../lib/server/jobs.ts'
import { subscribeLive } from '../../../lib/server/live.ts'
import { useUndo } from '../../../lib/server/undo.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'

/** Announces when a job ends, on any screen, and offers to undo it. */
export function useJobNotices(project: string): void {
  const { t } = useTranslation(['status', 'common'])
  const words = useJobWords()
  const failureText = useFailureText()
  const undo = useUndo(project)
  const access = useAccess()
  const announced = useRef(new Set<number>())

  const announce = useLatestCallback((job: Job) => {
    // A failed job can be run again, and ends a second time.
    if (isRunning(job)) announced.current.delete(job.id)
    if (isRunning(job) || announced.current.has(job.id)) return
    announced.current.add(job.id)
    const name = t(`job.kind.${job.kind}`)
    if (job.state === 'failed') {
      const why =
        job.problem === null
          ? words.outcome(job)
          : failureText(new Failure(job.problem.code, job.problem.params))
      showToast(t('job.notice', { name, outcome: why }), { tone: 'problem' })
      return
    }
    if (wasInstant(job)) return
    const undoable = access.onUndo(job.startedBy.id) === null ? undoableOf(job) : null
    showToast(t('job.notice', { name, outcome: words.outcome(job) }), {
      ...(undoable === null ? {} : { action: undoAction(t('common:undo'), () => void undo(undoable)) }),
    })
  })

  useEffect(
    () => subscribeLive(project, (event) => (event.type === 'job' ? announce(event.job) : undefined)),
    [project, announce],
  )
}
