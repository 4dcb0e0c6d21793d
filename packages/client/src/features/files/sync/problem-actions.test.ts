import { expect, test } from 'vitest'
import { isOfSending, problemActions } from './problem-actions.ts'

test.each([
  ['secret-found', {}, ['send']],
  ['push-refused', {}, ['send', 'settings']],
  ['branch-missing', { branch: 'main' }, ['move', 'sync']],
  ['files-gone', { branch: 'main' }, ['sync', 'move']],
  ['redirected', {}, ['move']],
  ['unreachable', {}, ['sync']],
  ['forge-refused', { forge: 'rate-limited' }, ['send']],
  ['forge-refused', { forge: 'unreachable' }, ['send']],
  ['forge-refused', { forge: 'moved' }, ['move']],
  ['forge-refused', { forge: 'sign-in-refused' }, ['settings', 'send']],
])('%s %o offers %o', (code, params, actions) => {
  expect(problemActions({ code, params })).toEqual(actions)
})

test('a refused push is not sent, and an unreachable repository is not synced', () => {
  expect(isOfSending({ code: 'push-refused' })).toBe(true)
  expect(isOfSending({ code: 'unreachable' })).toBe(false)
})
