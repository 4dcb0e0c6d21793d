// Comments between the parts of a file (JSON5): a comment on the line of a member belongs to it, and so do
// the comment lines directly above it.

/**
 * Returns the end of the comment at `at`: before its line end, after its closing mark, or at the end of the
 * text if it has neither.
 */
export function endOfComment(text: string, at: number): number {
  if (text.charCodeAt(at + 1) === STAR) {
    const close = text.indexOf('*/', at + 2)
    return close < 0 ? text.length : close + 2
  }
  LINE_END.lastIndex = at
  return LINE_END.exec(text)?.index ?? text.length
}

/**
 * Returns the end of the comments after a value or its comma on the same line, or `from` if there are none or
 * something else follows them. `limit` is the position of the closing bracket.
 */
export function endOfNote(text: string, from: number, limit: number): number {
  let at = from
  let seen = false
  while (at < limit) {
    const code = text.charCodeAt(at)
    if (code === SLASH) {
      const end = endOfComment(text, at)
      // Searching for the end of the line from each comment of a long line would take quadratic time.
      if (text.slice(at, end).search(LINE_END) >= 0) return from
      seen = true
      at = end
    } else if (isLineEnd(code)) {
      break
    } else if (code === COMMA || !/\s/.test(text[at] ?? '')) {
      return from
    } else {
      at++
    }
  }
  return seen ? at : from
}

/** Returns the next comma outside comments, or `limit`. */
export function commaAfter(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit) {
    const code = text.charCodeAt(at)
    if (code === COMMA) return at
    at = code === SLASH ? endOfComment(text, at) : at + 1
  }
  return limit
}

/** Returns whether there is a comment: between members, everything else is whitespace. */
export function hasComment(between: string): boolean {
  return between.includes('/')
}

/**
 * Splits the text before a member: the part of others (a comment next to the bracket, headings with a blank
 * line below) and the member's own.
 */
export function splitLead(lead: string): { readonly others: string; readonly own: string } {
  if (!hasComment(lead)) return { others: '', own: lead }
  let cut = 0
  /** The end of the last comment, and the line ends since then or since the bracket. */
  let end = -1
  let lineEnds = 0
  let followsBracket = false
  for (let at = 0; at < lead.length; at++) {
    const code = lead.charCodeAt(at)
    if (code === SLASH) {
      if (end < 0) followsBracket = lineEnds === 0
      end = endOfComment(lead, at)
      at = end - 1
      lineEnds = 0
    } else if (isLineEnd(code)) {
      if (code === 13 && lead.charCodeAt(at + 1) === 10) at++
      lineEnds++
      if (end >= 0 && lineEnds === 1 && followsBracket) cut = end
      if (lineEnds === 1) followsBracket = false
      if (end >= 0 && lineEnds === 2) cut = end + lineEndLength(lead, end)
    }
  }
  return { others: lead.slice(0, cut), own: lead.slice(cut) }
}

/** Returns the position after the first line end from `at` on. */
function lineEndLength(text: string, at: number): number {
  LINE_END.lastIndex = at
  const found = LINE_END.exec(text)?.index ?? text.length
  return found - at + (text.startsWith('\r\n', found) ? 2 : 1)
}

/**
 * Joins two parts of the text before a member, so that a line comment at the end of the first does not absorb
 * the second.
 */
export function joinLead(others: string, own: string): string {
  const isOpen =
    others !== '' && !isLineEnd(others.charCodeAt(others.length - 1)) && !isLineEnd(own.charCodeAt(0))
  return isOpen ? `${others}\n${own}` : others + own
}

/** Returns the whitespace between two parts: from its last line end on, without comments. */
export function blankLead(lead: string): string {
  if (!hasComment(lead)) return lead
  const last = Math.max(lead.lastIndexOf('\n'), lead.lastIndexOf('\r'))
  if (last < 0) return ' '
  const start = lead[last] === '\n' && lead[last - 1] === '\r' ? last - 1 : last
  return /^\s*/.exec(lead.slice(start))?.[0] ?? ''
}

/** Whether a line comment is open at the end of `note`, so that a line end has to follow. */
export function needsLineEnd(note: string, next: string): boolean {
  return note.includes('//') && !isLineEnd(next.charCodeAt(0))
}

/** Returns the text of comments, without their marks, line by line. */
export function commentText(raw: string): string {
  const lines: string[] = []
  for (let at = raw.indexOf('/'); at >= 0 && at < raw.length; at = raw.indexOf('/', at)) {
    const end = endOfComment(raw, at)
    const isBlock = raw[at + 1] === '*'
    const inner = raw.slice(at + 2, isBlock ? end - 2 : end)
    for (const line of inner.split(/\r\n|[\n\r\u2028\u2029]/))
      lines.push(line.replace(/^\s*\*?\s?/, '').trim())
    at = end
  }
  return lines.join('\n').trim()
}

/** Returns the text before a member, with a comment added. */
export function leadWithComment(lead: string, comment: string): string {
  const lines = comment.trim().split(/\r\n|[\n\r\u2028\u2029]/)
  const blanks = blankLead(lead)
  if (!isLineEnd(blanks.charCodeAt(0))) return `${lead}/* ${lines.join(' ').replaceAll('*/', '* /')} */ `
  return lead + lines.map((line) => `// ${line}`.trimEnd() + blanks).join('')
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029
}

const SLASH = 47
const STAR = 42
const COMMA = 44
const LINE_END = /[\n\r\u2028\u2029]/g
