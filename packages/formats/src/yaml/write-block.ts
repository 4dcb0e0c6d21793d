import { CST, Parser } from 'yaml'
import type { ScalarPosition } from './write-scalar.ts'
import { scalarText } from './yaml-token.ts'

/**
 * Returns `text` as a block scalar in the style of `was`, without the line end after it; null: a block cannot
 * store it.
 */
export function blockScalar(
  text: string,
  was: string,
  { outer, indent, eol }: ScalarPosition,
): string | null {
  const header = /^([|>])([-+1-9]*)([^\r\n]*)/.exec(was)
  if (header === null || text.trim() === '' || CANNOT_HOLD.test(text)) return null
  const declared = /[1-9]/.exec(header[2] ?? '')?.[0]
  const lines = declared === undefined ? (contentIndent(was) ?? indent) : outer + ' '.repeat(Number(declared))
  const depth = lines.length - outer.length
  if (depth < 1 || depth > 9) return null
  // If the first line starts with a blank, the indentation of the block must be declared.
  const indicator = declared ?? (text.startsWith(' ') ? String(depth) : '')
  const rest = header[3] ?? ''
  const styles = header[1] === '>' ? (['>', '|'] as const) : (['|'] as const)
  for (const style of styles) {
    const body = style === '>' ? fold(withoutEnd(text), widthOf(was)) : withoutEnd(text).split('\n')
    for (const chomping of chompings(text, header[2] ?? '')) {
      const raw = [
        `${style}${indicator}${chomping}${rest}`,
        ...body.map((line) => (line === '' ? '' : lines + line)),
      ].join(eol)
      const blanks = chomping === '+' ? eol.repeat(Math.max(0, trailingLines(text) - 1)) : ''
      // The content of a block depends on many things, so the result is read again.
      if (parseBlock(raw + blanks + eol, outer) === text) return raw + blanks
    }
  }
  return null
}

/** Returns a new literal block for a multiline text; null: a block cannot store it. */
export function newBlockScalar(text: string, place: ScalarPosition): string | null {
  return text.includes('\n') && !text.startsWith('\n') ? blockScalar(text, '|-', place) : null
}

/** Tabs can be in a block, but not at its start; other control characters must be escaped. */
const CANNOT_HOLD =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]|\n\n\n$|^[\t\n]/u

function contentIndent(was: string): string | null {
  return /\n( +)[^ \r\n]/.exec(was)?.[1] ?? null
}

function withoutEnd(text: string): string {
  return text.replace(/\n{1,3}$/, '')
}

function trailingLines(text: string): number {
  return /\n*$/.exec(text.slice(-3))?.[0].length ?? 0
}

/** Returns the present chomping of the block, if possible, otherwise the one that the text requires. */
function chompings(text: string, indicators: string): readonly string[] {
  const wanted = ['-', '', '+'][Math.min(trailingLines(text), 2)] ?? '-'
  const own = /[-+]/.exec(indicators)?.[0] ?? ''
  if (own === '+') return wanted === '' ? ['+', ''] : [wanted]
  // Blank lines after it would become part of it.
  return wanted === '+' ? [] : [wanted]
}

function parseBlock(raw: string, outer: string): string | null {
  const source = `${outer}- ${raw}${outer}- x\n`
  for (const token of new Parser().parse(source)) {
    if (token.type !== 'document' || token.value?.type !== 'block-seq') continue
    const value = token.value.items[0]?.value
    if (token.value.items.length !== 2) return null
    return value !== undefined && CST.isScalar(value) && value.type !== 'alias'
      ? scalarText(source, value)
      : null
  }
  return null
}

function widthOf(was: string): number {
  let width = 0
  for (const line of was.split(/\r?\n/).slice(1)) width = Math.max(width, line.trim().length)
  return Math.max(width, 40)
}

/**
 * Returns the lines of a folded block: a line end of the text is a blank line, a long line is broken at a
 * space.
 */
function fold(text: string, width: number): string[] {
  const out: string[] = []
  for (const [i, paragraph] of text.split('\n').entries()) {
    if (i > 0) out.push('')
    const breaks = /(?<=\S) (?=\S)/g
    let start = 0
    let last = -1
    for (const { index } of paragraph.matchAll(breaks)) {
      if (index - start > width && last >= 0) {
        out.push(paragraph.slice(start, last))
        start = last + 1
      }
      last = index
    }
    if (paragraph.length - start > width && last >= start && last > 0) {
      out.push(paragraph.slice(start, last))
      start = last + 1
    }
    out.push(paragraph.slice(start))
  }
  return out
}
