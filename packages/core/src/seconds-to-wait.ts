/** Returns the whole seconds after which a caller can try again, at least one. */
export function secondsToWait(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
