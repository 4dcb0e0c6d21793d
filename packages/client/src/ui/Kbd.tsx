import { keySigns } from '../lib/shortcuts.ts'
import styles from './Kbd.module.css'

/** Keys as they stand on the keyboard. Decoration for those who see it: the shortcut itself is announced by the control. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <kbd className={styles.kbd} dir="ltr">
      {keySigns(keys).join(' ')}
    </kbd>
  )
}
