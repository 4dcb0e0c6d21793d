import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

const STEPS = [
  { kind: 'translate', language: 'pl', count: 11, namespaces: null },
  { kind: 'translate', language: 'de', count: 5, namespaces: null },
  { kind: 'fix', language: 'de', count: 2, namespaces: null },
  { kind: 'review', language: 'de', count: 37, namespaces: null },
  { kind: 'keys' },
  { kind: 'open', language: 'de' },
] as const

const shown = (done: Parameters<typeof nextSteps>[1]) =>
  nextSteps(STEPS, done).map(({ kind, language, count }) => `${kind} ${language} ${count}`)

test('at the end of a filter, work in the same language comes first, without what was just done', () => {
  expect(shown({ kind: 'translate', language: 'de' })).toEqual([
    'fix de 2',
    'review de 37',
    'translate pl 11',
  ])
  expect(shown({ kind: 'fix', language: 'de' })).toEqual([
    'translate de 5',
    'review de 37',
    'translate pl 11',
  ])
  expect(shown({ kind: null, language: 'fr' })).toEqual(['translate pl 11', 'translate de 5', 'fix de 2'])
})
