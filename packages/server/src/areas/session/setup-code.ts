import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The one-time code printed at start: the first owner's set-up, or the way in for `dragoman <folder>`. */
export type SetupCode = {
  /** The code while it can still be used, else null. */
  readonly current: () => string | null
  /** False for a code that a person has chosen (DRAGOMAN_SETUP_CODE), which somebody else might guess. */
  readonly isRandom: () => boolean
  readonly matches: (code: string) => boolean
  /** The code is used up; where codes renew, there is another at once. */
  readonly useUp: () => void
}

/**
 * With `onRenewed` each used code is followed by another at once, which it hears of; `random` is one that was
 * made already.
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

/** Takes as long for a wrong first letter as for a wrong last one. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
