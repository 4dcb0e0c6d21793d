import type { DraftStorage } from './draft-store.ts'

/**
 * Returns the browser's storage; if it is disabled, one that refuses to store, so that the screen can say so.
 */
export function deviceStorage(): DraftStorage {
  try {
    const storage = window.localStorage
    storage.getItem('')
    return {
      getItem: (name) => storage.getItem(name),
      setItem: (name, value) => storage.setItem(name, value),
      removeItem: (name) => storage.removeItem(name),
      names: () => Object.keys(storage),
    }
  } catch {
    return REFUSING // reading `localStorage` throws if cookies are blocked
  }
}

const REFUSING: DraftStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('storage is switched off')
  },
  removeItem: () => {},
  names: () => [],
}
