import { keySigns, useShortcutList } from '../lib/shortcuts/shortcuts.ts'
import styles from './Kbd.module.css'

/**
 * Keys as they stand on the keyboard; those of a shortcut that a person has changed are shown as chosen.
 * Decoration for those who see it: the shortcut itself is announced by the control.
 */
export function Kbd({ keys }: { readonly keys: string }) {
  const shown = useShortcutList().find((one) => one.ownKeys === keys)?.keys ?? keys
  return (
    <kbd className={styles.kbd} dir="ltr">
      {keySigns(shown).join(' ')}
    </kbd>
  )
}
