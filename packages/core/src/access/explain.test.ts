import { expect, test } from 'vitest'
import { actorId } from './actor.ts'
import { explainInThread, type Membership, type Principal, type TokenLimits } from './explain.ts'

const PROJECT_ID = 7
const GERMAN = { role: 'translator', languages: new Set(['de']), namespaces: null } as const
const FOR_ALL = { projectId: PROJECT_ID, language: null, namespace: 'app', languages: ['en', 'de', 'fr'] }

function person(rights: Omit<Membership, 'groupId'>, token: Partial<TokenLimits> | null = null): Principal {
  return {
    id: actorId('user', 2),
    name: 'Ben',
    instanceRole: 'member',
    memberships: new Map([[PROJECT_ID, [{ ...rights, groupId: null }]]]),
    token: token && {
      tokenId: 1,
      scopes: new Set(['suggest']),
      projectId: null,
      languages: null,
      ...token,
    },
  }
}

test('people of each language take part in a thread for all languages, and in those for theirs', () => {
  const ben = person(GERMAN)
  expect(explainInThread(ben, 'comments.add', FOR_ALL)).toBeNull()
  expect(explainInThread(ben, 'comments.add', { ...FOR_ALL, language: 'de' })).toBeNull()
  expect(explainInThread(ben, 'comments.add', { ...FOR_ALL, language: 'fr' })).toBe('other-language')
  expect(explainInThread(ben, 'comments.moderate', FOR_ALL)).toBe('role-too-low')
  const manager = person({ role: 'manager', languages: null, namespaces: null })
  expect(explainInThread(manager, 'comments.moderate', FOR_ALL)).toBeNull()
})

test('other limits apply to a thread for all languages, too', () => {
  expect(explainInThread(null, 'comments.add', FOR_ALL)).toBe('not-signed-in')
  const ofShop = person({ ...GERMAN, namespaces: new Set(['shop']) })
  expect(explainInThread(ofShop, 'comments.add', FOR_ALL)).not.toBeNull()
  expect(explainInThread(ofShop, 'comments.add', { ...FOR_ALL, namespace: 'shop' })).toBeNull()
  expect(explainInThread(ofShop, 'comments.add', { ...FOR_ALL, namespace: null })).not.toBeNull()
  expect(explainInThread(person(GERMAN), 'comments.add', { ...FOR_ALL, languages: ['en', 'fr'] })).toBe(
    'other-language',
  )
  const withToken = person(GERMAN, { languages: new Set(['fr']) })
  expect(explainInThread(withToken, 'comments.add', FOR_ALL)).not.toBeNull()
  expect(explainInThread(person(GERMAN, { languages: new Set(['de']) }), 'comments.add', FOR_ALL)).toBeNull()
})
