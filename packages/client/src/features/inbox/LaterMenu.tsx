import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysUntil } from '../../components/days-until.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { daysToMonday, morningIn } from './group-by-project.ts'

const WEEK = 7
/** Postponing for longer amounts to forgetting. */
const MOST_DAYS = 366

/** Postpones a notification: to tomorrow, Monday, in a week, or a chosen day. `until` is a time. */
export function LaterMenu({ onLater }: { readonly onLater: (until: string) => void }) {
  const { t } = useTranslation(['inbox', 'common'])
  const [isOpen, setIsOpen] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  const now = new Date()
  const inDays = new Map([
    ['tomorrow', 1],
    ['monday', daysToMonday(now)],
    ['week', WEEK],
  ])
  const days = day === null || day === '' ? 0 : daysUntil(day, now)
  const isAhead = days > 0 && days <= MOST_DAYS
  const put = () => {
    if (!isAhead) return
    setDay(null)
    onLater(morningIn(days, new Date()))
  }
  useShortcuts([
    { id: 'inbox-later', keys: 'h', label: 'inbox:later', group: 'inbox:title', run: () => setIsOpen(true) },
  ])
  return (
    <>
      <Menu
        label={t('later')}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button look="ghost" keys="h">
            {t('later')}
          </Button>
        }
        onAction={(key) => {
          const chosen = inDays.get(String(key))
          if (chosen === undefined) setDay('')
          else onLater(morningIn(chosen, new Date()))
        }}
      >
        <MenuRow id="tomorrow">{t('laterTo.tomorrow')}</MenuRow>
        <MenuRow id="monday">{t('laterTo.monday')}</MenuRow>
        <MenuRow id="week">{t('laterTo.week')}</MenuRow>
        <MenuRow id="other">{t('laterTo.other')}</MenuRow>
      </Menu>
      {day === null ? null : (
        <Dialog
          title={t('laterTo.title')}
          size="small"
          onClose={() => setDay(null)}
          actions={
            <Button look="primary" isDisabled={!isAhead} onPress={put}>
              {t('laterTo.put')}
            </Button>
          }
        >
          <Form onSubmit={put}>
            <TextField
              label={t('laterTo.day')}
              type="date"
              autoFocus
              value={day}
              onChange={setDay}
              problem={day === '' || isAhead ? undefined : t('laterTo.notAhead')}
            />
          </Form>
        </Dialog>
      )}
    </>
  )
}
