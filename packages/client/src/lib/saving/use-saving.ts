import { createContext, useContext, useSyncExternalStore } from 'react'
import type { StringAddress } from '../server/string-address.ts'
import { useStore } from '../store.ts'
import type { Saving, Unsaved } from './create-saving.ts'
import type { Draft } from './draft-store.ts'
import type { SaveQueue } from './save-queue.ts'

/** Saving of this window, made before anything is drawn. */
export const SavingContext = createContext<Saving | null>(null)

export function useSaving(): Saving {
  const saving = useContext(SavingContext)
  if (saving === null) throw new Error('nothing above has a SavingContext')
  return saving
}

/** Saves of this window that are waiting or on their way. */
export function useSaveQueue(): SaveQueue {
  return useStore(useSaving().saver.queue)
}

/** All that is typed in this browser and not on the server yet. */
export function useUnsaved(): Unsaved {
  return useStore(useSaving().unsaved)
}

/** Ids of the keys with a draft on this device. */
export function useDraftKeys(project: string, language: string): ReadonlySet<number> {
  const { subscribe, drafts } = useSaving()
  return useSyncExternalStore(subscribe, () => drafts.keys(project, language))
}

/** What was typed into one string and not saved. */
export function useDraft(address: StringAddress): Draft | null {
  const { subscribe, drafts } = useSaving()
  return useSyncExternalStore(subscribe, () => drafts.read(address))
}

/** True when what was typed into this string is not stored on the device either. */
export function useIsUnstored(address: StringAddress): boolean {
  const { subscribe, drafts } = useSaving()
  return useSyncExternalStore(subscribe, () => drafts.isUnstored(address))
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(useSaving().subscribe, () => navigator.onLine)
}
