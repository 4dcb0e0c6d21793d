import { expect, test } from 'vitest'
import { lineColumnOf, lineColumnsOf } from './line-column.ts'

test.each(['', 'a', '\n', 'a\nb\r\nc\rd', '\r\n\r\n\n\r', 'ä😀\n😀\n'])(
  'many offsets have the places of single ones: %j',
  (text) => {
    const placeOf = lineColumnsOf(text)
    for (let offset = -1; offset <= text.length + 1; offset++)
      expect([offset, placeOf(offset)]).toEqual([offset, lineColumnOf(text, offset)])
  },
)
