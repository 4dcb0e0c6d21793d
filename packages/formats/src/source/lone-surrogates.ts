/** Half a surrogate pair has no UTF-8 and would come back from a store as something else. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text)
}

/** The text with U+FFFD in their place. */
export function withoutLoneSurrogates(text: string): string {
  return hasLoneSurrogate(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text
}
