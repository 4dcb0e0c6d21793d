/** Returns whether a language is a pseudo language: `en-XA`, `ar-XB`, or `qps-ploc` as on Windows. */
export function isPseudoLanguage(tag: string): boolean {
  return /-X[AB]$|^qps(?:-|$)/i.test(tag)
}
