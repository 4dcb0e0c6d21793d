import type { FileReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { filterFiles, groupByFolder, sortFiles } from './sort-files.ts'

const file = (path: string, more: Partial<FileReply> = {}): FileReply => ({
  id: 1,
  source: 1,
  path,
  language: 'de',
  namespace: 'common',
  side: 'target',
  state: 'in-step',
  problem: null,
  heldBack: [],
  strings: 1,
  conflicts: 0,
  syncedAt: null,
  ...more,
})
const paths = (files: readonly FileReply[]) => files.map(({ path }) => path)

test('files that need attention come first, the rest keeps its order', () => {
  const files = [
    file('a'),
    file('b', { state: 'missing' }),
    file('c', { conflicts: 2 }),
    file('d', { state: 'unreadable' }),
    file('e'),
  ]
  expect(paths(sortFiles(files))).toEqual(['d', 'c', 'b', 'a', 'e'])
})

test('files are sorted by path, language and size, filtered by words and grouped by folder', () => {
  const files = [
    file('pl/b.json', { language: 'pl', strings: 3 }),
    file('de/a.json'),
    file('de/c.json', { strings: 9, namespace: 'mail' }),
  ]
  expect(paths(sortFiles(files, 'path'))).toEqual(['de/a.json', 'de/c.json', 'pl/b.json'])
  expect(paths(sortFiles(files, 'language'))).toEqual(['de/a.json', 'de/c.json', 'pl/b.json'])
  expect(paths(sortFiles(files, 'strings'))).toEqual(['de/c.json', 'pl/b.json', 'de/a.json'])
  expect(paths(filterFiles(files, 'DE mail'))).toEqual(['de/c.json'])
  expect(groupByFolder(files).map((group) => [group.folder, group.files.length])).toEqual([
    ['pl', 1],
    ['de', 2],
  ])
})
