import { Check, CircleAlert, X } from 'lucide-react'
import { useRef } from 'react'
import { useToast, useToastRegion } from 'react-aria/useToast'
import { Button as AriaButton } from 'react-aria-components/Button'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type ToastState, useToastQueue } from 'react-stately/useToastState'
import { useFormats } from '../i18n/formats.ts'
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
 * Where toasts appear: in the body, like dialogs, because they are painted over them. Mounted once; a live region from
 * the start, so that the first one is read aloud too, and politely: React Aria's own is an alert, which would interrupt
 * the announcement of typing.
 */
export function ToastRegion() {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const state = useToastQueue(toasts)
  const { regionProps } = useToastRegion({ 'aria-label': t('notices') }, state, region)
  // Only outside of fields, and after shortcuts of a screen, where Ctrl Z undoes typing, or the screen's last
  // action. Notices can be in front of a dialog, and of what was done in it
  const undo = {
    label: 'common:undo',
    group: 'common:shortcuts.everywhere',
    appliesAt: canUndoLast,
    yields: true,
    run: undoLast,
  }
  useShortcuts([
    { id: 'undo-last', keys: 'u', ...undo },
    { id: 'undo-last-2', keys: 'mod+z', inOverlays: true, ...undo },
  ])
  return createPortal(
    <section
      {...regionProps}
      ref={region}
      className={styles.region}
      aria-live="polite"
      aria-relevant="additions"
    >
      {withoutRepetitions(state.visibleToasts).map(({ toast, times }) => (
        <ToastCard key={toast.key} toast={toast} times={times} state={state} />
      ))}
    </section>,
    document.body,
  )
}

/**
 * Returns the newest of each group of equal notices, and their number. The others follow when it is closed,
 * because each undoes another action.
 */
function withoutRepetitions(
  shown: readonly ShownToast[],
): readonly { readonly toast: ShownToast; readonly times: number }[] {
  const isEqual = (a: ShownToast, b: ShownToast) =>
    a.content.text === b.content.text && a.content.tone === b.content.tone
  return shown
    .filter((toast, index) => shown.findIndex((newer) => isEqual(newer, toast)) === index)
    .map((toast) => ({ toast, times: shown.filter((other) => isEqual(other, toast)).length }))
}

type ToastCardProps = {
  readonly toast: ShownToast
  readonly times: number
  readonly state: ToastState<Toast>
}

function ToastCard({ toast, times, state }: ToastCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const card = useRef<HTMLDivElement>(null)
  const { toastProps, titleProps } = useToast({ toast }, state, card)
  const { text, tone, actions, isUrgent } = toast.content
  const Sign = tone === 'problem' ? CircleAlert : Check
  return (
    // Focused when the previous notice disappears, but not a tab stop: its buttons are
    <div
      {...toastProps}
      ref={card}
      className={styles.toast}
      tabIndex={-1}
      aria-describedby={undefined}
      // It was announced already
      aria-live={isUrgent ? 'off' : undefined}
    >
      <Sign aria-hidden="true" />
      <span {...titleProps} className={styles.text}>
        {text}
      </span>
      {times === 1 ? null : <span className={styles.times}>{`${formats.number(times)}×`}</span>}
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
