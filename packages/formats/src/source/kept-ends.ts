/** What a raw value keeps when its text changes. */
export type KeptEnds = {
  /** Tokens before `head`, and from `tail` on, keep their text. */
  readonly head: number
  readonly tail: number
  /** The part of the new text between them, which is to be written. */
  readonly start: number
  readonly end: number
}

/** Compares the texts of a value's tokens with the text that the value gets. Splits no surrogate pair. */
export function keptEnds(values: readonly string[], text: string): KeptEnds {
  let head = 0
  let start = 0
  for (; head < values.length; head++) {
    const value = values[head] ?? ''
    if (!text.startsWith(value, start)) break
    start += value.length
  }
  let tail = values.length
  let end = text.length
  for (; tail > head; tail--) {
    const value = values[tail - 1] ?? ''
    if (end - value.length < start || !text.endsWith(value, end)) break
    end -= value.length
  }
  if (head > 0 && /^[\ud800-\udbff]$/.test(values[head - 1] ?? '')) {
    head--
    start--
  }
  if (tail < values.length && /^[\udc00-\udfff]$/.test(values[tail] ?? '')) {
    tail++
    end++
  }
  return { head, tail, start, end }
}
