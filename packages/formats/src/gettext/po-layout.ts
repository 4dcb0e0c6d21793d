import type { Span } from '@dragoman/core'
import { messageAt, type PoPositions, type PoSource } from './po-positions.ts'
import { escapePo } from './po-text.ts'
import type { PoField } from './scan-po.ts'
import { columnsOf, DEFAULT_LAYOUT, type PoLayout, wrapPo } from './wrap-po.ts'

/** How texts are written in the file. */
export type PoStyle = { readonly layout: PoLayout; readonly eol: string; readonly tails: ReadonlySet<string> }

/** Returns how most of the given texts are broken into lines. */
export function poLayoutOf(source: PoSource, { messages }: PoPositions): PoLayout {
  const tally = newTally()
  const step = Math.max(1, Math.floor(messages.length / SAMPLES))
  for (let i = 0; i < messages.length; i += step) {
    const message = messageAt(source, messages[i] ?? 0)
    for (const field of message?.fields ?? [])
      count(tally, rawOf(source.text, field.value), field.keyword.length)
  }
  return layoutFrom(tally, DEFAULT_LAYOUT)
}

/** Returns keyword and text of a field of a new message, without the final line break. */
export function printField(label: string, text: string, { layout, eol, tails }: PoStyle): string {
  return `${label} ${wrapPo(escapePo(text, '', tails), label, layout).join(eol)}`
}

/** Returns the quoted lines of an existing field, broken like its old text, otherwise like the file. */
export function reprintValue(text: string, field: PoField, newText: string, style: PoStyle): string {
  const raw = rawOf(text, field.value)
  const tally = newTally()
  count(tally, raw, field.keyword.length)
  const layout = layoutFrom(tally, style.layout)
  const indent = /\n([ \t]*)"/.exec(raw)?.[1] ?? lineIndent(text, field.start)
  const label = field.index === null ? field.keyword : `${field.keyword}[${field.index}]`
  return wrapPo(escapePo(newText, raw, style.tails), label, layout).join(
    eolAfter(text, field.value.end, style.eol) + indent,
  )
}

/** Returns the line break after a position of a file that can mix them. */
export function eolAfter(text: string, at: number, otherwise: string): string {
  const feed = text.indexOf('\n', at)
  if (feed < 0) return otherwise
  return text[feed - 1] === '\r' ? '\r\n' : '\n'
}

type Tally = { broken: number; long: number; split: number; joined: number; widest: number; tooWide: number }

/** How many messages of a long file are checked. */
const SAMPLES = 500
/** Enough lines to use the widest one as the limit. */
const ENOUGH = 30
const LONG_LINE = 82

function newTally(): Tally {
  return { broken: 0, long: 0, split: 0, joined: 0, widest: 0, tooWide: 0 }
}

function rawOf(text: string, { start, end }: Span): string {
  return text.slice(start, end)
}

function lineIndent(text: string, at: number): string {
  let start = at
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--
  return start === 0 || text[start - 1] === '\n' ? text.slice(start, at) : ''
}

function count(tally: Tally, raw: string, keywordLength: number): void {
  if (!raw.includes('\n')) {
    if (raw.length + keywordLength > LONG_LINE && raw.includes(' ')) tally.long++
    if (/\\n[^"]/.test(raw.replaceAll('\\\\', '  '))) tally.joined++
    return
  }
  const lines = raw.slice(1, -1).split(/"[ \t\r]*\n[ \t]*"/)
  for (const [i, line] of lines.entries()) {
    if (i === lines.length - 1 || (i === 0 && line === '')) continue
    if (line.replaceAll('\\\\', '  ').endsWith('\\n')) tally.split++
    else {
      tally.broken++
      const width = columnsOf(line) + 2
      tally.widest = Math.max(tally.widest, width)
      if (width > LONG_LINE) tally.tooWide++
    }
  }
}

function layoutFrom(tally: Tally, otherwise: PoLayout): PoLayout {
  const { broken, long, split, joined } = tally
  let { width, splitsAtNewline } = otherwise
  if (broken > 0 && broken >= long) width = widthFrom(tally, otherwise.width ?? DEFAULT_LAYOUT.width)
  else if (long > 0) width = null
  if (split > 0 || joined > 0) splitsAtNewline = split >= joined
  return { width, splitsAtNewline }
}

function widthFrom({ broken, widest, tooWide }: Tally, otherwise: number | null): number | null {
  if (broken < ENOUGH) return otherwise
  if (widest <= LONG_LINE) return widest
  return tooWide * 10 >= broken ? widest : otherwise
}
