const SHORTEST = 10

/**
 * The rule of docs/specification.md §5 that can be told while typing; whether a password is among the known
 * worst, the server says.
 */
export function isLongEnough(password: string): boolean {
  return [...password].length >= SHORTEST
}
