import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveEvent } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { bothNews, isStaleAfter, newsOf, OWN_RIGHTS_CHANGED } from './freshness.ts'
import { projectKey } from './project-key.ts'

const QUERIES = {
  project: projectKey('shop', 'project'),
  overview: projectKey('shop', 'overview'),
  sources: projectKey('shop', 'sources'),
  files: projectKey('shop', 'files', 'list'),
  limits: projectKey('shop', 'files', 'limits'),
  conflicts: projectKey('shop', 'files', 'conflicts'),
  branches: projectKey('shop', 'files', 'branches', 'listed'),
  'unsent texts of branches': projectKey('shop', 'files', 'branches', 'with-unsent'),
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
  'strings of a task': projectKey('shop', 'keys', 'en,de', 'TASK:4 ns:a', 0),
  'strings with a comment': projectKey('shop', 'translations', 'found', 'de', '-has:comment'),
  audit: projectKey('shop', 'audit', '{}'),
  editing: projectKey('shop', 'editing', 'origins'),
  'old-addresses': projectKey('shop', 'old-addresses'),
  webhooks: projectKey('shop', 'webhooks'),
  'uses in code': projectKey('shop', 'code-uses'),
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
      'unsent texts of branches',
      'history of 8',
      'key 8',
      'jobs',
      'comments',
      'members',
      'releases',
      'uses in code',
    ),
  )
})

test('each other action affects what shows or counts its result, and searches for it', () => {
  const affected: readonly (readonly [LiveEvent, readonly string[]])[] = [
    [
      { type: 'suggestion', keyId: 7, language: 'de' },
      ['overview', 'suggestions', 'review', 'strings with a comment'],
    ],
    [{ type: 'comment', keyId: 7 }, ['comments', 'strings with a comment']],
    [{ type: 'task' }, ['review', 'tasks', 'strings of a task']],
    [{ type: 'members' }, ['members', 'releases']],
    [{ type: 'releases' }, ['releases']],
    [{ type: 'webhooks' }, ['webhooks']],
    [{ type: 'notifications' }, []],
    [{ type: 'presence', people: [] }, []],
  ]
  for (const [event, names] of affected) expect(staleAfter(event), event.type).toEqual(names)
})

test('everything is counted for a person, so their own rights affect everything', () => {
  const stale = Object.values(QUERIES).filter((key) => isStaleAfter(key, OWN_RIGHTS_CHANGED))
  expect(stale).toHaveLength(ALL.length)
})

test('the queries of this test are of every area that the client has', () => {
  const sources = join(import.meta.dirname, '../..')
  const used = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .flatMap((path) => [
      ...readFileSync(join(sources, path), 'utf8').matchAll(/projectKey\([\w.]+, '([\w-]+)'/g),
    ])
    .map(([, area]) => area)
  const known = new Set<string>(Object.values(QUERIES).map(([, , area]) => area))
  expect(new Set(used)).toEqual(known)
})

test('a saved text does not count the unsent texts of branches again, which reads all of their files', () => {
  expect(staleAfter(SAVED)).toContain('branches')
  expect(staleAfter(SAVED)).not.toContain('unsent texts of branches')
  expect(staleAfter(changed({ keys: [7] }))).toContain('unsent texts of branches')
})

test('changed files affect what depends on files', () => {
  expect(staleAfter({ type: 'files' })).toEqual([
    ...['overview', 'sources', 'files', 'limits', 'conflicts', 'branches', 'unsent texts of branches'],
  ])
})

test('uses in code are compared again after a scan or with other keys, not with each file or text', () => {
  for (const event of [SAVED, { type: 'files' } as const])
    expect(staleAfter(event)).not.toContain('uses in code')
  expect(staleAfter(changed({ keys: [7] }))).toContain('uses in code')
  expect(staleAfter({ type: 'files', isScan: true })).toEqual([
    ...staleAfter({ type: 'files' }),
    'uses in code',
  ])
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
    without(
      'project',
      'sources',
      'limits',
      'unsent texts of branches',
      'jobs',
      'comments',
      'members',
      'releases',
      'uses in code',
    ),
  )
  expect(staleAfter(SAVED, { type: 'files' })).toEqual(
    without('project', 'history of 8', 'key 8', 'jobs', 'comments', 'members', 'releases', 'uses in code'),
  )
  expect(staleAfter({ type: 'files' }, { type: 'project' })).toEqual(ALL)
})
