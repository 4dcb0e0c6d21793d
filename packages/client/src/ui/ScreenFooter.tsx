import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import styles from './ScreenFooter.module.css'

/** The line below a screen that fills the window: status and shortcuts. Not on phones. */
export function ScreenFooter({ children, end }: { readonly children: ReactNode; readonly end: ReactNode }) {
  return (
    <footer className={styles.footer}>
      {children}
      <span className={styles.end}>{end}</span>
    </footer>
  )
}

/** Separates two facts in the line. */
export function FooterDot() {
  return <i className={styles.dot} aria-hidden="true" />
}

/** Keys with their actions: `[['j', 'Next']]`. */
export function FooterKeys({ keys }: { readonly keys: readonly (readonly [key: string, name: string])[] }) {
  return keys.map(([key, name]) => (
    <span key={key}>
      <Kbd keys={key} /> {name}
    </span>
  ))
}
