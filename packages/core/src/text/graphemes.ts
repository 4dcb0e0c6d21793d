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

let shared: Intl.Segmenter | undefined

function segmenter(): Intl.Segmenter {
  shared ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return shared
}
