import { type Check, NOTHING, wholeText } from './check.ts'

/** A text with more or fewer lines than the source. Edges are left aside, and so are lines that go on indented: those come from the source code. */
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
  return text.trim().split(/\n(?![ \t])/).length
}
