import type { Document, Entry } from '../../src/index.ts'

// What an edit of one entry keeps: everything that other entries have, and the lines that belong to no entry.

/** Comment lines, by format. The lines of other formats are not compared. */
const COMMENT_LINES: ReadonlyMap<string, RegExp> = new Map([
  ['yaml', /^#/],
  ['rails-yaml', /^#/],
  ['php-array', /^(?:\/\/|#(?!\[)|\/\*(?!.*\*\/.))/],
  ['toml', /^#/],
  ['ini', /^[;#]/],
  ['json5', /^(?:\/\/|\/\*(?!.*\*\/.))/],
])

/** Returns what other entries got without an entry, or with it again; or null. The forms of a key share its comments. */
export function changedOthers(before: Document, after: Document, entry: Entry): string | null {
  if (hasDoubles(before)) return null
  for (const was of before.entries.values()) {
    const is = after.entries.get(was.name)
    if (is === undefined || is.name === entry.name || isOfSameKey(was, entry)) continue
    for (const field of ['state', 'source', 'maxLength', 'syntax', 'details'] as const)
      if (is[field] !== was[field]) return `${JSON.stringify(was.name)} has the ${field} ${is[field]}`
    if (hasForeignComment(was, is, entry))
      return `${JSON.stringify(was.name)} has the comment ${JSON.stringify(is.comment)}`
  }
  return null
}

/** Entries that are written twice are removed with all their lines, and added again without them. */
function hasDoubles({ issues }: Document): boolean {
  return issues.some(({ code }) => code === 'duplicate-key' || code === 'name-collision')
}

function isOfSameKey({ unit }: Entry, entry: Entry): boolean {
  return unit !== undefined && unit.name === entry.unit?.name
}

/** Whether an entry has a comment that was neither its own nor, as the heading of both, that of the removed one. */
function hasForeignComment(was: Entry, is: Entry, removed: Entry): boolean {
  const [own, comment] = [was.comment ?? '', is.comment ?? '']
  const more = comment.endsWith(own) ? comment.slice(0, comment.length - own.length) : comment
  // The heading can be above a parent that was removed too.
  return removed.path.length === 1 && !(removed.comment ?? '').includes(more.trim())
}

/** Returns a line that is lost without an entry, and that is neither its own nor that of a parent; or null. */
export function lostLine(before: Document, after: Document, entry: Entry): string | null {
  const comments = COMMENT_LINES.get(before.format)
  if (comments === undefined || hasDoubles(before)) return null
  const left = linesOf(after.text).map(({ text }) => text)
  const all = left.join('\n')
  for (const text of linesOfOthers(before, entry, comments)) {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    else if (comments.test(text) || !all.includes(text)) return text
  }
  return null
}

function linesOfOthers(document: Document, entry: Entry, comments: RegExp): string[] {
  const lines = linesOf(document.text)
  return lines.flatMap((line, i) => {
    const { text } = line
    const below = comments.test(text) ? lines.slice(i).find((other) => !comments.test(other.text)) : line
    const isOwn = isOfValue(line, entry) || (below !== undefined && isOwnLine(below, entry))
    // A line that starts with a closing bracket can be that of an emptied parent.
    return /^[^\])}]*\w/.test(text) && !isOwn ? [text] : []
  })
}

type Line = { readonly text: string; readonly start: number; readonly end: number }

/** Returns the lines of a text without commas, and blanks and dashes at their ends, which change with the lines around. */
function linesOf(text: string): Line[] {
  return [...text.matchAll(/([^\r\n]*)(?:\r\n|[\r\n]|$)/g)].map(({ 1: line = '', index }) => {
    return {
      text: line
        .replaceAll(',', '')
        .replace(/^[\s-]+/, '')
        .trimEnd(),
      start: index,
      end: index + line.length,
    }
  })
}

function isOfValue({ start, end }: Line, { span }: Entry): boolean {
  return start < span.end && end > span.start
}

/** Whether a line is one of the value, or has a part of the entry's path (its key, or that of a parent), perhaps escaped. */
function isOwnLine(line: Line, entry: Entry): boolean {
  const plain = (written: string) => written.replaceAll(/[\\'"]/g, '')
  const hasPart = (part: string | number) =>
    typeof part === 'string' && plain(line.text).includes(plain(part))
  return isOfValue(line, entry) || line.text.includes('\\') || entry.path.some(hasPart)
}

/** Whether an entry that was added without a comment has the comment of something else. */
export function hasTakenComment(before: Document, added: Entry | undefined, entry: Entry): boolean {
  const isCompared = COMMENT_LINES.has(before.format) && !hasDoubles(before)
  return isCompared && entry.comment === undefined && added?.comment !== undefined
}

/** Returns the comment at the start of a file, down to the first blank line, if it belongs to no entry; or null. */
export function headOf({ format, text, entries }: Document): string | null {
  const comments = COMMENT_LINES.get(format)
  const head = /^(?:[^\r\n]+(?:\r\n|[\r\n]))+(?=\r?\n)/.exec(text)?.[0] ?? ''
  const [first] = entries.values()
  const isHead = first === undefined || first.span.start > head.length
  return comments !== undefined && isHead && linesOf(head).every((line) => comments.test(line.text))
    ? head
    : null
}
