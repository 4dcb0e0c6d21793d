import type { Span } from '../text/span.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'
import { textPieces } from './text-pieces.ts'

/**
 * A bracket that is not closed or has no match, if all brackets of the source are paired. Braces are checked
 * by the message syntax.
 */
export const brackets: Check = {
  codes: ['brackets'],
  isAboutWording: true,
  run(checked) {
    if (!ANY_BRACKET.test(checked.text)) return NOTHING
    const lonely = findUnpairedBrackets(checked, checked.text, checked.parsed)
    if (lonely.length === 0) return NOTHING
    if (
      checked.source !== null &&
      findUnpairedBrackets(checked, checked.source, checked.parsedSource).length > 0
    )
      return NOTHING
    return lonely.map((span) => ({
      code: 'brackets',
      severity: 'warning',
      span,
      params: { bracket: checked.text.slice(span.start, span.end) },
    }))
  },
}

const ANY_BRACKET = /[()[\]（）［］【】「」『』]/
const EVERY_BRACKET = new RegExp(ANY_BRACKET, 'g')

type Bracket = { readonly pair: string; readonly opens: boolean }

/** Half-width and full-width brackets match each other: they are often mixed. */
const PAIRS: ReadonlyMap<string, Bracket> = new Map(
  [
    ['(（', ')）'],
    ['[［', ']］'],
    ['【', '】'],
    ['「', '」'],
    ['『', '』'],
  ].flatMap(([opening = '', closing = '']) => [
    ...[...opening].map((sign): [string, Bracket] => [sign, { pair: opening, opens: true }]),
    ...[...closing].map((sign): [string, Bracket] => [sign, { pair: opening, opens: false }]),
  ]),
)

function findUnpairedBrackets({ syntax }: CheckedText, text: string, parsed: CheckedText['parsed']): Span[] {
  const open: { pair: string; span: Span }[] = []
  const lonely: Span[] = []
  const read = (piece: string, offset: number) => {
    for (const match of piece.matchAll(EVERY_BRACKET)) {
      const bracket = PAIRS.get(match[0])
      if (bracket === undefined) continue
      const span = { start: offset + match.index, end: offset + match.index + 1 }
      if (bracket.opens) open.push({ pair: bracket.pair, span })
      else if (open.at(-1)?.pair === bracket.pair) open.pop()
      else lonely.push(span)
    }
  }
  if (syntax.hasMarkup(text)) {
    for (const part of textPieces(parsed().parts)) read(part.text, part.span.start)
  } else read(text, 0)
  return [...lonely, ...open.map(({ span }) => span)]
}
