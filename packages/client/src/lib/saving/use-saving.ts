import { useSyncExternalStore } from 'react'
import type { Unsaved } from './create-saving.ts'
import type { Draft } from './draft-store.ts'
import type { SaveQueue } from './save-queue.ts'
import { saving } from './saving.ts'
import type { StringAddress } from './string-address.ts'

/** Saves of this window that are waiting or on their way. */
export function useSaveQueue(): SaveQueue {
  const { subscribe, saver } = saving()
  return useSyncExternalStore(subscribe, saver.queue)
}

/** All that is typed in this browser and not on the server yet. */
export function useUnsaved(): Unsaved {
  const { subscribe, unsaved } = saving()
  return useSyncExternalStore(subscribe, unsaved)
}

/** Ids of the keys with a draft on this device. */
export function useDraftKeys(project: string, language: string): ReadonlySet<number> {
  const { subscribe, drafts } = saving()
  return useSyncExternalStore(subscribe, () => drafts.keys(project, language))
}

/** What was typed into one string and not saved. */
export function useDraft(address: StringAddress): Draft | null {
  const { subscribe, drafts } = saving()
  return useSyncExternalStore(subscribe, () => drafts.read(address))
}

/** True when what was typed into this string is not stored on the device either. */
export function useIsUnstored(address: StringAddress): boolean {
  const { subscribe, drafts } = saving()
  return useSyncExternalStore(subscribe, () => drafts.isUnstored(address))
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(saving().subscribe, () => navigator.onLine)
}
