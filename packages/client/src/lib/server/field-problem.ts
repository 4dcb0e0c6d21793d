import { Failure } from '@dragoman/contract'

/** Returns the code of a field's problem if the server refused the input because of it. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof Failure)) return undefined
  return error.fields.find(({ pointer }) => pointer.split('/').at(-1) === field)?.code
}
