import { groupBy } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { resetKeys } from '../../lib/shortcuts/shortcut-keys.ts'
import { type ListedShortcut, useShortcutList } from '../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ShortcutRow } from './ShortcutRow.tsx'
import styles from './ShortcutsDialog.module.css'

/** The keyboard shortcuts of the current screen, by group; the keys can be changed here. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const all = useShortcutList()
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose} size="large">
      <p className={styles.about}>
        {t('shortcuts.about')}
        <Button look="quiet" size="small" onPress={resetKeys}>
          {t('shortcuts.resetAll')}
        </Button>
      </p>
      <div className={styles.groups}>
        {[...byGroup(all)].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className={styles.heading}>{t(group)}</h3>
            <dl className={styles.list}>
              {shortcuts.map((one) => (
                <ShortcutRow key={one.id} shortcut={one} all={all} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.about}>
        <a href="/third-party-notices.txt" target="_blank" rel="noopener">
          {t('shortcuts.licences')}
        </a>
      </p>
    </Dialog>
  )
}

function byGroup(shortcuts: readonly ListedShortcut[]): ReadonlyMap<string, readonly ListedShortcut[]> {
  return groupBy(shortcuts, (one) => one.group)
}
