import type { Span } from '@dragoman/core'
import { messageAt } from './po-positions.ts'
import { messageName } from './read-po.ts'

/**
 * Returns the locations of a file's obsolete messages (`#~`) by name, each with the comments above it and a
 * blank line after it. gettext refuses a message that exists twice, even if one is obsolete, so a new one
 * replaces it.
 */
export function obsoleteMessages(text: string, charset: string): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>()
  let start = -1
  let body = ''
  let hasText = false
  let isFinished = false
  const close = (end: number) => {
    const message = hasText ? messageAt({ marked: body, charset }, 0) : null
    if (message !== null && start >= 0) {
      const blank = /\r?\n/y
      blank.lastIndex = end
      found.set(messageName(message), { start, end: blank.test(text) ? blank.lastIndex : end })
    }
    start = -1
    body = ''
    hasText = false
    isFinished = false
  }
  for (const match of text.matchAll(/^(#(~[ \t]*([a-z]*))?)?[^\n]*\n?/gm)) {
    const [line, hash, old, keyword = ''] = match
    if (line === '') break
    const at = match.index
    if (
      hash === undefined ||
      (hasText && (old === undefined || keyword === 'msgctxt' || keyword === 'msgid'))
    ) {
      // A context comes before its msgid, so only a finished message ends here.
      if (hash === undefined || isFinished) close(at)
    }
    if (hash === undefined) continue
    if (start < 0) start = at
    if (old === undefined || line.startsWith('#~|')) continue
    body += line.slice(2)
    hasText = true
    isFinished ||= keyword === 'msgstr'
  }
  close(text.length)
  return found
}
