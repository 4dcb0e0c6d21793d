import { Check, CircleAlert, X } from 'lucide-react'
import { useRef } from 'react'
import { useToast, useToastRegion } from 'react-aria/useToast'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { type ToastState, useToastQueue } from 'react-stately/useToastState'
import {
  canUndoLast,
  runAction,
  type ShownToast,
  type Toast,
  toasts,
  undoLast,
} from '../lib/notices/toast.ts'
import { useShortcuts } from '../lib/shortcuts/shortcuts.ts'
import styles from './ToastRegion.module.css'

/**
 * Where toasts appear. Mounted once; a live region from the start, so that the first one is read aloud too,
 * and politely: React Aria's own is an alert, which would interrupt the announcement of typing.
 */
export function ToastRegion() {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const state = useToastQueue(toasts)
  const { regionProps } = useToastRegion({ 'aria-label': t('notices') }, state, region)
  // Only outside of fields, and after shortcuts of a screen, where Ctrl Z undoes typing, or the screen's last
  // action
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
    <section
      {...regionProps}
      ref={region}
      className={styles.region}
      aria-live="polite"
      aria-relevant="additions"
    >
      {state.visibleToasts.map((toast) => (
        <ToastCard key={toast.key} toast={toast} state={state} />
      ))}
    </section>
  )
}

function ToastCard({ toast, state }: { readonly toast: ShownToast; readonly state: ToastState<Toast> }) {
  const { t } = useTranslation()
  const card = useRef<HTMLDivElement>(null)
  const { toastProps, titleProps } = useToast({ toast }, state, card)
  const { text, tone, actions } = toast.content
  const Sign = tone === 'problem' ? CircleAlert : Check
  return (
    // Focused when the previous notice disappears, but not a tab stop: its buttons are
    <div {...toastProps} ref={card} className={styles.toast} tabIndex={-1} aria-describedby={undefined}>
      <Sign aria-hidden="true" />
      <span {...titleProps} className={styles.text}>
        {text}
      </span>
      {actions.map((action) => (
        <AriaButton
          key={action.label}
          className={styles.action ?? ''}
          onPress={() => runAction(toast, action)}
        >
          {action.label}
        </AriaButton>
      ))}
      <AriaButton
        aria-label={t('close')}
        className={styles.close ?? ''}
        onPress={() => state.close(toast.key)}
      >
        <X aria-hidden="true" />
      </AriaButton>
    </div>
  )
}
