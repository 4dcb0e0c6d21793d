import { expect, test } from 'vitest'
import { sourceThen } from './source-then.ts'

const entry = (at: string, text: string) => ({
  operationId: 1,
  kind: 'save' as const,
  actor: { id: 'user:1', name: 'a' },
  author: null,
  rejection: null,
  at,
  forms: { other: text },
  state: 'translated' as const,
  version: 1,
})
const history = [
  entry('2026-03-03T00:00:00Z', 'third'),
  entry('2026-02-02T00:00:00Z', 'second'),
  entry('2026-01-01T00:00:00Z', 'first'),
]

test('finds the source text at the time of the translation', () => {
  expect(sourceThen(history, '2026-02-20T00:00:00Z', { other: 'third' })).toEqual({ other: 'second' })
  expect(sourceThen(history, '2025-12-01T00:00:00Z', { other: 'third' })).toEqual({ other: 'first' })
})
test('shows nothing if it is unknown or unchanged', () => {
  expect(sourceThen([], '2026-02-20T00:00:00Z', { other: 'third' })).toBeNull()
  expect(sourceThen(history, null, { other: 'third' })).toBeNull()
  expect(sourceThen(history, '2026-04-01T00:00:00Z', { other: 'third' })).toBeNull()
})
