import type { Span } from '@dragoman/core'
import { messageName } from './message-name.ts'
import { messageAt } from './po-positions.ts'

/** An obsolete message of a file. */
export type ObsoleteMessage = {
  readonly name: string
  /** With the comments above it and a blank line after it. */
  readonly span: Span
  /** The start of its first keyword line. */
  readonly start: number
  /** Whether another obsolete message above it has the same name. */
  readonly isRepeated: boolean
}

/**
 * Returns the obsolete messages (`#~`) of a file in file order. gettext refuses a message that exists twice, even if
 * one is obsolete, so a new one replaces it. `text` can have `DOUBLED` marks.
 */
export function obsoleteMessages(text: string, charset: string): readonly ObsoleteMessage[] {
  const found: ObsoleteMessage[] = []
  const names = new Set<string>()
  let start = -1
  let textStart = -1
  let body = ''
  let hasText = false
  let isFinished = false
  const close = (end: number) => {
    const message = hasText ? messageAt({ marked: body, charset }, 0) : null
    if (message !== null && start >= 0) {
      const blank = /\r?\n/y
      blank.lastIndex = end
      const name = messageName(message)
      const span = { start, end: blank.test(text) ? blank.lastIndex : end }
      found.push({ name, span, start: textStart, isRepeated: names.has(name) })
      names.add(name)
    }
    start = -1
    textStart = -1
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
    if (!hasText) textStart = at
    body += line.slice(2)
    hasText = true
    isFinished ||= keyword === 'msgstr'
  }
  close(text.length)
  return found
}
