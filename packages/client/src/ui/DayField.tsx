import { type CalendarDate, GregorianCalendar, parseDate, toCalendar } from '@internationalized/date'
import { CalendarDays, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { DayCalendar } from './DayCalendar.tsx'
import styles from './DayField.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { IconButton } from './IconButton.tsx'
import field from './TextField.module.css'

export type DayFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly problem?: string | undefined
  /** `2026-11-30`; null: none. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  /** Name of the button that removes the day. */
  readonly clearLabel: string
}

/** A day, typed or picked, in the reader's calendar; the value is in the Gregorian one. */
export function DayField({ label, hint, problem, value, onChange, clearLabel }: DayFieldProps) {
  return (
    <DatePicker
      className={field.field ?? ''}
      granularity="day"
      value={value === null ? null : parseDate(value)}
      onChange={(day) => onChange(day === null ? null : isoDay(day as CalendarDate))}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <div className={styles.line}>
        <Group className={`${field.input} ${styles.group}`}>
          <DateInput className={styles.segments ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          <Button className={styles.open ?? ''}>
            <CalendarDays aria-hidden="true" />
          </Button>
        </Group>
        {value === null ? null : (
          <IconButton label={clearLabel} slot={null} onPress={() => onChange(null)}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <FieldNotes hint={hint} problem={problem} />
      <DayCalendar />
    </DatePicker>
  )
}

function isoDay(day: CalendarDate): string {
  return toCalendar(day, new GregorianCalendar()).toString()
}
