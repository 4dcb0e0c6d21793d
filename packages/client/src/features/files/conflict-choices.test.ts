import type { ConflictReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { choicesOf } from './conflict-choices.ts'

test('the combination is offered only if it is possible', () => {
  const conflict: ConflictReply = {
    id: 1,
    fileId: 1,
    path: 'de.json',
    keyId: 1,
    language: 'de',
    namespace: 'common',
    name: 'a',
    plural: 'none',
    base: {},
    theirs: { other: 'x' },
    ours: { other: 'y' },
    merged: null,
    branch: null,
    oursBy: null,
    mark: 'a',
    createdAt: '2026-01-01T00:00:00Z',
  }
  expect(choicesOf(conflict).map(({ id }) => id)).toEqual(['theirs', 'ours'])
  expect(choicesOf({ ...conflict, merged: { other: 'z' } }).map(({ id }) => id)).toEqual([
    'theirs',
    'ours',
    'merged',
  ])
})
