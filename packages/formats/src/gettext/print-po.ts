import type { Span } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { endOfWords } from '../source/trailing-blanks.ts'
import { messageName } from './message-name.ts'
import { isFlagLine } from './po-flags.ts'
import { fieldLines } from './po-header-text.ts'
import { eolAfter, printField, reprintValue } from './po-layout.ts'
import { nodeEntryName, type PoNode, type PoSession } from './po-session.ts'
import { isFuzzy } from './read-po.ts'
import { commentsOf, type PoField, type PoMessage } from './scan-po.ts'

/** Returns the file after the edits: pieces of its old text, and the new text between them. */
export function printPo(session: PoSession): readonly (Span | string)[] {
  const { text } = session
  const { eol } = session.style
  const out: (Span | string)[] = []
  let at = 0
  let isOpenLine = false
  for (let node = session.start.next; node !== null; node = node.next) {
    const { message } = node
    if (message === null) {
      if (isOpenLine) out.push(eol)
      if (out.length > 0) out.push(eol)
      out.push(printNew(session, node))
      if (out.length === 1 && /^[^\r\n]/.test(text)) out.push(eol)
      isOpenLine = false
      continue
    }
    const begin = ownStart(text, message)
    const end = message.end
    if (!node.isGone) {
      keep(session, out, { start: out.length === 0 ? afterBlankLines(text, at, begin) : at, end: begin })
      out.push(...printKept(session, node, message, { start: begin, end }))
      isOpenLine = !text.endsWith('\n', end)
    } else {
      const gap = text.slice(at, begin)
      // Text outside messages stays, without the blank line that separated it from this one.
      if (gap.trim() !== '') keep(session, out, { start: at, end: begin - blankLinesAtEnd(gap) })
      // The last of several messages on a line was removed, and the following text was on its own line.
      if (isOpenLine && text.endsWith('\n', end)) {
        out.push(eol)
        isOpenLine = false
      }
    }
    at = end
  }
  keep(session, out, { start: at, end: text.length })
  return text === '' || text.endsWith('\n') ? out : withoutFinalLineBreak(text, out)
}

/** Returns the start of a message, with comment lines about it, even those above a blank line. */
function ownStart(text: string, message: PoMessage): number {
  for (const { kind, start } of commentsOf(text, message))
    if (/[.:,=|]/.test(kind)) return Math.min(message.start, start)
  return message.start
}

function afterBlankLines(text: string, from: number, to: number): number {
  if (from === 0) return from
  let at = from
  while (at < to && /[\r\n]/.test(text[at] ?? '')) at++
  return at
}

/** Keeps a part of the old text without the obsolete messages that are removed. */
function keep({ cuts }: PoSession, out: (Span | string)[], span: Span): void {
  let { start } = span
  for (const cut of cuts.filter((candidate) => candidate.start >= span.start && candidate.end <= span.end)) {
    if (cut.start > start) out.push({ start, end: cut.start })
    start = Math.max(start, cut.end)
  }
  if (span.end > start) out.push({ start, end: span.end })
}

function withoutFinalLineBreak(text: string, out: readonly (Span | string)[]): readonly (Span | string)[] {
  const last = out.at(-1)
  if (last === undefined) return out
  const raw = typeof last === 'string' ? last : text.slice(last.start, last.end)
  const trimmed = raw.replace(/\r?\n$/, '')
  if (trimmed.length === raw.length) return out
  return [
    ...out.slice(0, -1),
    typeof last === 'string' ? trimmed : { start: last.start, end: last.start + trimmed.length },
  ]
}

function printNew(session: PoSession, node: PoNode): string {
  const { style } = session
  const { context, id } = splitName(node.name)
  const lines: string[] = []
  if (node.comment !== '')
    for (const line of node.comment.split(/\r\n|[\r\n]/)) lines.push(`#. ${line}`.trimEnd())
  const flags = [...(node.isFuzzy ? ['fuzzy'] : []), ...node.flags]
  if (flags.length > 0) lines.push(`#, ${flags.join(', ')}`)
  if (context !== null) lines.push(printField('msgctxt', context, style))
  lines.push(printField('msgid', id, style))
  if (node.plural !== null) lines.push(printField('msgid_plural', node.plural, style))
  for (const [index, text] of [...node.texts].sort(([a], [b]) => a - b))
    lines.push(printField(node.plural === null ? 'msgstr' : `msgstr[${index}]`, text, style))
  refuseGaps(session, node)
  return lines.join(style.eol) + style.eol
}

export function splitName(name: string): { readonly context: string | null; readonly id: string } {
  const end = name.indexOf(CONTEXT_END)
  return end < 0 ? { context: null, id: name } : { context: name.slice(0, end), id: name.slice(end + 1) }
}

/** Refuses a plural that lacks one of its forms, which gettext cannot read. */
function refuseGaps(session: PoSession, node: PoNode): void {
  const [gap] = node.removed
  if (gap !== undefined) throw new EditError('not-representable', nodeEntryName(session, node, gap))
}

type Splice = { readonly start: number; readonly end: number; readonly text: string }

function printKept(
  session: PoSession,
  node: PoNode,
  message: PoMessage,
  span: Span,
): readonly (Span | string)[] {
  refuseGaps(session, node)
  const splices = [
    ...textSplices(session, node, message),
    ...nameSplices(session, node, message),
    ...flagSplices(session, node, message),
    ...(node.kind === 'header' && session.needsRule ? ruleSplices(session, message) : []),
  ]
  const pieces: (Span | string)[] = []
  let at = span.start
  for (const { start, end, text } of splices.sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start > at) pieces.push({ start: at, end: start })
    if (text !== '') pieces.push(text)
    at = end
  }
  if (span.end > at) pieces.push({ start: at, end: span.end })
  return pieces
}

function textSplices(session: PoSession, node: PoNode, { fields }: PoMessage): readonly Splice[] {
  const splices: Splice[] = []
  const targets = fields.filter((field) => field.keyword === 'msgstr')
  for (const [at, field] of targets.entries()) {
    const text = node.texts.get(field.index ?? 0)
    if (text === undefined) splices.push({ ...spanWithBreak(targets[at - 1], field), text: '' })
    else if (text !== field.text) splices.push(valueSplice(session, field, text))
  }
  const added = [...node.texts]
    .filter(([index]) => targets.every((field) => (field.index ?? 0) !== index))
    .sort(([a], [b]) => a - b)
  for (const [index, text] of added) {
    const before = targets.findLast((field) => (field.index ?? 0) < index) ?? targets.at(-1)
    if (before === undefined) continue
    const eol = eolAfter(session.text, before.value.end, session.style.eol)
    const at = before.value.end
    splices.push({
      start: at,
      end: at,
      text: eol + printField(`msgstr[${index}]`, text, { ...session.style, eol }),
    })
  }
  return splices
}

/** Returns the span of a form that the rule does not have, from the end of the form before it. */
function spanWithBreak(before: PoField | undefined, field: PoField): Span {
  return { start: before?.value.end ?? field.start, end: field.value.end }
}

/** Returns the changes that state the plural rule in the header: after its other fields, or where its name is. */
function ruleSplices({ text, style, usualRule }: PoSession, { fields }: PoMessage): readonly Splice[] {
  const field = fields.find(({ keyword }) => keyword === 'msgstr')
  if (field === undefined) return []
  const own = /^Plural-Forms:.*\n?/im
  if (own.test(field.text)) {
    const filled = field.text.replace(own, () => `Plural-Forms: ${usualRule}\n`)
    return [{ ...field.value, text: reprintValue(text, field, filled, style) }]
  }
  const { start, end } = field.value
  const eol = eolAfter(text, end, style.eol)
  const lines = fieldLines('Plural-Forms', usualRule, style.layout.width)
  if (field.text !== '' && !field.text.endsWith('\n')) {
    // The last field has no line break.
    const value = `${field.text}\nPlural-Forms: ${usualRule}\n`
    return [{ start, end, text: reprintValue(text, field, value, style) }]
  }
  return [{ start: end, end, text: lines.map((line) => eol + line).join('') }]
}

function nameSplices(session: PoSession, node: PoNode, message: PoMessage): readonly Splice[] {
  if (node.name === messageName(message)) return []
  const { context, id } = splitName(node.name)
  const [first] = message.fields
  const idField = message.fields.find((field) => field.keyword === 'msgid')
  if (first === undefined || idField === undefined) return []
  const splices: Splice[] = idField.text === id ? [] : [valueSplice(session, idField, id)]
  if (first.keyword === 'msgctxt') {
    if (context === null) splices.push({ start: first.start, end: idField.start, text: '' })
    else if (context !== first.text) splices.push(valueSplice(session, first, context))
  } else if (context !== null) {
    const eol = eolAfter(session.text, idField.start, session.style.eol)
    splices.push({
      start: idField.start,
      end: idField.start,
      text: printField('msgctxt', context, { ...session.style, eol }) + eol,
    })
  }
  return splices
}

function valueSplice(session: PoSession, field: PoField, text: string): Splice {
  return { ...field.value, text: reprintValue(session.text, field, text, session.style) }
}

/**
 * Returns the changes for `fuzzy`, which is added and removed alone; msgmerge's note of the old msgid (`#|`)
 * is removed with it.
 */
function flagSplices(session: PoSession, node: PoNode, message: PoMessage): readonly Splice[] {
  if (node.isFuzzy === isFuzzy(message, session.text)) return []
  const [first] = message.fields
  if (first === undefined) return []
  const comments = [...commentsOf(session.text, message)]
  const lines = comments.filter((comment) => isFlagLine(comment.kind))
  if (node.isFuzzy) {
    const [line] = lines
    if (line !== undefined) {
      const at = session.text.indexOf(line.kind, line.start) + 1
      return [{ start: at, end: at, text: ' fuzzy,' }]
    }
    const before = comments.find((comment) => comment.kind === '|' && comment.start >= message.start)
    const isBehindAnother =
      message.start === first.start && message.start > 0 && session.text[message.start - 1] !== '\n'
    const lineStart = isBehindAnother ? first.start : session.text.lastIndexOf('\n', first.start) + 1
    const at = before?.start ?? lineStart
    const eol = eolAfter(session.text, at, session.style.eol)
    return [{ start: at, end: at, text: `${isBehindAnother ? eol : ''}#, fuzzy${eol}` }]
  }
  const splices: Splice[] = comments
    .filter((comment) => comment.kind === '|')
    .map(({ start, end }) => ({ start, end, text: '' }))
  for (const { start, end, kind } of lines) {
    const raw = session.text.slice(start, end)
    const flags = raw
      .slice(raw.indexOf(kind) + 1)
      .trim()
      .split(',')
      .map((flag) => flag.trim())
    if (!flags.includes('fuzzy')) continue
    const others = flags.filter((flag) => flag !== 'fuzzy')
    const lineBreak = /\r?\n?$/.exec(raw)?.[0] ?? ''
    splices.push({
      start,
      end,
      text:
        others.length === 0 ? '' : `${raw.slice(0, raw.indexOf(kind) + 1)} ${others.join(', ')}${lineBreak}`,
    })
  }
  return splices
}

/** Returns the length of the blank lines at the end of a text. */
function blankLinesAtEnd(gap: string): number {
  if (!gap.endsWith('\n')) return 0
  const line = gap.indexOf('\n', endOfWords(gap))
  return gap.length - line - 1
}
