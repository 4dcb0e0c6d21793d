import { expect, test } from 'vitest'
import { processorTicksOf } from './machine.ts'

test('processor time includes that of ended children', () => {
  const stat =
    '4711 (node (a) b) S 1 4711 4711 0 -1 4194560 9 9 0 0 120 30 45 5 20 0 11 0 100 1000000 200 18446744073709551615'
  expect(processorTicksOf(stat)).toBe(120 + 30 + 45 + 5)
})
