import { explain, type Principal, type Question } from './explain.ts'

/**
 * Returns whether an action is allowed: the server uses it to refuse requests, the client to disable
 * controls.
 */
export function can(principal: Principal | null, ...question: Question): boolean {
  return explain(principal, ...question) === null
}
