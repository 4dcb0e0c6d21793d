import { explain, type Principal, type Question } from './explain.ts'

/** Whether somebody may do something: asked by the server to refuse, by the client to grey out. */
export function can(principal: Principal | null, ...question: Question): boolean {
  return explain(principal, ...question) === null
}
