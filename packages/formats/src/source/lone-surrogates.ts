/** Returns whether a text has half a surrogate pair, which has no UTF-8 and would be changed by a store. */
export function hasLoneSurrogate(text: string): boolean {
  // The first, simpler expression is faster, and texts with surrogates are rare.
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text)
}

/** Returns the text with each of them replaced by U+FFFD. */
export function withoutLoneSurrogates(text: string): string {
  return hasLoneSurrogate(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text
}
