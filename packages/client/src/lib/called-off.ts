/** Whether the person dismissed the browser's dialog, which is not an error. */
export function isCalledOff(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
