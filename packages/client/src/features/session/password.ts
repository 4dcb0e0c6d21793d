const SHORTEST = 10

/**
 * The rule of docs/specification.md §5 that can be checked while typing; the server checks for commonly used
 * passwords.
 */
export function isLongEnough(password: string): boolean {
  return [...password].length >= SHORTEST
}
