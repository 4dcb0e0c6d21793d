import type { Span } from '../../text/span.ts'
import { type Part, textPart } from '../part.ts'
import { readTag } from '../scan/read-tag.ts'
import type { IcuRules, Quoting } from './parse-icu.ts'

export type LiteralRules = {
  readonly quoting: Quoting
  readonly tags: IcuRules['tags']
  /** The apostrophes that quote nothing, although they could. */
  readonly mistaken: ReadonlySet<number>
  /** Directly within a branch of a plural, where `#` is a character of the syntax. */
  readonly isPlural: boolean
}

/**
 * Returns the parts between arguments: text, tags, and quoted characters (`''`, `'{'`). Braces in the range
 * are literal.
 */
export function literalParts(text: string, range: Span, rules: LiteralRules): Part[] {
  const parts: Part[] = []
  let textStart = range.start
  const take = (part: Part) => {
    if (part.span.start > textStart) parts.push(textPart(text, textStart, part.span.start))
    parts.push(part)
    textStart = part.span.end
  }
  // Searching the whole text for each range would take quadratic time.
  const literal = text.slice(range.start, range.end)
  SIGN.lastIndex = 0
  for (let found = SIGN.exec(literal); found !== null; found = SIGN.exec(literal)) {
    const at = range.start + found.index
    const part = found[0] === '<' ? tagAt(text, at, rules) : quoteAt(text, at, { limit: range.end, ...rules })
    if (part === null || part.span.end > range.end) continue
    take(part)
    SIGN.lastIndex = part.span.end - range.start
  }
  if (textStart < range.end) parts.push(textPart(text, textStart, range.end))
  return parts
}

/** FormatJS has no attributes: an apostrophe in something like a tag quotes as everywhere. */
function tagAt(text: string, at: number, { tags }: LiteralRules): Part | null {
  const tag = readTag(text, at)
  return tags === 'parsed' && tag?.text.includes("'") === true ? null : tag
}

const SIGN = /['<]/g

/**
 * Reads `''` as an apostrophe; one that quotes opens a quotation that ends at the next single one, or at the
 * end of the text.
 */
function quoteAt(
  text: string,
  start: number,
  { limit, quoting, mistaken, isPlural }: LiteralRules & { readonly limit: number },
): Part | null {
  if (quoting === 'never' || mistaken.has(start)) return null
  const next = text[start + 1] ?? ''
  if (next === "'") return { kind: 'escape', text: "''", span: { start, end: start + 2 }, value: "'" }
  if (quoting === 'before-syntax' && (next === '' || !(isPlural ? '{}#<>' : '{}<>').includes(next)))
    return null
  let end = start + 1
  while (end < limit) {
    if (text[end] === "'") {
      // Flutter ends a quotation at the next apostrophe, even if another follows.
      if (text[end + 1] !== "'" || quoting === 'always') break
      end += 1
    }
    end += 1
  }
  end = Math.min(end + 1, limit)
  const quoted = text.slice(start, end)
  return {
    kind: 'escape',
    text: quoted,
    span: { start, end },
    value: quoted.slice(1).replace(/'$/, '').replaceAll("''", "'"),
  }
}
