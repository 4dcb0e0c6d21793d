const PLACE = 'dragoman-after-sign-in'

/** Stores the person's destination while they are at the identity provider. */
export function rememberNext(next: string): void {
  try {
    sessionStorage.setItem(PLACE, next)
  } catch {
    // Storage is disabled: they return to the first page
  }
}

/** Returns the stored destination, once. */
export function rememberedNext(): string | null {
  try {
    const next = sessionStorage.getItem(PLACE)
    sessionStorage.removeItem(PLACE)
    return next
  } catch {
    return null
  }
}
