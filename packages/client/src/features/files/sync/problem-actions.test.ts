import { expect, test } from 'vitest'
import { problemActions } from './problem-actions.ts'

test.each([
  ['secret-found', {}, ['send']],
  ['push-refused', {}, ['send', 'settings']],
  ['branch-missing', { branch: 'main' }, ['move', 'sync']],
  ['redirected', {}, ['move']],
  ['unreachable', {}, ['sync']],
  ['forge-refused', { forge: 'rate-limited' }, ['send']],
  ['forge-refused', { forge: 'unreachable' }, ['send']],
  ['forge-refused', { forge: 'moved' }, ['move']],
  ['forge-refused', { forge: 'sign-in-refused' }, ['settings', 'send']],
])('%s %o offers %o', (code, params, actions) => {
  expect(problemActions({ code, params })).toEqual(actions)
})
