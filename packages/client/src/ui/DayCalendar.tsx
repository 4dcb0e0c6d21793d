import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import styles from './DayField.module.css'
import menu from './Menu.module.css'

/** The month that opens from a field for a day, within its DatePicker. */
export function DayCalendar() {
  return (
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
  )
}
