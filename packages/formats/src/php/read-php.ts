import type { Issue } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document, View } from '../format.ts'
import type { EntryList } from '../source/entry-list.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import type { Item } from '../tree/draft.ts'
import { keySpan, putText } from '../tree/put-text.ts'
import { visitTexts } from '../tree/text-locations.ts'
import { parsePhp } from './parse-php.ts'
import type { PhpCursor } from './php-cursor.ts'
import { commentOf, stateOf } from './php-state.ts'

export const PHP_ARRAY = 'php-array'

/** Parses a PHP file of texts; nothing in it is ever run. */
export function readPhp(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: PHP_ARRAY, text, encoding, ...(view ? { view } : {}) }
  if (issue !== null) return unreadDocument(base, issue)
  if (text.trim() === '')
    return unreadDocument(base, { code: 'empty-file', severity: 'error', span: { start: 0, end: 0 } })
  const { draft, cursor } = parsePhp(text)
  const list: EntryList = { entries: new Map(), issues: cursor.issues, counts: cursor.counts }
  if (draft === null) {
    if (!cursor.issues.some(({ severity }) => severity === 'error')) cursor.issues.push(notThis(text))
  } else {
    visitTexts(draft.root, {
      hasPlurals: false,
      onText: (place) => putText(list, place, { state: stateOf(place.item), comment: commentOf(place.item) }),
      onProblem(problem) {
        const { item } = problem
        if (problem.code === 'unusable-key' && item.key === null) {
          warnOfComputedKey(cursor, item)
          return
        }
        warn(
          cursor,
          problem.code,
          keySpan(item),
          problem.code === 'duplicate-key' ? { key: problem.key } : {},
        )
      },
    })
  }
  return { ...base, entries: list.entries, issues: sortIssues(list.issues) }
}

/** Warns of texts whose key only running the file would show. */
function warnOfComputedKey(cursor: PhpCursor, item: Item): void {
  const { value, rawKey, start } = item
  if (value.kind === 'leaf' && value.text === null) return
  if (rawKey === '') warn(cursor, 'unusable-key', keySpan(item), {})
  // Code was reported where it was read.
  else if (cursor.issues.every(({ span }) => span.start !== start))
    warn(cursor, 'not-a-literal', { start, end: start + rawKey.length }, {})
}

function notThis(text: string): Issue {
  return {
    code: 'not-this-format',
    severity: 'error',
    span: { start: 0, end: Math.min(5, text.length) },
    params: { format: 'PHP' },
  }
}
