import { actorId, type Membership, type Principal, workOf } from '@dragoman/core'
import { expect, test } from 'vitest'
import { largestQueues } from './largest-queues.ts'

const left = (language: string, waiting: number, untranslated: number, outdated = 0) => ({
  language,
  waiting,
  untranslated,
  outdated,
  failing: 5,
})
const PROJECTS = [
  { slug: 'shop', name: 'Shop', left: [left('de', 207, 3, 1), left('pl', 50, 37)] },
  { slug: 'site', name: 'Site', left: [left('de', 9, 0), left('fr', 300, 300)] },
]

function shown(membership: Partial<Membership> & Pick<Membership, 'role'>, limit = 10): readonly string[] {
  const rights = { languages: null, namespaces: null, groupId: null, ...membership }
  const principal: Principal = {
    id: actorId('user', 2),
    name: 'Piotr',
    instanceRole: 'member',
    memberships: new Map([[1, [rights]]]),
    token: null,
  }
  const works = PROJECTS.map(({ left, ...project }) => ({
    project,
    steps: workOf(principal, {
      projectId: 1,
      sourceLanguage: 'en',
      languages: left.map(({ language }) => language),
      left,
      keys: null,
      openConflicts: 0,
      tasks: [],
      lastLanguage: null,
      spoken: [],
    }).steps,
  }))
  return largestQueues(works, limit).map(
    ({ project, step: { language, kind, count } }) => `${project.slug} ${language} ${kind} ${count}`,
  )
}

test('lists the largest queues of a reviewer of German first', () => {
  const reviewer = { role: 'reviewer', languages: new Set(['de']) } as const
  expect(shown(reviewer)).toEqual([
    'shop de review 207',
    'site de review 9',
    'shop de translate 3',
    'shop de update 1',
  ])
  expect(shown(reviewer, 2)).toHaveLength(2)
})

test('offers a translator nothing to review, and viewers nothing', () => {
  expect(shown({ role: 'translator', languages: new Set(['pl']) })).toEqual(['shop pl translate 37'])
  expect(shown({ role: 'viewer' })).toEqual([])
})
