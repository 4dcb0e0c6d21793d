import { expect, test } from 'vitest'
import { progressOf } from './progress-of.ts'

const check = (name: string, state: 'waiting' | 'running' | 'passed' | 'failed' | 'skipped') => ({
  name,
  state,
  seconds: null,
  url: null,
})

test('the first running check has the number of finished ones', () => {
  const checks = [check('Build', 'passed'), check('Lint', 'waiting'), check('Tests', 'running')]
  expect(progressOf(checks)).toEqual({ done: 1, at: 'Tests' })
  expect(progressOf([...checks, check('Docs', 'failed'), check('More', 'skipped')])?.done).toBe(3)
})

test('a waiting check has it while none is running, and none once all have finished', () => {
  expect(progressOf([check('Build', 'passed'), check('Lint', 'waiting')])).toEqual({ done: 1, at: 'Lint' })
  expect(progressOf([check('Build', 'passed'), check('Lint', 'failed')])).toBeNull()
  expect(progressOf([])).toBeNull()
})
