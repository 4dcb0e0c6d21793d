import { createStore, useStore } from './store.ts'

export type Toast = {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'problem'
  readonly actions: readonly ToastAction[]
}

export type ToastAction = {
  readonly label: string
  readonly run: () => void
  /** The notice stays after it: it offers something else besides. */
  readonly keepsNotice?: true
  /** It takes back what the notice says; the shortcut of *Undo* runs the newest such. */
  readonly isUndo?: true
}

const SHOWN = 3
const toasts = createStore<readonly Toast[]>([])
let nextId = 1

/** An action *Undo* for a notice. */
export function undoAction(label: string, run: () => void): ToastAction {
  return { label, run, isUndo: true }
}

/**
 * Says what was just done, with a way back where there is one. Goes by itself, not while it is pointed at or
 * focused.
 */
export function showToast(
  text: string,
  more: {
    readonly action?: ToastAction
    readonly actions?: readonly ToastAction[]
    readonly tone?: Toast['tone']
  } = {},
): void {
  const { action, actions = [], tone = 'plain' } = more
  toasts.set(
    [
      ...toasts.get(),
      { id: nextId++, text, tone, actions: action === undefined ? actions : [action, ...actions] },
    ].slice(-SHOWN),
  )
}

/** Whether a shown notice offers *Undo*. */
export function canUndoLast(): boolean {
  return lastUndo() !== undefined
}

/** Runs *Undo* of the newest notice that offers it, as pressing its button does. */
export function undoLast(): void {
  const last = lastUndo()
  if (last === undefined) return
  last.action.run()
  if (last.action.keepsNotice !== true) dismissToast(last.id)
}

function lastUndo(): { readonly id: number; readonly action: ToastAction } | undefined {
  return toasts
    .get()
    .flatMap(({ id, actions }) => actions.filter(({ isUndo }) => isUndo).map((action) => ({ id, action })))
    .at(-1)
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useStore(toasts)
}
