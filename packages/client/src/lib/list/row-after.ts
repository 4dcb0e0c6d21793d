/** Returns the row that takes the place of the current one when rows leave; null: none stays. */
export function rowAfter<Id>(ids: readonly Id[], leaving: ReadonlySet<Id>, current: Id | null): Id | null {
  const at = Math.max(0, current === null ? 0 : ids.indexOf(current))
  const stays = (id: Id) => !leaving.has(id)
  return ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays) ?? null
}
