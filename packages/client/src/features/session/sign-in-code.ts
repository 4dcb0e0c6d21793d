/**
 * The one-time code of what a person pasted: the link that the terminal shows, or the code in it. Empty where
 * there is none.
 */
export function signInCode(pasted: string): string {
  const text = pasted.trim()
  return /[?&]code=([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]+$/.test(text) ? text : '')
}
