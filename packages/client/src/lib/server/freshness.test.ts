import type { LiveEvent } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { bothNews, isStaleAfter, newsOf } from './freshness.ts'
import { projectKey } from './project-key.ts'

const QUERIES = {
  project: projectKey('shop', 'project'),
  overview: projectKey('shop', 'overview'),
  sources: projectKey('shop', 'sources'),
  files: projectKey('shop', 'files', 'list'),
  limits: projectKey('shop', 'files', 'limits'),
  conflicts: projectKey('shop', 'files', 'conflicts'),
  counts: projectKey('shop', 'translations', 'counts', 'de'),
  'history of 7': projectKey('shop', 'translations', 'history', 'de', 7),
  'history of 8': projectKey('shop', 'translations', 'history', 'de', 8),
  'key 7': projectKey('shop', 'translations', 'key', 7),
  'key 8': projectKey('shop', 'translations', 'key', 8),
  operations: projectKey('shop', 'operations', 'latest'),
  keys: projectKey('shop', 'keys', 'en,de', '', 0),
  jobs: projectKey('shop', 'jobs'),
  suggestions: projectKey('shop', 'suggestions', 'de'),
  review: projectKey('shop', 'review', 'de'),
  comments: projectKey('shop', 'comments', 7),
  tasks: projectKey('shop', 'tasks'),
  members: projectKey('shop', 'members'),
}
const ALL = Object.keys(QUERIES)
const without = (...left: string[]) => ALL.filter((name) => !left.includes(name))

const changed = (part: Partial<Extract<LiveEvent, { type: 'changed' }>>): LiveEvent => ({
  type: 'changed',
  revision: 2,
  operationId: 2,
  keys: [],
  translations: [],
  ...part,
})
const SAVED = changed({ translations: [{ keyId: 7, language: 'de', version: 2 }] })

function staleAfter(...events: LiveEvent[]): string[] {
  const [first, ...others] = events.map(newsOf).filter((news) => news !== null)
  if (first === undefined) return []
  const news = others.reduce(bothNews, first)
  return Object.entries(QUERIES).flatMap(([name, key]) => (isStaleAfter(key, news) ? [name] : []))
}

test('a saved text changes what tells of it, and neither the project nor what its files can hold', () => {
  expect(staleAfter(SAVED)).toEqual(
    without('project', 'sources', 'limits', 'history of 8', 'key 8', 'jobs', 'comments', 'members'),
  )
})

test('what people do beside texts changes what shows it', () => {
  expect(staleAfter({ type: 'suggestion', keyId: 7, language: 'de' })).toEqual(['suggestions', 'review'])
  expect(staleAfter({ type: 'comment', keyId: 7 }, { type: 'task' })).toEqual(['comments', 'tasks'])
  expect(staleAfter({ type: 'members' })).toEqual(['members'])
})

test('files changed: what tells of files', () => {
  expect(staleAfter({ type: 'files' })).toEqual(['overview', 'sources', 'files', 'limits', 'conflicts'])
})

test('what cannot be told in detail changes anything but jobs, which have events of their own', () => {
  for (const event of [
    changed({ keys: [7] }),
    changed({ keys: null }),
    changed({ translations: null }),
    changed({}),
  ])
    expect(staleAfter(event)).toEqual(without('jobs'))
  expect(staleAfter({ type: 'project' })).toEqual(ALL)
  expect(staleAfter({ type: 'reset' })).toEqual(ALL)
  expect(staleAfter({ type: 'joined' })).toEqual([])
})

test('several events together change what each of them does', () => {
  const other = changed({ translations: [{ keyId: 8, language: 'pl', version: 1 }] })
  expect(staleAfter(SAVED, other)).toEqual(
    without('project', 'sources', 'limits', 'jobs', 'comments', 'members'),
  )
  expect(staleAfter(SAVED, { type: 'files' })).toEqual(
    without('project', 'history of 8', 'key 8', 'jobs', 'comments', 'members'),
  )
  expect(staleAfter({ type: 'files' }, { type: 'project' })).toEqual(ALL)
})
