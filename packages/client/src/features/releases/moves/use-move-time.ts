import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldProblem } from '../../../lib/server/field-problem.ts'
import { type MoveTime, moveTimeFault } from './move-time.ts'

/** The time of a move while it is entered, and what the local clock or the server finds wrong with it. */
export function useMoveTime(start: MoveTime) {
  const { t } = useTranslation(['releases', 'failures'])
  const [time, setTime] = useState(start)
  const [isTried, setIsTried] = useState(false)
  const fault = moveTimeFault(time, new Date())

  function problemOf(error: unknown): string | undefined {
    if (!time.isLater) return undefined
    if (fault === 'missing') return isTried ? t('when.missing') : undefined
    const code = isTried && fault !== null ? fault : fieldProblem(error, 'at')
    return code === undefined ? undefined : t(`failures:field.${code}`)
  }

  return {
    time,
    setTime,
    /** The time to send; undefined: now. */
    at: time.isLater ? (time.at ?? undefined) : undefined,
    problemOf,
    /** Whether it can be sent. If not, the field says why from now on. */
    check(): boolean {
      setIsTried(true)
      return moveTimeFault(time, new Date()) === null
    },
  }
}
