const STORAGE_KEY = 'dragoman-rail'

/** True where this person keeps the names in the rail open. */
export function isRailKeptOpen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'open'
  } catch {
    return false // storage is switched off
  }
}

export function rememberRail(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(STORAGE_KEY, 'open')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // storage is switched off: the choice lasts as long as the page
  }
}
