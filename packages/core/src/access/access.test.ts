import { describe, expect, test } from 'vitest'
import { ACTIONS, INSTANCE_ACTIONS } from './actions.ts'
import { can } from './can.ts'
import { type Actor, explain, type Membership } from './explain.ts'
import { PROJECT_ROLES, type ProjectRole, ROLE_ACTIONS } from './roles.ts'

const owner: Actor = { userId: 1, instanceRole: 'owner', memberships: new Map() }
function member(role: ProjectRole, limits: Partial<Membership> = {}): Actor {
  return {
    userId: 2,
    instanceRole: 'member',
    memberships: new Map([[7, { role, languages: null, namespaces: null, ...limits }]]),
  }
}

test('the owner may do everything, nobody may do anything', () => {
  for (const action of ACTIONS) {
    expect(can(owner, action, { projectId: 7 })).toBe(true)
    expect(explain(null, action, { projectId: 7 })).toBe('not-signed-in')
  }
})

test('every role has an answer for every action', () => {
  const table = PROJECT_ROLES.map((role) => [
    role,
    ACTIONS.filter((action) => can(member(role), action, { projectId: 7 })).length,
  ])
  expect(table).toEqual([
    ['manager', ACTIONS.length - 2],
    ['developer', 15],
    ['reviewer', 10],
    ['translator', 9],
    ['contributor', 6],
    ['viewer', 4],
  ])
})

test('what sets the roles apart', () => {
  const may = (role: ProjectRole, action: (typeof ACTIONS)[number]) =>
    can(member(role), action, { projectId: 7 })
  expect([
    may('translator', 'translations.save'),
    may('contributor', 'translations.save'),
    may('developer', 'translations.save'),
  ]).toEqual([true, false, false])
  expect([may('reviewer', 'translations.review'), may('translator', 'translations.review')]).toEqual([
    true,
    false,
  ])
  expect([may('developer', 'keys.edit'), may('reviewer', 'keys.edit')]).toEqual([true, false])
  expect([may('manager', 'members.manage'), may('developer', 'members.manage')]).toEqual([true, false])
  for (const action of ROLE_ACTIONS.translator) expect(ROLE_ACTIONS.reviewer.has(action)).toBe(true)
})

describe('why not', () => {
  test('other projects and the instance', () => {
    expect(explain(member('manager'), 'project.read', { projectId: 8 })).toBe('not-a-member')
    expect(explain(member('manager'), 'project.read')).toBe('not-a-member')
    for (const action of INSTANCE_ACTIONS)
      expect(explain(member('manager'), action)).toBe(
        ['projects.list', 'profile.edit'].includes(action) ? null : 'owner-only',
      )
    expect(explain(member('viewer'), 'keys.edit', { projectId: 7 })).toBe('role-too-low')
  })

  test('limits to languages and namespaces', () => {
    const limited = member('translator', { languages: new Set(['de']), namespaces: new Set(['app']) })
    expect(
      explain(limited, 'translations.save', { projectId: 7, language: 'de', namespace: 'app' }),
    ).toBeNull()
    expect(explain(limited, 'translations.save', { projectId: 7, language: 'fr', namespace: 'app' })).toBe(
      'other-language',
    )
    expect(explain(limited, 'translations.save', { projectId: 7, language: 'de', namespace: 'legal' })).toBe(
      'other-namespace',
    )
    expect(explain(limited, 'project.read', { projectId: 7, language: 'fr' })).toBeNull()
  })
})
