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
  releases: projectKey('shop', 'releases', 'list'),
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

test('a saved text affects what depends on it, but neither the project nor the limits of its files', () => {
  expect(staleAfter(SAVED)).toEqual(
    without(
      'project',
      'sources',
      'limits',
      'history of 8',
      'key 8',
      'jobs',
      'comments',
      'members',
      'releases',
    ),
  )
})

test('actions other than editing texts affect what shows them', () => {
  expect(staleAfter({ type: 'suggestion', keyId: 7, language: 'de' })).toEqual(['suggestions', 'review'])
  expect(staleAfter({ type: 'comment', keyId: 7 }, { type: 'task' })).toEqual(['comments', 'tasks'])
  expect(staleAfter({ type: 'members' })).toEqual(['members'])
  expect(staleAfter({ type: 'releases' })).toEqual(['releases'])
})

test('changed files affect what depends on files', () => {
  expect(staleAfter({ type: 'files' })).toEqual(['overview', 'sources', 'files', 'limits', 'conflicts'])
})

test('unknown details affect everything but jobs, which have their own events', () => {
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

test('several events together affect what each of them does', () => {
  const other = changed({ translations: [{ keyId: 8, language: 'pl', version: 1 }] })
  expect(staleAfter(SAVED, other)).toEqual(
    without('project', 'sources', 'limits', 'jobs', 'comments', 'members', 'releases'),
  )
  expect(staleAfter(SAVED, { type: 'files' })).toEqual(
    without('project', 'history of 8', 'key 8', 'jobs', 'comments', 'members', 'releases'),
  )
  expect(staleAfter({ type: 'files' }, { type: 'project' })).toEqual(ALL)
})
