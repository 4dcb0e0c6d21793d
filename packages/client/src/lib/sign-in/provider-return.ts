const PLACE = 'dragoman-after-sign-in'

/** Keeps where somebody wanted to go while they are at the identity provider. */
export function rememberNext(next: string): void {
  try {
    sessionStorage.setItem(PLACE, next)
  } catch {
    // Storage is switched off: they come back to the first page
  }
}

/** Where they wanted to go; asked once. */
export function rememberedNext(): string | null {
  try {
    const next = sessionStorage.getItem(PLACE)
    sessionStorage.removeItem(PLACE)
    return next
  } catch {
    return null
  }
}
