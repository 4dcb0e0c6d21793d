import { can, explain } from '@dragoman/core'
import { expect, test } from 'vitest'
import { accessOf } from './access.ts'

const MEMBER = {
  id: 'user:2',
  name: 'Ben',
  instanceRole: 'member' as const,
  hasPassword: true,
  hasPasskey: false,
  picture: null,
  language: null,
  timeZone: null,
  memberships: [
    {
      projectId: 7,
      project: 'shop',
      role: 'translator' as const,
      languages: ['de'],
      namespaces: null,
      groupId: null,
    },
  ],
}

test('a membership of the session gives the same result as on the server', () => {
  const access = accessOf(MEMBER, 7)
  if (access === null) throw new Error('nobody')
  const { principal, projectId } = access
  const german = { on: 'text', projectId, language: 'de', namespace: 'app' } as const
  expect(can(principal, 'translations.save', german)).toBe(true)
  expect(explain(principal, 'translations.save', { ...german, language: 'fr' })).toBe('other-language')
  expect(explain(principal, 'translations.review', german)).toBe('role-too-low')
})

test('it applies to no other project; an owner has access to each, and people without a session to none', () => {
  const other = accessOf(MEMBER, 8)
  const onOther = { on: 'project', projectId: other?.projectId ?? -1 } as const
  expect(explain(other?.principal ?? null, 'project.read', onOther)).toBe('not-a-member')
  const owner = accessOf({ ...MEMBER, instanceRole: 'owner', memberships: [] }, 8)
  expect(can(owner?.principal ?? null, 'project.manage', onOther)).toBe(true)
  expect(accessOf(null, 7)).toBeNull()
})
