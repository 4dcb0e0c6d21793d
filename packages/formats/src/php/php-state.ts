import type { EntryState } from '../format.ts'
import type { Item } from '../tree/draft.ts'

// FreshRSS writes behind a text that nobody has translated it (TODO), that its source has changed (DIRTY), or that it is the same (IGNORE).
const MARK = /[ \t]*(?:\/\/|#)[ \t]*(TODO|DIRTY|IGNORE)\b[ \t]*/i
const MARK_IN_BLOCK = /[ \t]*\/\*[ \t]*(TODO|DIRTY|IGNORE)[ \t]*\*\//i

/** What the comment behind a text says of the work on it; undefined: nothing. */
export function stateOf(item: Item): EntryState | undefined {
  const mark = markOf(item)
  if (mark === undefined) return undefined
  return mark === 'IGNORE' ? 'translated' : 'draft'
}

/** Changes the mark, in a file that has such marks. */
export function markState(item: Item, state: EntryState, hasStates: boolean): void {
  const mark = markOf(item)
  if (state !== 'draft') {
    if (mark === 'TODO' || mark === 'DIRTY') item.tail = item.tail.replace(MARK_IN_BLOCK, '').replace(MARK, '')
    return
  }
  if (mark === 'TODO' || mark === 'DIRTY' || !hasStates) return
  if (mark === 'IGNORE') item.tail = item.tail.replace(/IGNORE/i, 'DIRTY')
  else if (/^\s*[,;][ \t]*\r?\n$/.test(item.tail)) item.tail = item.tail.replace(/[ \t]*(\r?\n)$/, '\t// DIRTY$1')
}

/** Whether a file says such things of its texts. */
export function hasStateMarks(text: string): boolean {
  return /(?:\/\/|#|\/\*)[ \t]*(?:TODO|DIRTY|IGNORE)\b/.test(text) || /\+ DIRTY:/.test(text)
}

/** What the comment lines above a key and behind its value say beside the mark. */
export function commentOf(item: Item): string {
  if (item.comment === '' && !/[/#]/.test(item.tail)) return ''
  const lines = item.comment
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|#+|\/\*+)[ \t]?/, '').replace(/\s*(?:\*\/)?\s*$/, ''))
  const rest = item.tail.replace(MARK_IN_BLOCK, '').replace(MARK, '')
  const behind = /(?:\/\/+|#+|\/\*)[ \t]*([^\r\n]*?)(?:\*\/)?[ \t]*(?:\r?\n|$)/.exec(rest)?.[1] ?? ''
  return [...lines, behind].join('\n').trim()
}

function markOf(item: Item): string | undefined {
  if (!/[/#]/.test(item.tail)) return undefined
  return (MARK.exec(item.tail) ?? MARK_IN_BLOCK.exec(item.tail))?.[1]?.toUpperCase()
}
