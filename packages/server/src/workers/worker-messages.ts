import type { FailureCode, FailureParams, FieldProblem } from '@dragoman/contract'
import type { StoreConfig } from '@dragoman/store'

/** A task for the worker or, without a name, that the database is closed and its connection with it. */
export type ToWorker = {
  readonly id: number
  readonly name: string | null
  readonly input: unknown
  readonly database: StoreConfig
}

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'progress'
      readonly id: number
      readonly done: number
      readonly total: number
      readonly detail: string | null
    }
  | {
      readonly kind: 'refused'
      readonly id: number
      readonly code: FailureCode
      readonly params: FailureParams
      readonly fields: readonly FieldProblem[]
    }
  | { readonly kind: 'broken'; readonly id: number; readonly error: unknown }
