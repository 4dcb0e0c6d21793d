import { Failure } from '@dragoman/contract'
import { foldAddress, isNameTaken, type ProjectRow, type Reader } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { limitCalls } from '../../limits/limit-calls.ts'
import { refusedField } from '../../refused-field.ts'
import type { Sealing } from '../../secrets/open-sealing.ts'
import { limitAttempts } from '../session/attempt-limits.ts'
import { sameText } from '../session/setup-code.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long an address counts as confirmed in the browser that confirmed it. */
const PASS_MS = 90 * 24 * HOUR_MS
const CODE_DIGITS = 8
/** Codes per 15 minutes, to one address and from one network. */
const CODES_TO_ADDRESS = 3
const CODES_FROM_NETWORK = 10
/** Names of visitors that are compared with those of accounts, in the same time. */
const NAMES_FROM_NETWORK = 60

/** What visitors enter about themselves. */
type Given = {
  readonly name: string
  readonly address?: string | undefined
  readonly pass?: string | undefined
}

/**
 * Confirms the addresses of people without an account. Nothing about them is stored before a suggestion is:
 * the code is computed from address and hour, and the browser keeps a signature as proof that it was correct
 * (docs/decisions/0055).
 */
export function visitorAddresses(deps: Deps) {
  const { sealing, mail, now } = deps
  const limit = limitCalls(deps)
  const attempts = limitAttempts(deps)

  return {
    /**
     * Returns who suggests, and under which names their suggestions are counted. Throws `invalid-input` if
     * the project requires more, and `address-not-confirmed`. If no email can be sent, an unconfirmed address
     * is enough.
     */
    require({ settings }: ProjectRow, given: Given | undefined, { network }: Caller) {
      if (given === undefined) throw refusedField('/visitor', 'missing')
      const { name, address, pass = '' } = given
      const countedAs = [network]
      if (settings.visitorAddress === 'none') return { name, address: null, countedAs }
      if (address === undefined) throw refusedField('/visitor/address', 'missing')
      if (settings.visitorAddress === 'given' || !mail.isConfigured) return { name, address, countedAs }
      if (!isPass(sealing, { address, pass, now: now() })) throw new Failure('address-not-confirmed')
      return { name, address, countedAs: [...countedAs, foldAddress(address)] }
    },

    /**
     * Counts a name before it is compared with those of accounts, so that no one can find out many of them. Throws
     * `too-many-requests`.
     */
    countName: ({ network }: Caller) =>
      limit({ name: `visitor names from ${network}`, max: NAMES_FROM_NETWORK }),

    /** Refuses a name that people would take for that of someone with an account. Throws `name-of-account`. */
    async requireOwnName(r: Reader, name: string): Promise<void> {
      if (await isNameTaken(r, name)) throw new Failure('name-of-account')
    },

    /** Sends a code, if the project asks for it. Throws `address-not-needed` and `too-many-requests`. */
    async sendCode(
      { settings }: ProjectRow,
      { address, language }: { readonly address: string; readonly language?: string | undefined },
      { network, write }: Caller,
    ): Promise<{ readonly isSent: boolean }> {
      if (settings.visitorAddress !== 'confirmed') throw new Failure('address-not-needed')
      if (!mail.isConfigured) return { isSent: false }
      await limit({ name: `visitor codes from ${network}`, max: CODES_FROM_NETWORK })
      await limit({ name: `visitor codes to ${foldAddress(address)}`, max: CODES_TO_ADDRESS })
      const at = now()
      const isSent = await write((w) =>
        mail.send(w, {
          to: { name: '', address },
          kind: 'visitor-code',
          language: language ?? null,
          params: { code: visitorCode(sealing, address, at) },
          dedupeKey: `visitor-code:${foldAddress(address)}.${at.getTime()}`,
        }),
      )
      return { isSent }
    },

    /** Throws `wrong-code`, and `too-many-requests` after ten wrong ones. */
    async confirm(
      { address, code }: { readonly address: string; readonly code: string },
      caller: Caller,
    ): Promise<{ readonly pass: string }> {
      const attempt = await attempts.begin({
        address: caller.address,
        strict: `visitor ${foldAddress(address)}`,
      })
      const at = now()
      const digits = code.replace(/\D/g, '')
      const isRight = [at, new Date(at.getTime() - HOUR_MS)].some((then) =>
        sameText(digits, visitorCode(sealing, address, then)),
      )
      if (!isRight) throw new Failure('wrong-code')
      await attempt.withdraw()
      return { pass: newPass(sealing, address, at.getTime() + PASS_MS) }
    },
  }
}

/** Returns the code that confirms an address within this hour and the next. */
export function visitorCode(sealing: Sealing, address: string, at: Date): string {
  const hour = Math.floor(at.getTime() / HOUR_MS)
  const bytes = Buffer.from(sealing.sign(`${foldAddress(address)}\n${hour}`, 'visitor code'), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

function newPass(sealing: Sealing, address: string, untilMs: number): string {
  return `${untilMs}.${sealing.sign(`${foldAddress(address)}\n${untilMs}`, 'visitor pass')}`
}

function isPass(
  sealing: Sealing,
  { address, pass, now }: { readonly address: string; readonly pass: string; readonly now: Date },
): boolean {
  const untilMs = Number(pass.split('.', 1)[0])
  return untilMs > now.getTime() && sameText(pass, newPass(sealing, address, untilMs))
}
