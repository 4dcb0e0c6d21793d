import { type Check, NOTHING } from './check.ts'

/** Two or more spaces in the middle of a text whose source has none. */
export const doubleSpace: Check = {
  id: 'double-space',
  run({ text, source }) {
    if (!text.includes('  ')) return NOTHING
    if (source?.trim().includes('  ') === true) return NOTHING
    const found = [...text.matchAll(/(?<=\S) {2,}(?=\S)/g)]
    if (found.length === 0) return NOTHING
    return found.map((match) => {
      const span = { start: match.index, end: match.index + match[0].length }
      return { code: 'double-space', severity: 'warning', span, fix: { span, text: ' ' } }
    })
  },
}
