import type { EntryState } from '../format.ts'
import { commentLines } from '../source/line-ends.ts'
import { insertBetweenCommas, openCommented, takeFromCommas } from '../tree/comma-layout.ts'
import type { Dialect } from '../tree/dialect.ts'
import { type Branch, type Draft, freeLeaf, type Item, newTextLeaf } from '../tree/draft.ts'
import { shiftBranch } from '../tree/shift-lines.ts'
import { arrayOpeningAt } from './draft-php.ts'
import { openPhp, skipTrivia } from './php-cursor.ts'
import { leadOf } from './php-lines.ts'
import { markTail, noteOf } from './php-state.ts'
import { encodePhp } from './php-string.ts'

/** How a PHP file is formatted, for parts that have to be rewritten. */
export type PhpLayout = {
  readonly eol: string
  /** One level of indentation. */
  readonly step: string
  readonly quote: '"' | "'"
  /** `array(` or `[`. */
  readonly opener: string
  /** Whether the file marks texts as unfinished. */
  readonly hasStates: boolean
}

export const DEFAULT_LAYOUT: PhpLayout = {
  eol: '\n',
  step: '    ',
  quote: "'",
  opener: '[',
  hasStates: false,
}

/**
 * Returns the dialect of PHP arrays and assignments. `variable`: the one whose elements the assignments set.
 */
export function phpDialect(layout: PhpLayout, variable: string): Dialect {
  const { eol } = layout
  return {
    hasPlurals: false,
    rewrite: (text, item) =>
      newTextLeaf(encodePhp(text, item.value.kind === 'leaf' ? item.value.raw : '', layout.quote), text),
    write: (text, branch, index) =>
      newTextLeaf(encodePhp(text, '', neighbourQuote(branch, index) ?? layout.quote), text),
    moveValue(item, from, to) {
      const { value } = item
      // The lines of a text are part of it.
      if (value.kind !== 'leaf') shiftBranch(value, { from: from.indent, to: to.indent }, (raw) => raw)
      return value
    },
    moveNote(item, _, was) {
      const note = noteOf(was.item.tail)
      if (note !== '') item.tail = item.tail.replace(/(?=\r?\n)/, () => note)
    },
    writeKey(key, branch, was) {
      if (branch.layout !== 'statements') return writeKey(key, was, layout.quote)
      return writeElement(String(key), was ?? sampleFor(branch, String(key)) ?? variable, layout.quote)
    },
    nothing: () => freeLeaf('null'),
    clear(item) {
      item.value = freeLeaf('null')
    },
    makeBranch(kind, parent, was = '') {
      const opener = arrayOpeningAt(was, 0)
      const commented = opener === '' ? null : openCommented(was, { kind, opener, step: layout.step })
      if (commented !== null) return commented
      const isOnLines = parent.layout === 'statements' || parent.open.includes('\n')
      const closer = layout.opener === '[' ? ']' : ')'
      indentFirst(parent, layout.step)
      const indent = parent.indent + layout.step
      return {
        kind,
        layout: 'commas',
        open: layout.opener + (isOnLines ? eol : ''),
        close: (isOnLines ? parent.indent : '') + closer,
        items: [],
        parent: null,
        indent: isOnLines ? indent : '',
        empty: layout.opener + closer,
      }
    },
    writeComment: (comment, branch) =>
      branch.layout === 'statements' || branch.open.includes('\n')
        ? commentLines(comment.replaceAll('?>', '? >'), `${branch.indent}//`, eol)
        : '',
    insert(draft: Draft, branch, index, item) {
      item.sep = neighbourSeparator(branch, index, item)
      if (branch.layout === 'statements') {
        if (branch.items.length === 0) draft.before = openLine(draft.before, eol)
        insertStatement(branch, index, { item, eol })
      } else {
        const isFirst = branch.items.length === 0
        indentFirst(branch, layout.step)
        insertBetweenCommas(branch, index, item, eol)
        if (isFirst && branch.open.includes('\n')) item.tail = `,${eol}`
      }
    },
    removeNode(draft: Draft, branch, index) {
      if (branch.layout === 'commas') takeFromCommas(branch, index)
      else takeStatement(draft, branch, index)
    },
    normalizeSpacing: () => {},
    mark(item: Item, state: EntryState) {
      item.tail = markTail(item.tail, state, layout.hasStates)
    },
    isNeeded: () => false,
    keepEmpty: () => false,
  }
}

/** Sets the indentation of an array without items, which shows none. */
function indentFirst(branch: Branch, step: string): void {
  if (
    branch.items.length === 0 &&
    branch.indent === '' &&
    branch.layout === 'commas' &&
    branch.open.includes('\n')
  )
    branch.indent = step
}

function writeKey(key: string | number, was: string | null, quote: '"' | "'"): string {
  return typeof key === 'number'
    ? String(key)
    : encodePhp(key, was !== null && /^['"]/.test(was) ? was : '', quote)
}

/**
 * Returns the element that shows how a new one with a dot in its name is written: the last in the same array, else
 * the last of any; null if the name's array would be a text.
 */
function sampleFor({ items }: Branch, key: string): string | null {
  if (!key.includes('.') || items.some((item) => item.key !== null && key.startsWith(`${item.key}.`)))
    return null
  const dotted = items.filter((item) => item.key?.includes('.') === true)
  const first = `${key.slice(0, key.indexOf('.'))}.`
  return (dotted.findLast((item) => item.key?.startsWith(first)) ?? dotted.at(-1))?.rawKey ?? null
}

/** Writes `$lang['a']['b']`: with as many brackets as the replaced element, or as the name has parts. */
function writeElement(key: string, was: string, quote: '"' | "'"): string {
  const name = /^\$[\w\u0080-\uffff]+/.exec(was)?.[0] ?? '$lang'
  const brackets = [
    ...was.slice(name.length).matchAll(/\[\s*(?:'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|-?\d+)\s*\]/g),
  ]
  const parts = key.split('.')
  const rest = Math.max(0, Math.min(brackets.length, parts.length) - 1)
  const keys = [...parts.slice(0, rest), parts.slice(rest).join('.')]
  const style = /\[\s*(["'])/.exec(was)?.[1] === '"' ? '"' : quote
  return name + keys.map((part) => `[${encodePhp(part, '', style)}]`).join('')
}

function neighbourQuote(branch: Branch, index: number): '"' | "'" | null {
  for (const item of [branch.items[index - 1], branch.items[index]]) {
    if (item?.value.kind !== 'leaf' || item.value.text === null) continue
    const first = item.value.raw.charAt(0)
    if (first === '"' || first === "'") return first
  }
  return null
}

/** Returns the text between key and value, like its neighbour's; aligned arrows stay aligned. */
function neighbourSeparator(branch: Branch, index: number, item: Item): string {
  if (branch.kind === 'list') return ''
  const near = [branch.items[index - 1], branch.items[index]].find(
    (other) => other !== undefined && other.rawKey !== '' && !other.sep.includes('\n'),
  )
  const sign = branch.layout === 'statements' ? '=' : '=>'
  const match = new RegExp(`^([ \\t]*)${sign}([ \\t]*)$`).exec(near?.sep ?? '')
  if (match === null || near === undefined) return ` ${sign} `
  const blanks = match[1] ?? ''
  const isAligned = blanks.length > 1 && !blanks.includes('\t')
  const width = Math.max(1, near.rawKey.length + blanks.length - item.rawKey.length)
  return (isAligned ? ' '.repeat(width) : blanks) + sign + (match[2] ?? '')
}

/** Returns what is before a first assignment with the end of its line, and a blank line below a comment of the file. */
function openLine(before: string, eol: string): string {
  const lines = before.endsWith('\n') ? before : before + eol
  return leadOf(lines, 0, lines.length, '').comment === '' ? lines : lines + eol
}

function insertStatement(
  branch: Branch,
  index: number,
  { item, eol }: { readonly item: Item; readonly eol: string },
): void {
  const previous = branch.items[index - 1]
  const next = branch.items[index]
  item.indent = branch.indent
  item.tail = `;${eol}`
  if (previous !== undefined) {
    const isEnded = hasSemicolon(previous.tail)
    const isOnLine = previous.tail.endsWith('\n')
    if (!isOnLine && next === undefined) item.tail = isEnded ? ';' : ''
    // PHP needs none before `?>`, where the statement was the last one.
    previous.tail = `${isEnded ? '' : ';'}${previous.tail}${isOnLine ? '' : eol}`
  }
  if (previous === undefined && next !== undefined) {
    item.lead = next.lead
    next.lead = ''
  }
  branch.items.splice(index, 0, item)
}

function hasSemicolon(tail: string): boolean {
  const cursor = openPhp(tail)
  skipTrivia(cursor)
  return tail[cursor.at] === ';'
}

function takeStatement(draft: Draft, branch: Branch, index: number): void {
  const [gone] = branch.items.splice(index, 1)
  const next = branch.items[index]
  if (gone === undefined) return
  // Other statements and the comments of a group can be before it.
  const lead = gone.isHeading ? gone.lead + gone.comment : gone.lead
  if (next === undefined) keepLast(draft, branch, { lead, tail: gone.tail })
  else if (index === 0 || lead.trim() !== '') next.lead = lead + withoutBlankLines(next.lead)
  else if (next.lead === '') next.lead = lead
}

/** Keeps what is before the last assignment, which is removed, without blank lines at the end of the file. */
function keepLast(draft: Draft, branch: Branch, { lead, tail }: Pick<Item, 'lead' | 'tail'>): void {
  if (lead.trim() === '') return
  const lineEnd = /\r?\n$/.exec(lead)?.[0] ?? /\r?\n$/.exec(tail)?.[0] ?? ''
  const isLast = draft.after.trim() === ''
  const kept = isLast || !lead.endsWith('\n') ? lead.trimEnd() + lineEnd : lead
  if (branch.items.length === 0) draft.before += kept
  else draft.after = kept + (/\n\r?\n$/.test(kept) ? withoutBlankLines(draft.after) : draft.after)
}

function withoutBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '')
}
