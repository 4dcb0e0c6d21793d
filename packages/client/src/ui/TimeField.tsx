import { getLocalTimeZone, now, parseAbsolute, type ZonedDateTime } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { DayCalendar } from './DayCalendar.tsx'
import styles from './DayField.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import field from './TextField.module.css'

export type TimeFieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  /** ISO 8601; null: not filled in. */
  readonly value: string | null
  readonly onChange: (at: string | null) => void
}

/** A day and time to the minute, typed or picked, in the calendar and time zone of the reader; the hint says which. */
export function TimeField({ label, hint, problem, value, onChange }: TimeFieldProps) {
  return (
    <DatePicker<ZonedDateTime>
      className={field.field ?? ''}
      granularity="minute"
      hideTimeZone
      value={value === null ? null : parseAbsolute(value, getLocalTimeZone())}
      onChange={(at) => onChange(at === null ? null : at.toDate().toISOString())}
      // Gives the type and the zone of what is typed into an empty field.
      placeholderValue={now(getLocalTimeZone())}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <Group className={`${field.input} ${styles.group}`} data-time="true">
        <DateInput className={styles.segments ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <Button className={styles.open ?? ''}>
          <CalendarDays aria-hidden="true" />
        </Button>
      </Group>
      <FieldNotes hint={hint} problem={problem} />
      <DayCalendar />
    </DatePicker>
  )
}
