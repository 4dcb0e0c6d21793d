import { createContext, useContext, useSyncExternalStore } from 'react'
import type { StringAddress } from '../server/string-address.ts'
import { useStore } from '../use-store.ts'
import type { Saving, Unsaved } from './create-saving.ts'
import type { Draft } from './draft-store.ts'
import type { SaveQueue } from './save-queue.ts'

/** Saving of this window, created before anything is rendered. */
export const SavingContext = createContext<Saving | null>(null)

export function useSaving(): Saving {
  const saving = useContext(SavingContext)
  if (saving === null) throw new Error('nothing above has a SavingContext')
  return saving
}

/** Returns the pending saves of this window. */
export function useSaveQueue(): SaveQueue {
  return useStore(useSaving().saver.queue)
}

/** Returns everything typed in this browser that is not on the server yet. */
export function useUnsaved(): Unsaved {
  return useStore(useSaving().unsaved)
}

/** Returns the ids of the keys with a draft in this browser. */
export function useDraftKeys(project: string, language: string): ReadonlySet<number> {
  const { subscribe, drafts } = useSaving()
  return useSyncExternalStore(subscribe, () => drafts.keys(project, language))
}

/** Returns the unsaved text of one string. */
export function useDraft(address: StringAddress): Draft | null {
  const { subscribe, drafts } = useSaving()
  return useSyncExternalStore(subscribe, () => drafts.read(address))
}

/** Returns whether the draft of this string could not be stored in the browser. */
export function useIsUnstored(address: StringAddress): boolean {
  const { subscribe, drafts } = useSaving()
  return useSyncExternalStore(subscribe, () => drafts.isUnstored(address))
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(useSaving().subscribe, () => navigator.onLine)
}
