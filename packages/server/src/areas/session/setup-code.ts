import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The one-time code printed at start: the first owner's set-up, or the way in for `dragoman <folder>`. */
export type SetupCode = {
  /** The code while it can still be used, else null. */
  readonly current: () => string | null
  /** Whether `code` is the one; then it is used up. */
  readonly use: (code: string) => boolean
  readonly matches: (code: string) => boolean
}

export function newSetupCode(fixed: string | null): SetupCode {
  let code: string | null = fixed ?? randomBytes(12).toString('base64url')
  const matches = (given: string) => code !== null && sameText(given, code)
  return {
    current: () => code,
    matches,
    use(given) {
      if (!matches(given)) return false
      code = null
      return true
    },
  }
}

/** Takes as long for a wrong first letter as for a wrong last one. */
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
