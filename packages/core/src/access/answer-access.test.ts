import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTextAction, PROJECT_ACTIONS, TEXT_ACTIONS } from './actions.ts'
import { actorId } from './actor.ts'
import { type AccessHelp, type AccessQuestion, actionOf, answerAccess } from './answer-access.ts'
import { explain, type Membership, type Principal } from './explain.ts'
import { GRANT_ROLES, type Grant, membershipsFrom, type Rights, simplifyRights } from './rights.ts'
import { isUnlimited, PROJECT_ROLES, ROLE_ACTIONS, SHARED_ROLES } from './roles.ts'

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
const grant: fc.Arbitrary<Grant> = fc.record({
  role: fc.constantFrom(...GRANT_ROLES),
  languages: limit,
  namespaces: limit,
})
const rights: fc.Arbitrary<Rights> = fc.record({
  role: fc.constantFrom(...PROJECT_ROLES),
  languages: limit,
  namespaces: limit,
  grants: fc.array(grant, { maxLength: 2 }),
})

/** A person with rights of their own and in a group. */
const member: fc.Arbitrary<Principal> = fc
  .record({ own: fc.option(rights), group: fc.option(rights) })
  .map(({ own, group }) =>
    personWith([
      ...(own === null ? [] : membershipsFrom(own, null)),
      ...(group === null ? [] : membershipsFrom(group, 3)),
    ]),
  )

function personWith(memberships: readonly Membership[]): Principal {
  return {
    id: actorId('user', 2),
    name: 'Sam',
    instanceRole: 'member',
    memberships: new Map([[7, memberships]]),
    token: null,
  }
}

test('the answer equals that of explain, and the steps agree with it', () => {
  fc.assert(
    fc.property(somebody, asked, (principal, question) => {
      const { refusal, by, steps } = answerAccess(principal, question, [])
      expect(refusal).toBe(explain(principal, ...actionOf(question)))
      if (principal.instanceRole === 'owner') return
      const isPassed = by !== null && steps.role && steps.languages !== false && steps.namespaces !== false
      expect(isPassed || steps.groups).toBe(refusal === null)
    }),
  )
})

const PLACES = ['de', 'fr', 'pl', 'other', null] as const
const EVERYTHING: readonly AccessQuestion[] = [
  ...PROJECT_ACTIONS.map((action) => ({ projectId: 7, action, language: null, namespace: null })),
  ...TEXT_ACTIONS.flatMap((action) =>
    PLACES.flatMap((language) => PLACES.map((namespace) => ({ projectId: 7, action, language, namespace }))),
  ),
]

/** Returns what a person can do in the project. */
function reachOf(principal: Principal): ReadonlySet<number> {
  return new Set(
    EVERYTHING.flatMap((question, at) => (explain(principal, ...actionOf(question)) === null ? [at] : [])),
  )
}

function after(principal: Principal, help: AccessHelp, group: Rights): Principal {
  const present = principal.memberships.get(7) ?? []
  switch (help.kind) {
    case 'change':
      return personWith([
        ...membershipsFrom(help.rights, null),
        ...present.filter(({ groupId }) => groupId !== null),
      ])
    case 'add-to-group':
      return personWith([...present, ...membershipsFrom(group, help.groupId)])
    case 'share':
      return personWith([...present, { role: help.role, languages: null, namespaces: null, groupId: null }])
  }
}

const growthOf = (principal: Principal, next: Principal) => reachOf(next).size - reachOf(principal).size

test('each suggested change allows what was asked, takes nothing away, and the smallest comes first', () => {
  fc.assert(
    fc.property(member, asked, rights, (principal, question, group) => {
      const here = { ...question, projectId: 7 }
      const { refusal, helps } = answerAccess(principal, here, [{ groupId: 9, rights: group }])
      if (refusal === null) expect(helps).toEqual([])
      else expect(helps.length).toBeGreaterThan(0)
      const before = reachOf(principal)
      const growths = helps.map((help) => {
        const next = after(principal, help, group)
        expect(explain(next, ...actionOf(here))).toBeNull()
        const reach = reachOf(next)
        expect([...before].filter((one) => !reach.has(one))).toEqual([])
        return growthOf(principal, next)
      })
      expect(growths).toEqual([...growths].sort((one, other) => one - other))
    }),
  )
})

test('no other change of a person’s own rights adds fewer rights than the suggested one', () => {
  fc.assert(
    fc.property(member, asked, rights, (principal, question, other) => {
      const here = { ...question, projectId: 7 }
      // Roles for the whole project are suggested without limits, so a rival limited to no texts would win.
      if (!isTextAction(here.action)) return
      const [help] = answerAccess(principal, here, []).helps
      if (help === undefined) return
      const others = (principal.memberships.get(7) ?? []).filter(({ groupId }) => groupId !== null)
      const rival = personWith([...membershipsFrom(other, null), ...others])
      const lost = [...reachOf(principal)].some((one) => !reachOf(rival).has(one))
      if (lost || explain(rival, ...actionOf(here)) !== null) return
      expect(growthOf(principal, after(principal, help, other))).toBeLessThanOrEqual(
        growthOf(principal, rival),
      )
    }),
    { numRuns: 1000 },
  )
})

test('the manager role is not suggested if a lower role is enough', () => {
  fc.assert(
    fc.property(member, asked, rights, (principal, question, group) => {
      const here = { ...question, projectId: 7 }
      const isForManagers = PROJECT_ROLES.every(
        (role) => isUnlimited(role) || !ROLE_ACTIONS[role].has(here.action),
      )
      const wasManager = (principal.memberships.get(7) ?? []).some(({ role }) => isUnlimited(role))
      if (isForManagers || wasManager) return
      for (const help of answerAccess(principal, here, [{ groupId: 9, rights: group }]).helps) {
        const roles = after(principal, help, group).memberships.get(7) ?? []
        expect(roles.some(({ role }) => isUnlimited(role))).toBe(false)
      }
    }),
  )
})

test('a developer who asks for German is offered translation of German only', () => {
  const developer = { role: 'developer', languages: null, namespaces: null } as const
  const sam = personWith(membershipsFrom(developer, null))
  const german = { languages: new Set(['de']), namespaces: null }
  const question = { projectId: 7, action: 'translations.save', language: 'de', namespace: null } as const
  const translator = { role: 'translator', ...german } as const
  const berlin = { role: 'reviewer', ...german } as const
  const managers = { role: 'manager', languages: null, namespaces: null } as const
  const groups = [
    { groupId: 5, rights: managers },
    { groupId: 4, rights: berlin },
  ]
  expect(answerAccess(sam, question, groups).helps).toEqual([
    { kind: 'change', by: 'grant', gives: translator, rights: { ...developer, grants: [translator] } },
    { kind: 'add-to-group', groupId: 4 },
  ])
})

test('a grant within the rights of the main role is dropped', () => {
  const reviewer = { role: 'reviewer', languages: new Set(['de', 'fr']), namespaces: null } as const
  const translator = { role: 'translator', languages: new Set(['de']), namespaces: null } as const
  const polish = { ...translator, languages: new Set(['pl']) }
  expect(simplifyRights({ ...reviewer, grants: [translator, polish, polish] })).toEqual({
    ...reviewer,
    grants: [polish],
  })
})

test('translators of French and Polish cannot save German', () => {
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
  const berlin = { role: 'translator' as const, languages: new Set(['de']), namespaces: null }
  const wider = {
    role: 'translator' as const,
    languages: new Set(['fr', 'pl', 'de']),
    namespaces: new Set(['checkout']),
  }
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
      { kind: 'change', by: 'limits', gives: wider, rights: wider },
      { kind: 'add-to-group', groupId: 4 },
    ],
  })
})
