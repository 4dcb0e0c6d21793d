import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { type MoveTime, NOW, nextHour } from './move-time.ts'

export type WhenChoiceProps = {
  readonly value: MoveTime
  readonly onChange: (time: MoveTime) => void
  readonly problem: string | undefined
  /** The hint that applies if it is later. */
  readonly hint?: string
}

/** Chooses whether a channel is moved now or at a time. */
export function WhenChoice({ value, onChange, problem, hint }: WhenChoiceProps) {
  const { t } = useTranslation('releases')
  return (
    <>
      <Select
        label={t('when.label')}
        options={[
          { id: 'now', name: t('when.now') },
          { id: 'later', name: t('when.later') },
        ]}
        value={value.isLater ? 'later' : 'now'}
        onChange={(id) => onChange(id === 'now' ? NOW : { isLater: true, at: nextHour(new Date()) })}
        {...(value.isLater && hint !== undefined ? { hint } : {})}
      />
      {value.isLater ? (
        <MoveTimeField
          value={value.at}
          onChange={(at) => onChange({ isLater: true, at })}
          problem={problem}
        />
      ) : null}
    </>
  )
}

export type MoveTimeFieldProps = {
  readonly value: string | null
  readonly onChange: (at: string | null) => void
  readonly problem: string | undefined
}

/** The time of a move, with the name of its time zone. */
export function MoveTimeField({ value, onChange, problem }: MoveTimeFieldProps) {
  const { t } = useTranslation('releases')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <TimeField
      label={t('when.time')}
      hint={t('when.zone', { zone: timeZone.replaceAll('_', ' ') })}
      value={value}
      onChange={onChange}
      problem={problem}
    />
  )
}
