import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import type { Identified } from './caller.ts'
import { turnOf } from './counted-caller.ts'

/** Does the work of a route outside of the contract when it is the caller's turn. */
export async function inTurn(
  context: Context,
  deps: Deps,
  caller: Identified,
  work: () => Promise<Response>,
): Promise<Response> {
  const turn = await turnOf(context, deps, caller)
  return work().finally(turn.end)
}
