import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../lib/shortcuts.ts'
import { canUndoLast, dismissToast, type Toast, undoLast, useToasts } from '../lib/toast.ts'
import styles from './ToastRegion.module.css'

/**
 * Where toasts appear. Mounted once; a live region from the start, so that the first one is read aloud too.
 */
export function ToastRegion() {
  const { t } = useTranslation()
  const toasts = useToasts()
  // Outside fields only, and after those of a screen: there Ctrl Z takes back typing, or what the screen
  // itself did last
  const undo = {
    label: 'common:undo',
    group: 'common:shortcuts.everywhere',
    appliesAt: canUndoLast,
    run: undoLast,
  }
  useShortcuts([
    { id: 'undo-last', keys: 'u', ...undo },
    { id: 'undo-last-2', keys: 'mod+z', ...undo },
  ])
  return (
    <section className={styles.region} aria-label={t('notices')} aria-live="polite" aria-relevant="additions">
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>
  )
}

const STAYS_MS = 8000

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation()
  const Sign = toast.tone === 'problem' ? CircleAlert : Check
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a notice only keeps it from going
    <div
      className={styles.toast}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Sign aria-hidden="true" />
      <span className={styles.text}>{toast.text}</span>
      {toast.actions.map(({ label, run, keepsNotice }) => (
        <AriaButton
          key={label}
          className={styles.action ?? ''}
          onPress={() => {
            run()
            if (keepsNotice !== true) dismissToast(toast.id)
          }}
        >
          {label}
        </AriaButton>
      ))}
      <AriaButton
        aria-label={t('close')}
        className={styles.close ?? ''}
        onPress={() => dismissToast(toast.id)}
      >
        <X aria-hidden="true" />
      </AriaButton>
    </div>
  )
}
