/**
 * Returns the one-time code in pasted text: the link shown in the terminal, or just the code. Empty if there
 * is none.
 */
export function signInCode(pasted: string): string {
  const text = pasted.trim()
  return /[?&]code=([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]+$/.test(text) ? text : '')
}
