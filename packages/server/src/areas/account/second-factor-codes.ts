import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'

const PERIOD_S = 30
/** A clock can be half a minute off, and people take a moment to type. */
const WINDOW = 1
/**
 * How far away codes are checked to detect that a clock is off: a little more than the hour of a wrong time
 * zone.
 */
const FAR_WINDOW = (65 * 60) / PERIOD_S
const RECOVERY_CODES = 10
/** Crockford's alphabet: no letters that are easily confused. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the content of the QR code for the authenticator app. */
export function totpUri(secret: string, label: string): string {
  return totp(secret, label).toString()
}

export type TotpCheck = { readonly isRight: true; readonly step: number } | { readonly isRight: false }

/** Whether a code is currently valid, and for which time step. */
export function checkTotp(secret: string, code: string, now: Date): TotpCheck {
  const delta = deltaOf(secret, code, now, WINDOW)
  if (delta === null) return { isRight: false }
  return { isRight: true, step: TOTP.counter({ period: PERIOD_S, timestamp: now.getTime() }) + delta }
}

/** Returns how far the clock of a code's app seems to be off, in minutes; null if the code is of no near time. */
export function minutesOff(secret: string, code: string, now: Date): number | null {
  const delta = deltaOf(secret, code, now, FAR_WINDOW)
  return delta === null ? null : Math.max(1, Math.round(Math.abs(delta * PERIOD_S) / 60))
}

function deltaOf(secret: string, code: string, now: Date, window: number): number | null {
  const token = code.replace(/[\s-]/g, '')
  return totp(secret, '').validate({ token, timestamp: now.getTime(), window })
}

/** Whether someone typed a code from an authenticator app rather than a recovery code. */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code.replace(/[\s-]/g, ''))
}

/** Returns ten codes of eighty bits each: `7k2m-x4qd-09bn-trw8`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** Returns the hash of a recovery code as typed. The code is random, so a fast hash is enough. */
export function hashOfRecoveryCode(code: string): string {
  const letters = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return hashOfSecret(letters)
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Dragoman',
    label,
    period: PERIOD_S,
    digits: 6,
    secret: Secret.fromBase32(secret),
  })
}
