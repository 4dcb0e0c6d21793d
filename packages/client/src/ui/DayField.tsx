import { type CalendarDate, GregorianCalendar, parseDate, toCalendar } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import styles from './DayField.module.css'
import { IconButton } from './IconButton.tsx'
import menu from './Menu.module.css'
import field from './TextField.module.css'

export type DayFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly problem?: string | undefined
  /** `2026-11-30`; null: none. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  /** Name of the button that takes the day away. */
  readonly clearLabel: string
}

/** A day, typed or picked, in the calendar of the reader; told in the common one. */
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
      {hint === undefined ? null : (
        <Text slot="description" className={field.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={field.problem ?? ''}>{problem}</FieldError>
      <Popover className={`${menu.popover} ${styles.popover}`} offset={4}>
        <Dialog className={styles.dialog ?? ''}>
          <Calendar>
            <header className={styles.head}>
              <Button slot="previous" className={styles.open ?? ''}>
                <ChevronLeft aria-hidden="true" className="mirrored" />
              </Button>
              <Heading className={styles.month ?? ''} />
              <Button slot="next" className={styles.open ?? ''}>
                <ChevronRight aria-hidden="true" className="mirrored" />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>
                {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
              </CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

function isoDay(day: CalendarDate): string {
  return toCalendar(day, new GregorianCalendar()).toString()
}
