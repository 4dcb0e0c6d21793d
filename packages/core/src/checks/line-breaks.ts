import { type Check, NOTHING, wholeText } from './check.ts'

/** A text with more or fewer lines than the source, edges left aside. */
export const lineBreaks: Check = {
  id: 'line-breaks',
  run({ text, source }) {
    if (source === null || !(text.includes('\n') || source.includes('\n'))) return NOTHING
    const expected = countLines(source)
    const lines = countLines(text)
    return lines === expected ? NOTHING : [{ code: 'line-breaks', severity: 'warning', span: wholeText(text), params: { lines, expected } }]
  },
}

function countLines(text: string): number {
  return text.trim().split('\n').length
}
