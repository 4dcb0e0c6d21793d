import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The one-time code printed at startup: for the first owner's setup, or for signing in to `dragoman
 * <folder>`.
 */
export type SetupCode = {
  /** Returns the code while it can still be used, otherwise null. */
  readonly current: () => string | null
  /** False for a code chosen by a person (DRAGOMAN_SETUP_CODE), which someone else might guess. */
  readonly isRandom: () => boolean
  readonly matches: (code: string) => boolean
  /** Marks the code as used; if codes renew, the next one exists immediately. */
  readonly useUp: () => void
}

/**
 * Creates a setup code. With `onRenewed`, each used code is immediately followed by another one, and
 * `onRenewed` is called. `random` is a code that was already created.
 */
export function newSetupCode(
  fixed: string | null,
  { onRenewed = null, random = randomCode() }: { onRenewed?: (() => void) | null; random?: string } = {},
): SetupCode {
  let code: string | null = fixed ?? random
  let isRandom = fixed === null
  return {
    current: () => code,
    isRandom: () => isRandom,
    matches: (given) => code !== null && sameText(given, code),
    useUp() {
      code = onRenewed === null ? null : randomCode()
      isRandom = true
      onRenewed?.()
    },
  }
}

export function randomCode(): string {
  return randomBytes(12).toString('base64url')
}

/** Compares in constant time, wherever the texts differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
