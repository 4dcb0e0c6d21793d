import { expect, test } from 'vitest'
import { requestLine } from './request-line.ts'

test('the largest count is at the top, and no counts at all are a flat line', () => {
  expect(requestLine([0, 5, 10])).toBe('M0 20L48 11L96 2')
  expect(requestLine([0, 0])).toBe('M0 20L96 20')
  expect(requestLine([7])).toBe('M0 2')
  expect(requestLine([])).toBe('')
})
