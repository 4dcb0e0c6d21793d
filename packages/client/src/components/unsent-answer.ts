import { isFailure } from '@dragoman/contract'

/** What to do with texts of translation branches that were not sent; absent: the request is refused if there are any. */
export type UnsentAnswer = 'discard' | undefined

/**
 * Returns what to send with the next attempt of a request that removes translation branches: once it was refused, which
 * names the texts that would be lost, they are discarded.
 */
export function unsentAnswer({
  error,
  isPending,
  variables,
}: {
  readonly error: unknown
  readonly isPending: boolean
  readonly variables: UnsentAnswer
}): UnsentAnswer {
  return isFailure(error, 'unsent-texts') || (isPending && variables === 'discard') ? 'discard' : undefined
}
