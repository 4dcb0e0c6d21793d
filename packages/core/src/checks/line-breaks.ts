import type { Part } from '../message/part.ts'
import { type Check, type CheckedText, NOTHING, wholeText } from './check.ts'

/**
 * A text with more or fewer lines than the source. Line ends at the edges are ignored, and so are indented
 * lines, whose breaks come from the source code.
 */
export const lineBreaks: Check = {
  codes: ['line-breaks'],
  isAboutWording: true,
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

/** Returns the text with one branch of each choice, so that line breaks of the syntax are not counted. */
function shownOf(text: string, { syntax }: CheckedText, parsed: CheckedText['parsed']): string {
  return syntax.pluralOf === undefined || !syntax.hasPlaceholders(text) ? text : oneWayThrough(parsed().parts)
}

function oneWayThrough(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.kind === 'choice' ? oneWayThrough(part.branches.at(-1)?.parts ?? []) : part.text))
    .join('')
}
