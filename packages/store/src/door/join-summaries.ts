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
    ...countsOf('approved', before, more),
    ...countsOf('sentBack', before, more),
    ...countsOf('unreviewed', before, more),
    ...(isSameKey ? { key } : {}),
    ...(origin === undefined ? {} : { origin }),
  }
}

function countsOf<Name extends 'approved' | 'sentBack' | 'unreviewed'>(
  name: Name,
  before: OperationSummary,
  more: OperationSummary,
): Pick<OperationSummary, Name> | Record<never, never> {
  const count = (before[name] ?? 0) + (more[name] ?? 0)
  return count === 0 ? {} : { [name]: count }
}
