/** Kinds of operations, under the names that the store uses. */
export const OPERATION_KINDS = [
  'save',
  'bulk',
  'import',
  'sync',
  'undo',
  'keys',
  'resolve',
  'review',
  'languages',
] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]
