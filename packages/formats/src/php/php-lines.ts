import { type ItemLead, pieceOf } from '../tree/draft.ts'

/** Returns the rest of a line with its line end if it has only blanks and a comment; otherwise nothing. */
export function restOfLine(text: string, at: number): string {
  // Most lines end here, or continue with the next item.
  if (text.charCodeAt(at) === 10) return '\n'
  REST.lastIndex = at
  return REST.exec(text)?.[0] ?? ''
}

const REST = /[ \t]*(?:(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)?\r?\n/y

/**
 * Splits the text between two items: text outside the item, its comment, its indentation. `likely` is the
 * indentation of the previous item.
 */
export function leadOf(text: string, from: number, start: number, likely: string): ItemLead {
  // Not `lastIndexOf`, which in a file of one line would search all of it for every item.
  let line = start
  while (line > from && text.charCodeAt(line - 1) !== 10) line--
  const isLine = line === from ? from === 0 || text[from - 1] === '\n' : true
  const indent = pieceOf(text, line, start, likely)
  if (!isLine || indent.trim() !== '') return { lead: text.slice(from, start), comment: '', indent: '' }
  let at = line
  while (at > from) {
    const previous = Math.max(from, text.lastIndexOf('\n', at - 2) + 1)
    if (!isCommentLine(text.slice(previous, at), indent)) break
    at = previous
  }
  return { lead: text.slice(from, at), comment: text.slice(at, line), indent }
}

function isCommentLine(line: string, indent: string): boolean {
  if (!line.startsWith(indent)) return false
  const content = line.slice(indent.length)
  return /^(?:\/\/|#(?!\[))/.test(content) || /^\/\*(?!\*)(?:(?!\*\/)[\s\S])*\*\/\s*$/.test(content)
}
