import { expect, test } from 'vitest'
import { FAILURE_CODES, FAILURES, Failure } from './failures.ts'

test.each(FAILURE_CODES)('%s has the status of an error', (code) => {
  expect(FAILURES[code]).toBeGreaterThanOrEqual(400)
  expect(FAILURES[code]).toBeLessThan(600)
})

test('a failure without parameters has none, and no fields', () => {
  expect(new Failure('busy')).toMatchObject({ code: 'busy', params: {}, fields: [], current: undefined })
})

test('a failure has its code as message', () => {
  expect(String(new Failure('not-found', { what: '"Ü"' }))).toBe('Failure: not-found')
})
