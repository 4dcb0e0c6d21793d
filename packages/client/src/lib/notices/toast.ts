import { type QueuedToast, ToastQueue } from 'react-stately/useToastState'
import { announce } from './announce.ts'

export type Toast = {
  readonly text: string
  readonly tone: 'plain' | 'problem'
  readonly actions: readonly ToastAction[]
  /** Was announced when it was added, without waiting for what a screen reader is reading. */
  readonly isUrgent: boolean
}
export type ShownToast = QueuedToast<Toast>

export type ToastAction = {
  readonly label: string
  readonly run: () => void
  /** The notice stays afterwards, because it offers something else as well. */
  readonly keepsNotice?: true
  /**
   * It undoes what the notice reports (`undoAction`); the shortcut of *Undo* runs the newest one. Each action says it,
   * because without it the shortcut would undo something older.
   */
  readonly isUndo: boolean
}

const STAYS_MS = 8000

/** The notices of the page, newest first; three are shown, older ones reappear when those are gone. */
export const toasts = new ToastQueue<Toast>({ maxVisibleToasts: 3 })

/** Returns an action *Undo* for a notice. */
export function undoAction(label: string, run: () => void): ToastAction {
  return { label, run, isUndo: true }
}

/**
 * Reports what was just done, with an undo action if possible. Disappears automatically, but not while it is
 * hovered or focused. Screen readers read it aloud: an urgent one immediately, others after what they are reading.
 */
export function showToast(
  text: string,
  more: {
    readonly action?: ToastAction
    readonly actions?: readonly ToastAction[]
    readonly tone?: Toast['tone']
    readonly isUrgent?: boolean
  } = {},
): void {
  const { action, actions = [], tone = 'plain', isUrgent = false } = more
  if (isUrgent) announce(text, 'assertive')
  toasts.add(
    { text, tone, isUrgent, actions: action === undefined ? actions : [action, ...actions] },
    { timeout: STAYS_MS },
  )
}

/** Runs an action of a notice, as clicking its button does. */
export function runAction({ key }: ShownToast, { run, keepsNotice }: ToastAction): void {
  run()
  if (keepsNotice !== true) toasts.close(key)
}

/** Whether a shown notice offers *Undo*. */
export function canUndoLast(): boolean {
  return lastUndo() !== undefined
}

/** Runs *Undo* of the newest notice that offers it. */
export function undoLast(): void {
  const last = lastUndo()
  if (last !== undefined) runAction(last.toast, last.action)
}

function lastUndo(): { readonly toast: ShownToast; readonly action: ToastAction } | undefined {
  for (const toast of toasts.visibleToasts) {
    const action = toast.content.actions.find(({ isUndo }) => isUndo)
    if (action !== undefined) return { toast, action }
  }
  return undefined
}
