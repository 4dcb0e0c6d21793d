import { type ReactNode, useCallback, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/use-store.ts'

/** Slots of the top bar that a screen can fill: after the project's name, instead of the search. */
export type SlotName = 'crumbs' | 'search'

type Slot = {
  /** The element in the top bar to render into; null without a top bar. */
  readonly element: HTMLElement | null
  /** Number of screens that render into it: two during a transition. */
  readonly screens: number
}

const EMPTY: Slot = { element: null, screens: 0 }
const SLOTS = { crumbs: createStore(EMPTY), search: createStore(EMPTY) }

/** Renders its children in the top bar while mounted. */
export function ShellSlot({ name, children }: { readonly name: SlotName; readonly children: ReactNode }) {
  const { element } = useStore(SLOTS[name])
  useLayoutEffect(() => {
    const slot = SLOTS[name]
    const count = (by: number) => slot.set({ ...slot.get(), screens: slot.get().screens + by })
    count(1)
    return () => count(-1)
  }, [name])
  return element === null ? null : createPortal(children, element)
}

export type ShellSlotPlaceProps = {
  readonly name: SlotName
  readonly className?: string | undefined
  readonly children?: ReactNode
}

/** The slot in the top bar; shows its own content while no screen fills it. */
export function ShellSlotPlace({ name, className, children }: ShellSlotPlaceProps) {
  const isFilled = useStore(SLOTS[name]).screens > 0
  const place = useCallback(
    (element: HTMLElement | null) => SLOTS[name].set({ ...SLOTS[name].get(), element }),
    [name],
  )
  return (
    <div className={className}>
      <div ref={place} style={{ display: 'contents' }} />
      {isFilled ? null : children}
    </div>
  )
}
