import type { ForgeCode } from '@dragoman/contract'

/** Why a forge did not do what it was asked to. Contains neither tokens nor URLs with parameters. */
export class ForgeError extends Error {
  override name = 'ForgeError'
  readonly code: ForgeCode
  readonly host: string
  /** Of the answer; null if there was none. */
  readonly status: number | null
  /** The forge's own message, shortened; empty if there was none. */
  readonly says: string
  /** When to retry, for `rate-limited`. */
  readonly retryAt: Date | null
  /** The forge's clock when it answered; null if unknown. */
  readonly answeredAt: Date | null

  constructor(
    code: ForgeCode,
    {
      host,
      status = null,
      says = '',
      retryAt = null,
      answeredAt = null,
      cause,
    }: {
      readonly host: string
      readonly status?: number | null
      readonly says?: string
      readonly retryAt?: Date | null
      readonly answeredAt?: Date | null
      readonly cause?: unknown
    },
  ) {
    super(`Request to ${host}: ${code}${status === null ? '' : ` (${status})`}`, { cause })
    this.code = code
    this.host = host
    this.status = status
    this.says = says
    this.retryAt = retryAt
    this.answeredAt = answeredAt
  }

  /** Parameters for the texts of `forge.json`. */
  get params(): Readonly<Record<string, string>> {
    return {
      host: this.host,
      says: this.says,
      ...(this.retryAt === null ? {} : { retryAt: this.retryAt.toISOString() }),
    }
  }
}
