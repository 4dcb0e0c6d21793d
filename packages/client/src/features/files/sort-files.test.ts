import type { FileReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { sortFiles } from './sort-files.ts'

const file = (path: string, state: FileReply['state'], conflicts = 0): FileReply => ({
  id: 1,
  path,
  language: 'de',
  namespace: 'common',
  side: 'target',
  state,
  problem: null,
  entries: 1,
  conflicts,
  syncedAt: null,
})

test('what wants attention comes first, the rest keeps its order', () => {
  const files = [file('a', 'in-step'), file('b', 'missing'), file('c', 'in-step', 2), file('d', 'unreadable'), file('e', 'in-step')]
  expect(sortFiles(files).map(({ path }) => path)).toEqual(['d', 'c', 'b', 'a', 'e'])
})
