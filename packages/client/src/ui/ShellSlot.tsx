import { type ReactNode, useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** Places of the top bar that a screen may fill: after the project's name, instead of the search. */
export type SlotName = 'crumbs' | 'search'

const elements = new Map<SlotName, HTMLElement>()
const filled = new Map<SlotName, number>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(): void {
  for (const listener of listeners) listener()
}

/** Draws its children in the top bar while mounted. */
export function ShellSlot({ name, children }: { readonly name: SlotName; readonly children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => elements.get(name))
  useLayoutEffect(() => {
    filled.set(name, (filled.get(name) ?? 0) + 1)
    publish()
    return () => {
      filled.set(name, (filled.get(name) ?? 1) - 1)
      publish()
    }
  }, [name])
  return element === undefined ? null : createPortal(children, element)
}

export type ShellSlotPlaceProps = {
  readonly name: SlotName
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** Where the top bar lets a screen draw; shows its own content while no screen does. */
export function ShellSlotPlace({ name, className, children }: ShellSlotPlaceProps) {
  const isFilled = useSyncExternalStore(subscribe, () => (filled.get(name) ?? 0) > 0)
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) elements.delete(name)
      else elements.set(name, element)
      publish()
    },
    [name],
  )
  return (
    <div className={className}>
      <div ref={place} style={{ display: 'contents' }} />
      {isFilled ? null : children}
    </div>
  )
}
