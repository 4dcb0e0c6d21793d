import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { godotCsv } from '../../src/csv/godot-csv.ts'
import type { View } from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, type Verdict } from './law.ts'
import { textOf } from './pieces.ts'

const cell = fc.constantFrom('', 'a', 'é ', '"q, ""r"""', '"two\nlines"', ' ', '%d', '#x', '日')
const key = fc.constantFrom('a', 'b', 'c d', '', '', '?pluralrule', '#n')
const row = fc.tuple(key, fc.constantFrom('', '', 'x', 'y'), cell, cell, cell).map((cells) => cells.join(','))
const file = fc
  .tuple(fc.array(row, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'))
  .map(([rows, eol]) => new Uint8Array(Buffer.from(['en,?context,?plural,pl,de', ...rows, ''].join(eol))))
const text = textOf('\n', '"', ',', ';', '#', '=', '\t')
const VIEWS: readonly View[] = [
  { language: 'pl', side: 'target' },
  { language: 'de', side: 'target' },
]

function holds(verdict: Verdict, bytes: Uint8Array): void {
  if (verdict.kind === 'broken') throw new Error(`${verdict.how}\n${Buffer.from(bytes).toString()}`)
}

test('no edit gives the same bytes; setting, removing, adding and renaming change one name', () => {
  let done = 0
  fc.assert(
    fc.property(file, text, fc.nat(), fc.constantFrom(...VIEWS), (bytes, wanted, pick, view) => {
      holds(identity(godotCsv, bytes, view), bytes)
      const entries = [...godotCsv.read(bytes, view).entries.values()]
      const entry = entries[pick % Math.max(entries.length, 1)]
      if (entry === undefined) return
      const verdict = oneEdit(godotCsv, bytes, entry, wanted, view)
      holds(verdict, bytes)
      holds(removeAndAdd(godotCsv, bytes, entry, view), bytes)
      holds(rename(godotCsv, bytes, entry, view), bytes)
      if (verdict.kind === 'held') done++
    }),
    lawRuns(200),
  )
  expect(done).toBeGreaterThan(20)
})
