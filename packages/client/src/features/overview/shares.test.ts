import { expect, test } from 'vitest'
import { toDo } from './shares.ts'

test('every kind of work has one card, in a fixed order', () => {
  const steps = [
    { kind: 'review', language: 'pl', count: 207, namespaces: null },
    { kind: 'review', language: 'de', count: 4, namespaces: null },
    { kind: 'translate', language: 'de', count: 28, namespaces: null },
    { kind: 'translate', language: 'pl', count: 3, namespaces: null },
    { kind: 'fix', language: 'de', count: 10, namespaces: null },
    { kind: 'update', language: 'de', count: 1, namespaces: null },
    { kind: 'keys' },
    { kind: 'open', language: 'de' },
  ] as const
  expect(toDo({ steps }).map((card) => `${card.kind} ${card.language} ${card.count}`)).toEqual([
    'translate de 28',
    'fix de 10',
    'update de 1',
    'review pl 207',
  ])
  expect(toDo({ steps: [{ kind: 'open', language: 'de' }] })).toEqual([])
})
