import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addInvitation,
  addOldAddress,
  addWebhook,
  changeMembers,
  createGroup,
  createMember,
  listOldAddresses,
  listWebhooks,
  lockLimitedPeople,
  memberNow,
  renameChosenNamespace,
} from '../src/index.ts'
import { onBoth, type TestDatabase } from './on-both.ts'
import { AT, MARA, sampleProject } from './sample.ts'

const cart = new Set(['cart', 'shop'])
const limited = {
  role: 'translator',
  languages: null,
  namespaces: cart,
  grants: [{ role: 'reviewer', languages: new Set(['de']), namespaces: new Set(['cart']) }],
} as const
const renamed = {
  ...limited,
  namespaces: new Set(['basket', 'shop']),
  grants: [{ role: 'reviewer', languages: new Set(['de']), namespaces: new Set(['basket']) }],
}
const unlimited = { role: 'translator', languages: null, namespaces: null } as const

onBoth('a namespace that is renamed', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('gets its new name in the rights of members, groups and invitations, and wherever else it was chosen', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store)
    const { id: other } = await sampleProject(store, [], 'other')
    const { who, all } = await store.write(async (w) => {
      const person = await createMember(w, { name: 'Ben', passwordHash: null, at: AT })
      const free = await createMember(w, { name: 'Cem', passwordHash: null, at: AT })
      const group = await createGroup(w, { name: 'Agency', at: AT })
      const invitation = await addInvitation(
        w,
        {
          invitedTo: { to: 'project', projectId, rights: limited },
          groupId: null,
          address: 'dana@example.org',
          number: 1,
          expiresAt: '2999-01-01T00:00:00.000Z',
          at: AT,
          by: { userId: null, name: 'Mara' },
        },
        (id) => `hash ${id}`,
      )
      const who = [`user:${person.id}`, `group:${group.id}`] as const
      const all = [...who, `invitation:${invitation.id}`] as const
      const added = who.map((one) => ({ who: one, baseVersion: 0, rights: limited }))
      const request = { at: AT, mayAddAnybody: true, by: 'Mara' }
      const changes = [...added, { who: `user:${free.id}` as const, baseVersion: 0, rights: unlimited }]
      await changeMembers(w, { ...request, projectId, changes })
      await changeMembers(w, { ...request, projectId: other, changes: added })
      await addWebhook(w, {
        projectId,
        fields: {
          url: 'https://example.org/hook',
          description: '',
          topics: null,
          languages: null,
          namespaces: cart,
          isOn: true,
          withNames: false,
        },
        seal: String,
        at: AT,
        by: MARA.actor,
      })
      const address = { projectId, shape: 'tolgee', channel: 'production', createdAt: AT } as const
      await addOldAddress(w, { ...address, prefix: '/texts', namespace: 'cart' })
      return { who, all: [...all, `user:${free.id}` as const] }
    })
    const rights = (of: number, refs: typeof all) =>
      store.read((r) => Promise.all(refs.map((one) => memberNow(r, of, one))))
    const versions = (await rights(projectId, all)).map((one) => one?.version ?? 0)
    await store.write(async (w) => {
      await lockLimitedPeople(w, projectId)
      await renameChosenNamespace(w, { projectId, from: 'cart', to: 'basket', at: AT })
    })
    const now = await rights(projectId, all)
    expect(now.map((one) => one?.rights)).toEqual([renamed, renamed, renamed, unlimited])
    // So that a dialog which still shows the old name does not store it again.
    expect(now.map((one, index) => (one?.version ?? 0) - (versions[index] ?? 0))).toEqual([1, 1, 1, 0])
    expect((await rights(other, [...who])).map((one) => one?.rights)).toEqual([limited, limited])
    const [hooks, addresses] = await store.read(async (r) => [
      await listWebhooks(r, projectId),
      await listOldAddresses(r, projectId),
    ])
    expect(hooks.map(({ namespaces }) => namespaces)).toEqual([new Set(['basket', 'shop'])])
    expect(addresses.map(({ namespace }) => namespace)).toEqual(['basket'])
  })
})
