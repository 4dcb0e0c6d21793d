import { actorId, can, PROJECT_ROLES } from '@dragoman/core'
import { expect, test } from 'vitest'
import { onBoth } from '../../test/on-both.ts'
import { AT } from '../../test/sample.ts'
import {
  createMember,
  createProject,
  listMembers,
  membershipsOf,
  projectPeople,
  putMembership,
} from '../index.ts'
import { roleOf } from './role-of.ts'

test('a known role is read as it is', () => {
  expect(PROJECT_ROLES.map(roleOf)).toEqual(PROJECT_ROLES)
})

onBoth('a role that this program does not know', (open) => {
  test('only views, wherever it is read', async () => {
    const database = await open()
    const { store } = database
    const { userId, projectId } = await store.write(async (w) => {
      const user = await createMember(w, { name: 'Mia', passwordHash: null, at: AT })
      const project = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
      const of = { userId: user.id, projectId: project.id }
      await putMembership(w, of, { role: 'manager', languages: null, namespaces: null })
      await w.db.updateTable('membership').set({ role: 'curator' }).where('user_id', '=', user.id).execute()
      return of
    })
    const found = await store.read(async (r) => ({
      memberships: await membershipsOf(r, userId),
      people: await projectPeople(r, projectId, ''),
      members: await listMembers(r, {
        projectId,
        kinds: ['person'],
        filter: { q: '', role: null, language: null, namespace: null },
        offset: 0,
        limit: 10,
      }),
    }))
    const mia = { id: actorId('user', userId), name: 'Mia', token: null, instanceRole: 'member' as const }
    const principal = { ...mia, memberships: found.memberships }
    expect(can(principal, 'history.read', { on: 'project', projectId })).toBe(true)
    expect(can(principal, 'members.manage', { on: 'project', projectId })).toBe(false)
    expect(found.people.get(userId)?.memberships[0]?.role).toBe('viewer')
    expect(found.members.members[0]?.rights?.role).toBe('viewer')
    await database.remove()
  })
})
