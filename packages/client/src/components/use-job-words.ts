import { JOBS, type Job } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'

/** Returns functions that describe a job's progress and result. */
export function useJobWords() {
  const { t } = useTranslation('status')
  const formats = useFormats()

  /** `left` in seconds; null if unknown. */
  function progress(job: Job, left: number | null): string {
    if (job.state === 'waiting') return t('job.waits')
    const count =
      job.total === null
        ? t(`job.done.${job.unit}`, { count: job.done })
        : t('job.ofTotal', { done: formats.number(job.done), total: formats.number(job.total) })
    if (left === null) return count
    const time =
      left < 60
        ? t('job.left.seconds', { count: Math.max(1, left) })
        : t('job.left.minutes', { count: Math.round(left / 60) })
    return t('job.withTime', { count, time })
  }

  /** Returns the result, such as “12 new keys, 340 texts”. */
  function outcome({ kind, state, result, operationId }: Job): string {
    if (state === 'failed') return t('job.failed')
    if (state === 'done' && result === null) return t('job.finished')
    // What an undo has done before that is kept, and not counted.
    const isPart = kind === 'undo' && operationId !== null
    if (state === 'cancelled' && (isPart || JOBS[kind].leaves !== 'changes')) return t('job.stopped')
    const parts =
      result === null
        ? []
        : [
            ...(result.keysAdded === 0 ? [] : [t('job.keys', { count: result.keysAdded })]),
            ...(result.translations === 0 ? [] : [t('job.texts', { count: result.translations })]),
            ...(result.languagesAdded.length === 0
              ? []
              : [t('job.languages', { count: result.languagesAdded.length })]),
            ...(result.keptNewer === 0 ? [] : [t('job.keptNewer', { count: result.keptNewer })]),
            ...(result.left === undefined || result.left === 0
              ? []
              : [t('job.leftToReview', { count: result.left })]),
          ]
    const changes = parts.length === 0 ? t('job.nothing') : formats.list(parts)
    if (state === 'done') return changes
    return t(parts.length === 0 ? 'job.cancelledEmpty' : 'job.cancelled', { changes })
  }

  return { progress, outcome }
}
