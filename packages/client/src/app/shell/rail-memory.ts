const STORAGE_KEY = 'dragoman-rail'

/** Whether this person keeps the names in the rail visible. */
export function isRailKeptOpen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'open'
  } catch {
    return false // storage is disabled
  }
}

export function rememberRail(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(STORAGE_KEY, 'open')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // storage is disabled: the choice lasts as long as the page
  }
}
