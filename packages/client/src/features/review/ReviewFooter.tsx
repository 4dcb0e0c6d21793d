import { useTranslation } from 'react-i18next'
import { FooterKeys, ScreenFooter } from '../../ui/ScreenFooter.tsx'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'select'],
  ['a', 'approve'],
  ['e', 'edit'],
  ['r', 'reject'],
  ['c', 'comment'],
  ['/', 'find'],
  ['u', 'undo'],
] as const

/** Keyboard shortcuts of the queue. */
export function ReviewFooter() {
  const { t } = useTranslation('review')
  return (
    <ScreenFooter end={<FooterKeys keys={[['?', t('shortcuts.all')]]} />}>
      <FooterKeys keys={KEYS.map(([key, id]) => [key, t(`shortcuts.${id}`)])} />
    </ScreenFooter>
  )
}
