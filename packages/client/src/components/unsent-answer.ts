import { isFailure, type UnsentAnswer, writeSeen } from '@dragoman/contract'

/**
 * Returns what to send with the next attempt of a request that removes translation branches: once it was refused, which
 * names the texts that would be lost, as many as these are discarded. Undefined: it is refused if there are any.
 */
export function unsentAnswer({
  error,
  isPending,
  variables,
}: {
  readonly error: unknown
  readonly isPending: boolean
  readonly variables: UnsentAnswer | undefined
}): UnsentAnswer | undefined {
  if (!isFailure(error, 'unsent-texts')) return isPending ? variables : undefined
  const branches = error.current?.branches
  return { unsent: 'discard', ...(branches && { seen: writeSeen(branches) }) }
}
