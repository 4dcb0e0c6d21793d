import { expect, test } from 'vitest'
import { sourceThen } from './source-then.ts'

const entry = (at: string, text: string, version: number) => ({
  operationId: version,
  kind: 'save' as const,
  actor: { id: 'user:1', name: 'a' },
  author: null,
  rejection: null,
  at,
  forms: { other: text },
  state: 'translated' as const,
  version,
})
const history = [
  entry('2026-03-03T00:00:00Z', 'third', 30),
  entry('2026-02-02T00:00:00Z', 'second', 20),
  entry('2026-01-01T00:00:00Z', 'first', 10),
]
const now = { other: 'third' }
const target = (sourceVersion: number, updatedAt: string | null) => ({ sourceVersion, updatedAt })

test('finds the source text that was translated, whenever the translation was written', () => {
  expect(sourceThen(history, target(20, '2026-02-20T00:00:00Z'), now)).toEqual({ other: 'second' })
  // A rejection writes the same words later.
  expect(sourceThen(history, target(20, '2026-04-01T00:00:00Z'), now)).toEqual({ other: 'second' })
})
test('finds it by time if its version is not in the history', () => {
  expect(sourceThen(history, target(5, '2026-02-20T00:00:00Z'), now)).toEqual({ other: 'second' })
  expect(sourceThen(history, target(5, '2025-12-01T00:00:00Z'), now)).toEqual({ other: 'first' })
})
test('shows nothing if it is unknown or unchanged', () => {
  expect(sourceThen([], target(20, '2026-02-20T00:00:00Z'), now)).toBeNull()
  expect(sourceThen(history, target(0, null), now)).toBeNull()
  expect(sourceThen(history, target(30, '2026-02-20T00:00:00Z'), now)).toBeNull()
  expect(sourceThen(history, target(5, '2026-04-01T00:00:00Z'), now)).toBeNull()
})
