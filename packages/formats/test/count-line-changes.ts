/**
 * Lines that a shortest line diff removes and adds. The texts are the same at both ends, so only the middle
 * is compared.
 */
export function countLineChanges(
  before: string,
  after: string,
): { readonly removed: number; readonly added: number } {
  const old = before.split('\n')
  const now = after.split('\n')
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (
    tail < Math.min(old.length, now.length) - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++
  const left = old.slice(head, old.length - tail)
  const right = now.slice(head, now.length - tail)
  const kept = commonLines(left, right)
  return { removed: left.length - kept, added: right.length - kept }
}

function commonLines(left: readonly string[], right: readonly string[]): number {
  let row = new Array<number>(right.length + 1).fill(0)
  for (const line of left) {
    const next = [0]
    for (const [j, other] of right.entries())
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
    row = next
  }
  return row[right.length] ?? 0
}
