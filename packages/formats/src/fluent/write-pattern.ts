import { type FtlCursor, isLineEnd, maybePattern, passPlaceable } from '@dragoman/core/fluent-grammar'
import { GUARD, needsGuardAfter, needsGuardBefore, patternText } from './pattern-text.ts'

/** The layout of a pattern. `lead` is the text between the equals sign and its first character. */
export type PatternLayout = { readonly isBlock: boolean; readonly lead: string; readonly indent: number }

/**
 * Returns the pattern that reads as `text`, with its lead, in the first layout that can store it; null if
 * none can, for example because of an open brace.
 */
export function writePattern(text: string, layouts: readonly PatternLayout[], eol: string): string | null {
  for (const layout of layouts) {
    const raw = layOut(text, layout)
    if (raw === null) continue
    const value = layout.lead + (eol === '\n' ? raw : raw.replaceAll('\n', eol))
    if (readValue(value) === text) return value
  }
  return null
}

/**
 * Returns what a program would read after the equals sign, or null if the value is not one complete pattern.
 */
function readValue(value: string): string | null {
  const cursor: FtlCursor = { text: `${value}\n`, at: 0, mistake: null }
  const pattern = maybePattern(cursor, 0)
  return pattern === null || cursor.at !== value.length ? null : patternText(cursor.text, pattern)
}

/** Whether the text contains a line break outside placeables. */
export function hasOuterBreak(text: string): boolean {
  return text.includes('\n') && (splitOuter(text.replaceAll('\n', '\n '), 1)?.length ?? 0) > 1
}

function layOut(text: string, { isBlock, indent }: PatternLayout): string | null {
  const spaces = ' '.repeat(indent)
  const lines = splitOuter(indentLines(text, spaces), indent)
  if (lines === null) return null
  // Without another line to compare with, the lines within a placeable are taken as they are.
  if (!isBlock && lines.length === 1 && indent > 0) return layOut(text, { isBlock, lead: '', indent: 0 })
  // Lines can be indented further than the others, as long as one of them shows the common indentation.
  const isMeasured = isBlock || lines.some((line, i) => i > 0 && line !== '' && !line.startsWith(' '))
  const guarded = lines.map((line, i) => {
    const place = { isFirst: i === 0, isLast: i === lines.length - 1, isBlock }
    const isFree = isMeasured && !place.isFirst && line.startsWith(' ') && !/^ *(?:$|[.[*]|[^\S ])/.test(line)
    const before = !isFree && needsGuardBefore(line, place) ? GUARD : ''
    const after = place.isLast && needsGuardAfter(line) ? GUARD : ''
    return before + line + after
  })
  return guarded.map((line, i) => (i === 0 || line === '' ? line : spaces + line)).join('\n')
}

/** Indents the text after a line break, except empty lines, as the lines within placeables require. */
function indentLines(text: string, spaces: string): string {
  return spaces === '' ? text : text.replace(/\n(?!\n|$)/g, `\n${spaces}`)
}

/**
 * Returns the lines outside placeables, without their indentation; null if a brace is not part of a
 * placeable.
 */
function splitOuter(text: string, indent: number): string[] | null {
  const cursor: FtlCursor = { text, at: 0, mistake: null }
  const lines: string[] = []
  let from = 0
  while (cursor.at < text.length) {
    const code = text.charCodeAt(cursor.at)
    if (code === 123) {
      if (!passPlaceable(cursor, 1)) return null
    } else if (code === 125) return null
    else if (isLineEnd(text, cursor.at)) {
      lines.push(text.slice(from, cursor.at))
      const isEmpty = cursor.at + 1 >= text.length || isLineEnd(text, cursor.at + 1)
      from = cursor.at + 1 + (isEmpty ? 0 : indent)
      cursor.at = from
    } else cursor.at++
  }
  lines.push(text.slice(from))
  return lines
}
