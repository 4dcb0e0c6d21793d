import { useSyncExternalStore } from 'react'
import type { Draft } from './kept-drafts.ts'
import type { SaveQueue } from './save-queue.ts'
import { saving } from './saving.ts'
import type { StringAddress } from './string-address.ts'

/** Saves that are waiting or on their way. */
export function useSaveQueue(): SaveQueue {
  const { subscribe, saver } = saving()
  return useSyncExternalStore(subscribe, saver.queue)
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

/** True when something typed is not kept on the device either. */
export function useIsUnkept(): boolean {
  const { subscribe, isUnkept } = saving()
  return useSyncExternalStore(subscribe, isUnkept)
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(saving().subscribe, () => navigator.onLine)
}
