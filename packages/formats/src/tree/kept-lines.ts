import type { Branch, Item } from './draft.ts'

// Comments that belong to no item stay in the file when the items around them are removed.

/** Keeps the lead of the last item, which was removed from lines of its own, at the end of its container. */
export function keepLead(branch: Branch, { lead, indent, tail }: Item): void {
  if (lead.trim() === '') return
  const { layout, items, close } = branch
  const isAtEnd = items.length > 0 && close.replace(/[\])}]$/, '').trim() === ''
  const lines = isAtEnd ? withoutBlankEnd(lead) : lead
  if (layout === 'block') branch.close = lines + close
  else if (!lead.includes('\n')) return
  else if (/^[ \t]*\r?\n/.test(close)) branch.close = lead.trimEnd() + close
  else branch.close = lines + (tail.endsWith('\n') ? close : indent + close.trimStart())
}

/** Returns the lines with comments that are left in a container without items. */
export function linesLeft({ layout, open, close }: Branch): string {
  if (layout === 'block') return close
  const lines = open.includes('\n') ? close.slice(0, close.lastIndexOf('\n') + 1) : ''
  return lines.trim() === '' ? '' : lines
}

/** Returns lines without blank ones at their end. */
export function withoutBlankEnd(lines: string): string {
  const kept = lines.trimEnd()
  return kept + (/^[ \t]*(\r?\n)/.exec(lines.slice(kept.length))?.[1] ?? '')
}
