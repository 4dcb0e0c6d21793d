import { actorId, membershipsFrom, type Principal, type Rights } from '@dragoman/core'
import { expect, test } from 'vitest'
import { DATABASES, openTestServer } from '../../test/test-server.ts'
import { guardWrites, type Standing, StandingChangedError } from './guard-writes.ts'

const german = { role: 'translator' as const, languages: new Set(['de']), namespaces: null }
const developer: Rights = { role: 'developer', languages: null, namespaces: null }

function standing(rights: Rights): Standing {
  const actor: Principal = {
    id: actorId('user', 2),
    name: 'Sam',
    instanceRole: 'member',
    memberships: new Map([[7, membershipsFrom(rights, null)]]),
    token: null,
  }
  return { actor, provedAt: null }
}

test.each(DATABASES)(
  'a write is refused if a further role was taken away since the check · %s',
  async (database) => {
    const test = await openTestServer({ database })
    const { store } = test.server.deps
    let now = standing({ ...developer, grants: [german] })
    const { write } = guardWrites(store, standing({ ...developer, grants: [german] }), {
      read: async () => now,
      hold: async () => {},
    })
    expect(await write(async () => 'written')).toBe('written')
    now = standing(developer)
    await expect(write(async () => 'written')).rejects.toThrow(StandingChangedError)
    now = standing({ ...developer, grants: [{ ...german, languages: new Set(['de', 'fr']) }] })
    await expect(write(async () => 'written')).rejects.toThrow(StandingChangedError)
    await test.close()
  },
)
