/** Counts the turns of the event loop, in which other requests are answered, until it is stopped. */
export function countTurns(): { readonly count: () => number; readonly stop: () => void } {
  let turns = 0
  let next = setImmediate(onTurn)
  function onTurn(): void {
    turns += 1
    next = setImmediate(onTurn)
  }
  return { count: () => turns, stop: () => clearImmediate(next) }
}
