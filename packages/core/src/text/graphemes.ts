/**
 * Returns the number of characters as people count them (Unicode grapheme clusters): a family emoji is one.
 */
export function countGraphemes(text: string): number {
  // Below U+0300 nothing combines, except that CRLF is one cluster.
  if (!/[^\u0000-\u02ff]|\r/.test(text)) return text.length
  let count = 0
  for (const _ of segmenter().segment(text)) count += 1
  return count
}

/** Returns the beginning of a text, of at most this length, without a part of a character. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text
  let end = 0
  for (const { index, segment } of segmenter().segment(text)) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

let shared: Intl.Segmenter | undefined

function segmenter(): Intl.Segmenter {
  shared ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return shared
}
