import { type ItemLead, pieceOf } from '../tree/draft.ts'

/** The rest of a line if nothing but blanks and a comment stands there, with its line end; else nothing. */
export function restOfLine(text: string, at: number): string {
  // Most lines end here, or go on with the next item.
  if (text.charCodeAt(at) === 10) return '\n'
  REST.lastIndex = at
  return REST.exec(text)?.[0] ?? ''
}

const REST = /[ \t]*(?:(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)?\r?\n/y

/**
 * What stands between two items: what is not the item's own, its comment, its indentation, which is `likely`
 * that of the item before.
 */
export function leadOf(text: string, from: number, start: number, likely: string): ItemLead {
  // Not `lastIndexOf`: in a file of one line it would look through all of it for every item.
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
