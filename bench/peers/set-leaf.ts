/**
 * Sets the first string in a tree that is exactly `text`, wherever a library stores it; returns false if
 * there is none.
 */
export function setLeaf(tree: unknown, text: string, value: string): boolean {
  const seen = new Set<object>()
  const waiting: unknown[] = [tree]
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue
    seen.add(node)
    for (const [key, inner] of Object.entries(node)) {
      if (inner === text && Reflect.set(node, key, value)) return true
      if (inner !== null && typeof inner === 'object') waiting.push(inner)
    }
  }
  return false
}
