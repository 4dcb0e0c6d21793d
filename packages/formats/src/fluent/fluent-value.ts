import { EditError } from '../edit-error.ts'
import { hasLoneSurrogate } from '../source/entry-list.ts'
import type { FluentStyle, ValueDraft } from './fluent-sheet.ts'
import { type FtlPattern, maybePattern } from './ftl-pattern.ts'
import { patternText } from './pattern-text.ts'
import { hasOuterBreak, type PatternLayout, writePattern } from './write-pattern.ts'

type Wish = { readonly name: string; readonly text: string }

/** Gives a value another text in its own layout, or the nearest that can hold it. False where it says so already. */
export function setValue(value: ValueDraft, style: FluentStyle, { name, text }: Wish): boolean {
  const cursor = { text: value.written, at: 0, mistake: null }
  const pattern = maybePattern(cursor, 0)
  if ((pattern === null ? '' : patternText(cursor.text, pattern)) === text) return false
  value.written = write(style, { name, text }, layoutsFor(value.written, pattern, { style, text }))
  return true
}

/** A value in the style of the file: texts of several lines begin on a line of their own. */
export function newValue(style: FluentStyle, { name, text }: Wish, kind: 'message' | 'attribute'): ValueDraft {
  const inline: PatternLayout = { isBlock: false, lead: ' ', indent: style.blockIndent }
  const block = blockLayout(style, kind)
  const layouts = text.includes('\n') ? [block, inline] : [inline, block]
  return { written: write(style, { name, text }, layouts), trail: '' }
}

function write({ eol }: FluentStyle, { name, text }: Wish, layouts: readonly PatternLayout[]): string {
  if (hasLoneSurrogate(text)) throw new EditError('not-encodable', name)
  // A file with a NUL is taken for UTF-16 or for no text at all.
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
  const lead = written.slice(0, pattern.start)
  if (pattern.isBlock) {
    const own = lead.slice(0, lead.length - pattern.firstIndent)
    const { indent } = pattern
    return [{ isBlock: true, lead: own + ' '.repeat(indent), indent }, { ...block, lead: own + ' '.repeat(block.indent) }, inline]
  }
  const own: PatternLayout = {
    isBlock: false,
    lead,
    indent: Number.isFinite(pattern.indent) && pattern.indent > 0 ? pattern.indent : style.blockIndent,
  }
  return pattern.lines.length === 0 && hasOuterBreak(text) ? [block, own] : [own, block, inline]
}

function blockLayout({ eol, blockIndent, attributeIndent }: FluentStyle, kind: 'message' | 'attribute'): PatternLayout {
  const indent = kind === 'message' ? blockIndent : attributeIndent + blockIndent
  return { isBlock: true, lead: eol + ' '.repeat(indent), indent }
}
