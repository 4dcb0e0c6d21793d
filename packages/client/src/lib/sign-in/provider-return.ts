import { readStored, store } from '../browser-storage.ts'

const PLACE = 'dragoman-after-sign-in'

/** Stores the person's destination while they are at the identity provider; without storage, it is the first page. */
export function rememberNext(next: string): void {
  store(PLACE, next, 'sessionStorage')
}

/** Returns the stored destination. */
export function rememberedNext(): string | null {
  return readStored(PLACE, 'sessionStorage')
}

/** Forgets the destination when the person has reached it. */
export function forgetNext(): void {
  store(PLACE, null, 'sessionStorage')
}
