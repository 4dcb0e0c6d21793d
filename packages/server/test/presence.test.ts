import { api, type LiveEvent } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'
import { listen } from './listen.ts'
import { type People, peopleOf, type TestPerson } from './people.ts'
import { eventually } from './test-server.ts'

const MARA_WINDOW = 'a'.repeat(16)
const PIOTR_WINDOW = 'b'.repeat(16)

let project: FolderProject
let people: People
let mara: TestPerson
let piotr: TestPerson
beforeEach(async () => {
  project = await folderProject({ 'en/common.json': '{ "a": "A" }', 'de/common.json': '{}' })
  people = peopleOf(project.test)
  const found = await project.test.server.deps.store.read((r) => projectBySlug(r, 'shop'))
  const projectId = found?.id ?? 0
  mara = await people.member('Mara', projectId, { role: 'reviewer' })
  piotr = await people.member('Piotr', projectId, { role: 'translator' })
})
afterEach(() => project.test.close())

type Stream = ReturnType<typeof listen>

async function open({ send }: Pick<TestPerson, 'send'>, window?: string): Promise<Stream> {
  const query = window === undefined ? '' : `?window=${window}`
  const stream = listen(await send(`/api/projects/shop/events${query}`))
  await eventually(async () => stream.events.length > 0)
  return stream
}

/** Returns the last list of people that a stream was sent. */
function shown({ messages }: Stream): readonly string[] | undefined {
  const lists = messages.filter(
    (event): event is Extract<LiveEvent, { type: 'presence' }> => event.type === 'presence',
  )
  return lists
    .at(-1)
    ?.people.map(({ id, name, language, keyId }) => [id, name, language, keyId].join(' '))
    .sort()
}

const move = (person: TestPerson, window: string, language: string | null, keyId: number | null) =>
  person.call(api.presence.move, { params: project.params, body: { window, language, keyId } })

test('members see each other, and at which string, until a window closes', async () => {
  const ofMara = await open(mara, MARA_WINDOW)
  const ofPiotr = await open(piotr, PIOTR_WINDOW)
  await move(piotr, PIOTR_WINDOW, 'de', 1)
  await eventually(async () => shown(ofMara)?.includes(`user:${piotr.id} Piotr de 1`))
  await eventually(async () => shown(ofPiotr)?.includes(`user:${mara.id} Mara  `))
  await ofPiotr.leave()
  await eventually(async () => shown(ofMara)?.join() === `user:${mara.id} Mara  `)
  await ofMara.leave()
})

test('people whom the project is shared with neither see who is here nor are seen', async () => {
  await project.test.call(api.projects.update, {
    params: project.params,
    body: { sharing: { with: 'signed-in', role: 'suggester' } },
  })
  const ofMara = await open(mara, MARA_WINDOW)
  const guest = await people.stranger('Guest')
  const ofGuest = await open(guest, PIOTR_WINDOW)
  const refused = await guest.send('/api/projects/shop/presence', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ window: PIOTR_WINDOW, language: 'de', keyId: 1 }),
  })
  expect(refused.status).toBe(403)
  await move(mara, MARA_WINDOW, 'de', 1)
  await eventually(async () => shown(ofMara)?.includes(`user:${mara.id} Mara de 1`))
  // What comes later in the same stream shows that nothing was sent before.
  await project.save('a', 'de', 'Ä')
  await eventually(async () => ofGuest.events.some(({ event }) => event.type === 'changed'))
  expect(ofGuest.messages).toEqual([])
  expect(shown(ofMara)).toEqual([`user:${mara.id} Mara de 1`])
  await ofGuest.leave()
  await ofMara.leave()
})

test('a person who leaves a shared project disappears from it, and sees no one any more', async () => {
  await project.test.call(api.projects.update, {
    params: project.params,
    body: { sharing: { with: 'signed-in', role: 'reader' } },
  })
  const ofMara = await open(mara, MARA_WINDOW)
  const ofPiotr = await open(piotr, PIOTR_WINDOW)
  await eventually(async () => shown(ofMara)?.length === 2 && shown(ofPiotr)?.length === 2)
  await piotr.call(api.members.leave, { params: project.params })
  await eventually(async () => shown(ofMara)?.join() === `user:${mara.id} Mara  `)
  await eventually(async () => shown(ofPiotr)?.length === 0)
  await ofPiotr.leave()
  await ofMara.leave()
})

test('a window that names another person’s is not moved, and a listener without a window is not shown', async () => {
  const ofMara = await open(mara, MARA_WINDOW)
  const ofPiotr = await open(piotr)
  await move(piotr, MARA_WINDOW, 'de', 1)
  await move(mara, MARA_WINDOW, null, null)
  await project.save('a', 'de', 'Ä')
  await eventually(async () => ofPiotr.events.some(({ event }) => event.type === 'changed'))
  expect(ofPiotr.messages).toEqual([])
  expect(shown(ofMara)).toEqual([`user:${mara.id} Mara  `])
  await ofPiotr.leave()
  await ofMara.leave()
})

test('nothing of it is stored', async () => {
  const newest = () =>
    project.test.server.deps.store.read((r) => r.db.selectFrom('event').selectAll().execute())
  const ofMara = await open(mara, MARA_WINDOW)
  const before = (await newest()).length
  await move(mara, MARA_WINDOW, 'de', 1)
  await eventually(async () => shown(ofMara)?.includes(`user:${mara.id} Mara de 1`))
  expect(await newest()).toHaveLength(before)
  await ofMara.leave()
})
