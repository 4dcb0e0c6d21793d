import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROJECT_ACTIONS, TEXT_ACTIONS } from './actions.ts'
import { actorId } from './actor.ts'
import { type AccessHelp, type AccessQuestion, answerAccess, askedOf } from './answer-access.ts'
import { explain, type Membership, type Principal } from './explain.ts'
import { PROJECT_ROLES, SHARED_ROLES } from './roles.ts'

const limit = fc.option(fc.uniqueArray(fc.constantFrom('de', 'fr', 'pl')).map((all) => new Set(all)))
const membership: fc.Arbitrary<Membership> = fc.record({
  role: fc.constantFrom(...PROJECT_ROLES, ...SHARED_ROLES),
  languages: limit,
  namespaces: limit,
  groupId: fc.option(fc.integer({ min: 1, max: 3 })),
})
const somebody: fc.Arbitrary<Principal> = fc.record({
  id: fc.constant(actorId('user', 2)),
  name: fc.constant('Jonas'),
  instanceRole: fc.constantFrom('owner' as const, 'member' as const, 'visitor' as const),
  memberships: fc.array(membership, { maxLength: 4 }).map((all) => new Map([[7, all]])),
  token: fc.constant(null),
})
const asked: fc.Arbitrary<AccessQuestion> = fc.record({
  projectId: fc.constantFrom(7, 8),
  action: fc.constantFrom(...PROJECT_ACTIONS, ...TEXT_ACTIONS),
  language: fc.option(fc.constantFrom('de', 'fr', 'pl')),
  namespace: fc.option(fc.constantFrom('de', 'fr', 'pl')),
})
const rights: fc.Arbitrary<Membership> = fc.record({
  role: fc.constantFrom(...PROJECT_ROLES),
  languages: limit,
  namespaces: limit,
  groupId: fc.constant(9),
})

test('the answer equals that of explain, and the steps agree with it', () => {
  fc.assert(
    fc.property(somebody, asked, (principal, question) => {
      const { refusal, by, steps } = answerAccess(principal, question, [])
      expect(refusal).toBe(explain(principal, ...askedOf(question)))
      if (principal.instanceRole === 'owner') return
      const isPassed = by !== null && steps.role && steps.languages !== false && steps.namespaces !== false
      expect(isPassed || steps.groups).toBe(refusal === null)
    }),
  )
})

function after(principal: Principal, help: AccessHelp, groups: readonly Membership[]): Principal {
  const more: Membership =
    help.kind === 'change'
      ? { role: help.role, languages: help.languages, namespaces: help.namespaces, groupId: null }
      : help.kind === 'share'
        ? { role: help.role, languages: null, namespaces: null, groupId: null }
        : (groups[0] as Membership)
  return { ...principal, memberships: new Map([7, 8].map((id) => [id, [more]])) }
}

test('each suggested change helps', () => {
  fc.assert(
    fc.property(somebody, asked, rights, (principal, question, group) => {
      const { refusal, helps } = answerAccess(principal, question, [{ groupId: 9, rights: group }])
      if (refusal === null) expect(helps).toEqual([])
      for (const help of helps)
        expect(explain(after(principal, help, [group]), ...askedOf(question))).toBeNull()
    }),
  )
})

test('a translator of French and Polish may not save German', () => {
  const own: Membership = {
    role: 'translator',
    languages: new Set(['fr', 'pl']),
    namespaces: new Set(['checkout']),
    groupId: null,
  }
  const jonas: Principal = {
    id: actorId('user', 3),
    name: 'Jonas',
    instanceRole: 'member',
    memberships: new Map([[7, [own]]]),
    token: null,
  }
  const berlin = { role: 'translator' as const, languages: new Set(['de']), namespaces: null, groupId: 4 }
  const question = {
    projectId: 7,
    action: 'translations.save' as const,
    language: 'de',
    namespace: 'checkout',
  }
  expect(answerAccess(jonas, question, [{ groupId: 4, rights: berlin }])).toEqual({
    refusal: 'other-language',
    by: own,
    steps: { role: true, languages: false, namespaces: true, groups: false },
    helps: [
      {
        kind: 'change',
        role: 'translator',
        languages: new Set(['fr', 'pl', 'de']),
        namespaces: new Set(['checkout']),
      },
      { kind: 'add-to-group', groupId: 4 },
    ],
  })
})
