const PLACE = 'dragoman-after-sign-in'

/** Stores the person's destination while they are at the identity provider. */
export function rememberNext(next: string): void {
  try {
    sessionStorage.setItem(PLACE, next)
  } catch {
    // Storage is disabled: they return to the first page
  }
}

/** Returns the stored destination. */
export function rememberedNext(): string | null {
  try {
    return sessionStorage.getItem(PLACE)
  } catch {
    return null
  }
}

/** Forgets the destination when the person has reached it. */
export function forgetNext(): void {
  try {
    sessionStorage.removeItem(PLACE)
  } catch {
    // Storage is disabled: nothing was stored
  }
}
