/** What an operation was: one action of one actor on the catalog. The store has them by these names. */
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
