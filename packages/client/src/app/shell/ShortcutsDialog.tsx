import { useTranslation } from 'react-i18next'
import { type Shortcut, useShortcutList } from '../../lib/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './ShortcutsDialog.module.css'

/** What the keyboard does on the present screen, by group. */
export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const groups = byGroup(useShortcutList())
  return (
    <Dialog title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose} size="large">
      <div className={styles.groups}>
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className={styles.heading}>{t(group)}</h3>
            <dl className={styles.list}>
              {shortcuts.map((one) => (
                <div key={one.id} className={styles.row}>
                  <dt>{t(one.label)}</dt>
                  <dd>
                    <Kbd keys={one.keys} />
                    <span className="visually-hidden">{one.keys}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function byGroup(shortcuts: readonly Shortcut[]): ReadonlyMap<string, readonly Shortcut[]> {
  const groups = new Map<string, Shortcut[]>()
  for (const one of shortcuts) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return groups
}
