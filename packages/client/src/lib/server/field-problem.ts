import { Failure } from '@dragoman/contract'

/** Returns the code of a field's problem if the server refused the input because of it. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof Failure)) return undefined
  return error.fields.find(({ pointer }) => pointer.split('/').at(-1) === field)?.code
}

/**
 * Returns what changes a field that shows why its value was refused: the refusal is removed, because it is about the
 * value before.
 */
export function removesRefusal<Value>(
  request: { readonly reset: () => void },
  isRefused: boolean,
  onChange: (value: Value) => void,
): (value: Value) => void {
  return (value) => {
    if (isRefused) request.reset()
    onChange(value)
  }
}
