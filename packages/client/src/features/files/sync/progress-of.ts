import type { api, ReplyOf } from '@dragoman/contract'

type Checks = ReplyOf<typeof api.git.checks>['checks']

/**
 * How many checks of a pull request have finished, and the check at which that is shown: the first that is running,
 * or else waiting. Null: none is left.
 */
export function progressOf(checks: Checks): { readonly done: number; readonly at: string } | null {
  const isOpen = ({ state }: Checks[number]) => state === 'running' || state === 'waiting'
  const at = checks.find(({ state }) => state === 'running') ?? checks.find(isOpen)
  return at === undefined ? null : { done: checks.filter((one) => !isOpen(one)).length, at: at.name }
}
