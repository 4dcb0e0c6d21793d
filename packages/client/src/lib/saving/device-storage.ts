import type { DraftStorage } from './draft-store.ts'

/**
 * The browser's storage; where it is switched off, one that refuses to keep, so that the screen can say so.
 */
export function deviceStorage(): DraftStorage {
  try {
    const storage = window.localStorage
    storage.getItem('')
    return storage
  } catch {
    return REFUSING // reading `localStorage` throws where cookies are forbidden
  }
}

const REFUSING: DraftStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('storage is switched off')
  },
  removeItem: () => {},
  key: () => null,
  length: 0,
}
