import { useSyncExternalStore } from 'react'
import { type Saving, saving } from './saving.ts'

/** Drafts and pending saves of this page; draws again with every change of either. */
export function useSaving(): Saving {
  const shared = saving()
  useSyncExternalStore(shared.subscribe, shared.version)
  return shared
}
