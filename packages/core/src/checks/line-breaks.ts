import type { Part } from '../message/part.ts'
import { type Check, type CheckedText, NOTHING, wholeText } from './check.ts'

/**
 * A text with more or fewer lines than the source. Edges are left aside, and so are lines that go on
 * indented: those come from the source code.
 */
export const lineBreaks: Check = {
  id: 'line-breaks',
  run(checked) {
    const { text, source } = checked
    if (source === null || !(text.includes('\n') || source.includes('\n'))) return NOTHING
    const expected = countLines(shownOf(source, checked, checked.parsedSource))
    const lines = countLines(shownOf(text, checked, checked.parsed))
    return lines === expected
      ? NOTHING
      : [{ code: 'line-breaks', severity: 'warning', span: wholeText(text), params: { lines, expected } }]
  },
}

function countLines(text: string): number {
  return text.trim().split(/\n(?![ \t])/).length
}

/** Of choices one branch: its own lines, not those it is written on. */
function shownOf(text: string, { syntax }: CheckedText, parsed: CheckedText['parsed']): string {
  return syntax.pluralOf === undefined || !syntax.hasPlaceholders(text) ? text : oneWayThrough(parsed().parts)
}

function oneWayThrough(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.kind === 'choice' ? oneWayThrough(part.branches.at(-1)?.parts ?? []) : part.text))
    .join('')
}
