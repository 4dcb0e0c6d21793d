import type { Item } from '../tree/draft.ts'

/** Returns the text of comments above a key and after its value, or after the colon of a map. */
export function commentOf(item: Item): string {
  const end =
    item.value.kind !== 'leaf' && item.value.layout === 'block' ? item.sep.replace(/^[ \t]*:/, '') : item.tail
  if (item.comment === '' && !end.includes('#')) return ''
  const lines = item.comment
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\s*#+ ?/, '').trimEnd())
  const behind = /^[ \t,]*[ \t]#+[ \t]*([^\r\n]*)/.exec(end)?.[1] ?? ''
  return [...lines, behind.trimEnd()].join('\n').trim()
}
