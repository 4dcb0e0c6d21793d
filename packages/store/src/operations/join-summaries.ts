import type { OperationSummary } from '../types.ts'

/** Returns the summary of an operation after one more of its transactions. */
export function joinSummaries(before: OperationSummary, more: OperationSummary): OperationSummary {
  const { key, origin = more.origin } = before
  const isSameKey = key !== undefined && key.namespace === more.key?.namespace && key.name === more.key.name
  return {
    keysAdded: before.keysAdded + more.keysAdded,
    keysRemoved: before.keysRemoved + more.keysRemoved,
    keysEdited: before.keysEdited + more.keysEdited,
    translations: before.translations + more.translations,
    languages: [...new Set([...before.languages, ...more.languages])],
    ...(isSameKey ? { key } : {}),
    ...(origin === undefined ? {} : { origin }),
  }
}
