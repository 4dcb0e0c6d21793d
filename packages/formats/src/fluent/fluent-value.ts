import { type FtlPattern, maybePattern } from '@dragoman/core/fluent-grammar'
import { EditError } from '../edit/edit-error.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import type { FluentStyle, ValueDraft } from './fluent-session.ts'
import { patternText } from './pattern-text.ts'
import { hasOuterBreak, type PatternLayout, writePattern } from './write-pattern.ts'

type Wish = { readonly name: string; readonly text: string }

/**
 * Sets the text of a value in its own layout, or the nearest that can store it. Returns false if it is
 * unchanged.
 */
export function setValue(value: ValueDraft, style: FluentStyle, { name, text }: Wish): boolean {
  const cursor = { text: value.written, at: 0, mistake: null }
  const pattern = maybePattern(cursor, 0)
  if ((pattern === null ? '' : patternText(cursor.text, pattern)) === text) return false
  value.written = write(style, { name, text }, layoutsFor(value.written, pattern, { style, text }))
  return true
}

/**
 * Returns the value in its own layout with a single-line text, independently of the rest of the file. Null if
 * that cannot store it.
 */
export function rewriteLine(written: string, text: string): string | null {
  const cursor = { text: written, at: 0, mistake: null }
  const pattern = maybePattern(cursor, 0)
  if (pattern === null || /[\n\0]/.test(text)) return null
  if (patternText(written, pattern) === text) return written
  const layout = ownLayout(written, pattern, 0)
  return writePattern(text, [layout], '\n')
}

/** Returns a value in the style of the file: multiline texts start on their own line. */
export function newValue(
  style: FluentStyle,
  { name, text }: Wish,
  kind: 'message' | 'attribute',
): ValueDraft {
  const inline: PatternLayout = { isBlock: false, lead: ' ', indent: style.blockIndent }
  const block = blockLayout(style, kind)
  const layouts = text.includes('\n') ? [block, inline] : [inline, block]
  return { written: write(style, { name, text }, layouts), trail: '' }
}

function write({ eol }: FluentStyle, { name, text }: Wish, layouts: readonly PatternLayout[]): string {
  if (hasLoneSurrogate(text)) throw new EditError('not-encodable', name)
  // A file with a NUL would be read as UTF-16 or as binary.
  const written = text.includes('\0') ? null : writePattern(text, layouts, eol)
  if (written === null) throw new EditError('not-representable', name)
  return written
}

function layoutsFor(
  written: string,
  pattern: FtlPattern | null,
  { style, text }: { readonly style: FluentStyle; readonly text: string },
): readonly PatternLayout[] {
  const inline: PatternLayout = { isBlock: false, lead: ' ', indent: style.blockIndent }
  const block = blockLayout(style, 'message')
  if (pattern === null) return [inline, block]
  const own = ownLayout(written, pattern, style.blockIndent)
  if (pattern.isBlock) {
    const lead = written.slice(0, pattern.start - pattern.firstIndent)
    return [own, { ...block, lead: lead + ' '.repeat(block.indent) }, inline]
  }
  return pattern.lines.length === 0 && hasOuterBreak(text) ? [block, own] : [own, block, inline]
}

/**
 * Returns the current layout of the value; `otherwise` is the indentation of further lines if it has none.
 */
function ownLayout(
  written: string,
  { start, isBlock, firstIndent, indent }: FtlPattern,
  otherwise: number,
): PatternLayout {
  if (isBlock) return { isBlock, lead: written.slice(0, start - firstIndent) + ' '.repeat(indent), indent }
  return {
    isBlock,
    lead: written.slice(0, start),
    indent: Number.isFinite(indent) && indent > 0 ? indent : otherwise,
  }
}

function blockLayout(
  { eol, blockIndent, attributeIndent }: FluentStyle,
  kind: 'message' | 'attribute',
): PatternLayout {
  const indent = kind === 'message' ? blockIndent : attributeIndent + blockIndent
  return { isBlock: true, lead: eol + ' '.repeat(indent), indent }
}
