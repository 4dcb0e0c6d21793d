import { useTranslation } from 'react-i18next'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ReviewFooter.module.css'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['x', 'select'],
  ['a', 'approve'],
  ['e', 'edit'],
  ['r', 'reject'],
  ['c', 'comment'],
  ['u', 'undo'],
] as const

/** The keys of the queue. */
export function ReviewFooter() {
  const { t } = useTranslation('review')
  return (
    <footer className={styles.footer}>
      {KEYS.map(([key, id]) => (
        <span key={key}>
          <Kbd keys={key} /> {t(`shortcuts.${id}`)}
        </span>
      ))}
      <span className={styles.end}>
        <Kbd keys="?" /> {t('shortcuts.all')}
      </span>
    </footer>
  )
}
