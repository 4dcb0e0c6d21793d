import type { Change } from './change.ts'

/** Returns the change that reverts this one. */
export function invert(change: Change): Change {
  switch (change.kind) {
    case 'translation':
      return { ...change, before: change.after, after: change.before }
    case 'key-edited':
      return { ...change, before: change.after, after: change.before }
    case 'key-added':
      return { ...change, kind: 'key-removed' }
    case 'key-removed':
      return { ...change, kind: 'key-added' }
    default:
      return change satisfies never
  }
}

/** Returns the changes that revert a whole list: each inverted, the last first. */
export function invertAll(changes: readonly Change[]): Change[] {
  return changes.map(invert).reverse()
}
