import type { FieldCode } from '@dragoman/contract'
import { type Outgoing, OutgoingError, type OutgoingReason } from '../outgoing/open-outgoing.ts'
import { refusedField } from '../refused-field.ts'

/**
 * Why a delivery is not sent to its URL: the reason of the guard for requests, or plain HTTP to a public
 * host.
 */
export type AddressProblem = OutgoingReason | 'not-https'

/**
 * Returns why deliveries cannot go to a URL, or null. Plain HTTP is only for private networks and hosts that
 * the operator allows.
 */
export async function addressProblem(outgoing: Outgoing, url: string): Promise<AddressProblem | null> {
  try {
    const { isPublic } = await outgoing.inspect(url)
    return isPublic && new URL(url).protocol === 'http:' ? 'not-https' : null
  } catch (error) {
    if (error instanceof OutgoingError) return error.reason
    throw error
  }
}

/** Throws `invalid-input` at `/url` if deliveries cannot go there. */
export async function requireAddress(outgoing: Outgoing, url: string): Promise<void> {
  const problem = await addressProblem(outgoing, url)
  if (problem !== null) throw refusedField('/url', fieldCodeOf(problem))
}

function fieldCodeOf(problem: AddressProblem): FieldCode {
  switch (problem) {
    case 'not-https':
    case 'not-web':
    case 'not-public':
    case 'no-such-host':
    case 'too-slow':
      return `webhook-${problem}`
    default:
      return 'webhook-unreachable'
  }
}
