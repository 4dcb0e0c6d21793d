import { beforeEach, expect, test } from 'vitest'
import type { UndoEnd } from '../../../lib/server/undo.ts'
import { createUndoSteps, type UndoSteps } from './undo-steps.ts'

let steps: UndoSteps
/** Undos under way, in the order in which they were started. */
let asked: { readonly operation: number; readonly end: (end: UndoEnd) => Promise<void> }[]

beforeEach(() => {
  asked = []
  steps = createUndoSteps(
    (operation) =>
      new Promise((resolve) => {
        asked.push({
          operation,
          end: async (end) => {
            resolve(end)
            await Promise.resolve()
            await Promise.resolve()
          },
        })
      }),
  )
})

const operations = () => asked.map(({ operation }) => operation)

test('operations are undone newest first, one after another', async () => {
  steps.note(1)
  steps.note(2)
  expect([steps.request([]), steps.request([]), steps.request([])]).toEqual(['started', 'started', 'nothing'])
  expect(operations()).toEqual([2])
  await asked[0]?.end('undone')
  expect(operations()).toEqual([2, 1])
})

test('an undo that fails, and those behind it, can be requested again', async () => {
  steps.note(1)
  steps.note(2)
  steps.request([])
  steps.request([])
  await asked[0]?.end('failed')
  expect(operations()).toEqual([2])
  expect([steps.request([]), steps.request([])]).toEqual(['started', 'started'])
  await asked[1]?.end('undone')
  expect(operations()).toEqual([2, 2, 1])
})

test('an undo that is refused is not requested again', async () => {
  steps.note(1)
  steps.note(2)
  steps.request([])
  await asked[0]?.end('refused')
  steps.request([])
  expect(operations()).toEqual([2, 1])
})

test('of two pending saves of a text, the newer one is undone first', async () => {
  expect([steps.request(['b', 'a']), steps.request(['b', 'a'])]).toEqual(['awaited', 'awaited'])
  steps.saveEnded('a', 1)
  expect(operations()).toEqual([])
  steps.saveEnded('b', 2)
  expect(operations()).toEqual([2])
  await asked[0]?.end('undone')
  expect(operations()).toEqual([2, 1])
})

test('with all pending saves requested, the next undo is that of an operation, after them', async () => {
  steps.note(1)
  expect([steps.request(['a']), steps.request(['a']), steps.request(['a'])]).toEqual([
    'awaited',
    'awaited',
    'nothing',
  ])
  expect(operations()).toEqual([])
  steps.saveEnded('a', 2)
  await asked[0]?.end('undone')
  expect(operations()).toEqual([2, 1])
})

test('a save that failed, or was replaced, does not stop the others', async () => {
  steps.note(1)
  steps.request(['a'])
  steps.request(['a'])
  steps.saveEnded('a', undefined)
  expect(operations()).toEqual([1])
  await asked[0]?.end('undone')

  steps.note(2)
  steps.request(['b'])
  steps.request(['b'])
  steps.keepSaves(['c'])
  expect(operations()).toEqual([1, 2])
})

test('a save that nothing asked to undo is noted', () => {
  steps.saveEnded('a', 1)
  expect(steps.request([])).toBe('started')
  expect(operations()).toEqual([1])
})

test('after an operation that something else undoes, requests undo those before it', async () => {
  for (const operation of [1, 2, 3]) steps.note(operation)
  steps.startedElsewhere(3)
  expect([steps.request([]), steps.request([]), steps.request([])]).toEqual(['started', 'started', 'nothing'])
  expect(operations()).toEqual([])
  steps.endedElsewhere(3, 'undone')
  expect(operations()).toEqual([2])
  steps.startedElsewhere(1)
  await asked[0]?.end('undone')
  steps.endedElsewhere(1, 'undone')
  expect(operations()).toEqual([2])
})

test('when something else could not undo an operation, it and those before it can be requested again', () => {
  steps.note(1)
  steps.note(2)
  steps.startedElsewhere(2)
  steps.request([])
  steps.endedElsewhere(2, 'failed')
  expect(operations()).toEqual([])
  expect([steps.request([]), steps.request([])]).toEqual(['started', 'started'])
  expect(operations()).toEqual([2])
})

test('an operation that is undone here is not treated as one that something else undoes', async () => {
  steps.note(1)
  steps.request([])
  steps.startedElsewhere(1)
  steps.endedElsewhere(1, 'failed')
  await asked[0]?.end('failed')
  expect([steps.request([]), steps.request([])]).toEqual(['started', 'nothing'])
})

test('a step that is being undone stays when something else could not undo another one', async () => {
  steps.note(1)
  steps.note(2)
  steps.request([])
  steps.startedElsewhere(1)
  steps.endedElsewhere(1, 'failed')
  await asked[0]?.end('undone')
  expect([steps.request([]), steps.request([])]).toEqual(['started', 'nothing'])
  expect(operations()).toEqual([2, 1])
})

test('an operation of another screen is not noted when its undo fails', () => {
  steps.startedElsewhere(1)
  steps.endedElsewhere(1, 'failed')
  expect(steps.request([])).toBe('nothing')
})

test('what was cleared is not undone', async () => {
  steps.note(1)
  steps.note(2)
  steps.request([])
  steps.request([])
  steps.clear()
  await asked[0]?.end('failed')
  expect(operations()).toEqual([2])
  expect(steps.request([])).toBe('nothing')
})
