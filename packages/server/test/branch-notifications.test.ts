import { api } from '@dragoman/contract'
import {
  addComment,
  addLanguage,
  applyOperation,
  type ChangeRequest,
  createProject,
  keyByIdentity,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MARA, newKey, person } from '../../store/test/sample.ts'
import { type People, peopleOf, type TestPerson } from './people.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const SLUG = 'shop-feature-pay'
const at = () => new Date().toISOString()

describe.each(DATABASES)('in a translation branch, on %s', (database) => {
  let server: TestServer
  let people: People
  let projectId = 0
  let branchId = 0

  beforeAll(async () => {
    server = await openTestServer({ database })
    people = peopleOf(server)
    await store().write(async (w) => {
      const project = { name: 'Shop', sourceLanguage: 'en', at: at() }
      projectId = (await createProject(w, { ...project, slug: 'shop' })).id
      branchId = (await createProject(w, { ...project, slug: SLUG, parentId: projectId })).id
      for (const id of [projectId, branchId])
        await addLanguage(w, { projectId: id, tag: 'de', by: MARA, at: at() })
    })
  })
  afterAll(() => server.close())

  const store = () => server.server.deps.store

  async function write(kind: 'import' | 'save', change: ChangeRequest, by = MARA): Promise<void> {
    const operation = { projectId: branchId, kind, by, at: at(), changes: [change] }
    const done = await store().write((w) => applyOperation(w, operation))
    expect(done.ok).toBe(true)
  }

  async function addKey(name: string): Promise<number> {
    await write('import', newKey('app', name, { en: name }))
    const identity = { namespace: 'app', name, plural: 'none' as const }
    return (await store().read((r) => keyByIdentity(r, branchId, identity)))?.id ?? 0
  }

  const mention = ({ id }: TestPerson, keyId: number) =>
    store().write((w) => {
      const about = { projectId: branchId, keyId, language: null, kind: 'comment' as const }
      return addComment(w, { ...about, text: 'Look!', mentions: [`user:${id}`], by: MARA.actor, at: at() })
    })

  const openOf = async ({ call }: TestPerson) =>
    (await call(api.notifications.list, {})).items.map(({ id, kind, project }) => ({
      id,
      kind,
      project: project.slug,
    }))
  const firstOf = (who: TestPerson) => eventually(async () => (await openOf(who))[0])

  test('people are notified as in its project, and open it from their inbox', async () => {
    const ina = await people.member('Ina', projectId, { role: 'translator', languages: new Set(['de']) })
    const out = await people.stranger('Out')
    const keyId = await addKey('pay')
    expect(await firstOf(ina)).toMatchObject({ kind: 'new-strings', project: SLUG })
    await mention(ina, keyId)
    await mention(out, keyId)
    const item = await eventually(async () => (await openOf(ina)).find(({ kind }) => kind === 'mentioned'))
    expect(item.project).toBe(SLUG)
    expect(await ina.call(api.notifications.counts, {})).toMatchObject({
      open: { all: 2, mentions: 1, new: 1 },
    })
    const params = { notification: item.id }
    expect(await ina.call(api.notifications.get, { params })).toMatchObject({ item: { text: 'Look!' } })
    await expect(out.call(api.notifications.get, { params })).rejects.toMatchObject({ code: 'not-found' })
    expect(await openOf(out)).toEqual([])
  })

  test('the settings of its project apply', async () => {
    const eve = await people.member('Eve', projectId, { role: 'translator' })
    const body = { project: SLUG, mail: 'off' as const, muted: ['mentioned' as const] }
    const { settings } = await eve.call(api.notifications.saveSettings, { body })
    expect(settings.map(({ project }) => project?.slug)).toEqual([undefined, 'shop'])
    const max = await people.member('Max', projectId, { role: 'translator' })
    const keyId = await addKey('help')
    await mention(eve, keyId)
    await mention(max, keyId)
    expect((await firstOf(max)).kind).toBe('mentioned')
    expect(await openOf(eve)).toEqual([])
  })

  test('someone who saves there works in that language', async () => {
    const dana = await people.member('Dana', projectId, { role: 'manager' })
    const keyId = await addKey('cancel')
    const change = { kind: 'translate' as const, keyId, language: 'de', forms: { other: 'Abbrechen' } }
    await write('save', change, person(dana.id, 'Dana'))
    await addKey('accept')
    expect(await firstOf(dana)).toMatchObject({ kind: 'new-strings', project: SLUG })
  })
})
