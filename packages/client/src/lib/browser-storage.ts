/** `sessionStorage` is that of this window. */
export type StorageArea = 'localStorage' | 'sessionStorage'

/** Returns what is stored in this browser; null: nothing, or storage is disabled, where reading it throws. */
export function readStored(key: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a value in this browser; null removes it. Without storage, it lasts as long as the page at most. */
export function store(key: string, value: string | null, area: StorageArea = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
  } catch {
    // storage is disabled or full: what is stored this way is a convenience
  }
}
