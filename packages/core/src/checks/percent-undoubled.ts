import type { Issue } from '../message/issue.ts'
import type { Part } from '../message/part.ts'
import { type Check, NOTHING } from './check.ts'
import { partLists, textPieces } from './text-pieces.ts'

/**
 * A percent sign that is not doubled although those of the source are, which shows that a program formats the
 * text: it would take the sign for the start of a conversion.
 */
export const percentUndoubled: Check = {
  codes: ['percent-undoubled'],
  run({ source, text, parsed, parsedSource }) {
    if (source === null || !source.includes('%%') || !text.includes('%')) return NOTHING
    if (!hasDoubledPercent(parsedSource().parts)) return NOTHING
    const issues: Issue[] = []
    for (const { text: piece, span } of textPieces(parsed().parts)) {
      for (let at = piece.indexOf('%'); at !== -1; at = piece.indexOf('%', at + 1)) {
        const place = { start: span.start + at, end: span.start + at + 1 }
        const fix = { span: place, text: '%%' }
        issues.push({ code: 'percent-undoubled', severity: 'error', span: place, fix })
      }
    }
    return issues.length === 0 ? NOTHING : issues
  },
}

function hasDoubledPercent(parts: readonly Part[]): boolean {
  return partLists(parts).some((list) => list.some((part) => part.kind === 'escape' && part.text === '%%'))
}
