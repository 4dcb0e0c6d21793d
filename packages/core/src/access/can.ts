import type { Action } from './actions.ts'
import { type Actor, explain, type Target } from './explain.ts'

/** Whether an actor may do something: asked by the server to refuse, by the client to grey out. */
export function can(actor: Actor | null, action: Action, target: Target = {}): boolean {
  return explain(actor, action, target) === null
}
