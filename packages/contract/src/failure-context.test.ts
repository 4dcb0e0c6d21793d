import { expect, test } from 'vitest'
import { failureContext, failureValues } from './failure-context.ts'

test.each([
  ['already-exists', { what: 'project' }, 'project'],
  ['already-exists', {}, ''],
  ['busy', { what: 'database' }, 'database'],
  ['too-many-requests', { what: 'attempts' }, 'attempts'],
  ['wrong-credentials', { what: '__proto__' }, '__proto__'],
  ['too-large', { limitBytes: 0 }, 'bytes'],
  ['too-large', { limitFiles: 10 }, 'files'],
  ['too-large', { limit: 10 }, 'count'],
  ['too-large', { what: 'passkeys', limit: 20 }, 'passkeys'],
  ['too-large', {}, ''],
  ['gone', { keyId: 3 }, 'key'],
  ['gone', { what: 'project' }, ''],
  ['gone', { id: 5 }, ''],
  ['source-unreachable', { reason: 'timeout' }, 'repository'],
  ['source-unreachable', {}, ''],
  ['not-found', { what: 'project', limit: 1, reason: 'x' }, ''],
  ['constructor', { what: 'project' }, ''],
])('%s with %j has the context %j', (code, params, context) => {
  expect(failureContext({ code, params })).toBe(context)
})

test('a limit in bytes is also a text', () => {
  expect(failureValues({ limitBytes: 64_000, name: '"Ü"' })).toEqual({
    limitBytes: 64_000,
    name: '"Ü"',
    size: '64 kB',
  })
})

test.each([{}, { limitBytes: '64 kB' }, { limit: 3 }])('%j has no size', (params) => {
  expect(failureValues(params)).toEqual(params)
})
