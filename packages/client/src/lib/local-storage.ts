/** Returns what is stored in this browser; null: nothing, or storage is disabled, where reading it throws. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value in this browser; null removes it. Without storage, it lasts as long as the page at most. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // storage is disabled or full: what is stored this way is a convenience
  }
}
