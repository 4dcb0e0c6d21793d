import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import styles from './KeyGrid.module.css'

const HINTS = [
  ['Enter', 'edit'],
  ['ArrowUp ArrowDown ArrowLeft ArrowRight', 'move'],
  ['mod+V', 'paste'],
  ['shift+ArrowDown', 'extend'],
  ['Space', 'select'],
  ['mod+I', 'details'],
  ['mod+Z', 'undo'],
] as const

/** Keyboard shortcuts of the grid. */
export function GridFooter() {
  const { t } = useTranslation('keys')
  return (
    <footer className={styles.hints}>
      {HINTS.map(([keys, name]) => (
        <span key={name}>
          <Kbd keys={keys} /> {t(`hint.${name}`)}
        </span>
      ))}
    </footer>
  )
}
