import type { Item } from '../tree/draft.ts'

/** The rest of a line if nothing but blanks and a comment stands there, with its line end; else nothing. */
export function restOfLine(text: string, at: number): string {
  const rest = /[ \t]*(?:(?:\/\/|#(?!\[))(?:(?!\?>)[^\r\n])*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)?\r?\n/y
  rest.lastIndex = at
  return rest.exec(text)?.[0] ?? ''
}

/** What stands between two items: what is not the item's own, its comment, its indentation. */
export function leadOf(text: string, from: number, start: number): Pick<Item, 'lead' | 'comment' | 'isHeading' | 'indent'> {
  const line = Math.max(from, start <= 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1)
  const isLine = line === from ? from === 0 || text[from - 1] === '\n' : true
  const indent = text.slice(line, start)
  if (!isLine || indent.trim() !== '') return { lead: text.slice(from, start), comment: '', isHeading: false, indent: '' }
  let at = line
  while (at > from) {
    const previous = Math.max(from, text.lastIndexOf('\n', at - 2) + 1)
    if (!isCommentLine(text.slice(previous, at), indent)) break
    at = previous
  }
  return { lead: text.slice(from, at), comment: text.slice(at, line), isHeading: false, indent }
}

function isCommentLine(line: string, indent: string): boolean {
  if (!line.startsWith(indent)) return false
  const content = line.slice(indent.length)
  return /^(?:\/\/|#(?!\[))/.test(content) || /^\/\*(?!\*)(?:(?!\*\/)[\s\S])*\*\/\s*$/.test(content)
}
