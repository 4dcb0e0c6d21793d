import { keySigns, useCurrentKeys } from '../lib/shortcuts/shortcuts.ts'
import styles from './Kbd.module.css'

/**
 * Keys as printed on the keyboard; if a person has changed a shortcut, its new keys. Decorative: the shortcut
 * itself is announced by the control.
 */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <kbd className={styles.kbd} dir="ltr">
      {keySigns(useCurrentKeys(keys)).join(' ')}
    </kbd>
  )
}
