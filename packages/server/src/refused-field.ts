import { Failure, type FailureParams, type FieldCode } from '@dragoman/contract'

/** Returns the failure of a request with one refused field. */
export function refusedField(pointer: string, code: FieldCode, params?: FailureParams): Failure {
  return new Failure('invalid-input', {}, { fields: [{ pointer, code, params }] })
}
