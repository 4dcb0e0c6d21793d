import { readStored, store } from '../../lib/browser-storage.ts'

const STORAGE_KEY = 'dragoman-rail'

/** Whether this person keeps the names in the rail visible. */
export function isRailKeptOpen(): boolean {
  return readStored(STORAGE_KEY) === 'open'
}

export function rememberRail(isOpen: boolean): void {
  store(STORAGE_KEY, isOpen ? 'open' : null)
}
