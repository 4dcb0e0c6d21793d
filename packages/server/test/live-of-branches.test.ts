import { api } from '@dragoman/contract'
import { createProject } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPeople, type People } from './shop-people.ts'
import { eventually } from './test-server.ts'

const params = { project: 'shop' }
let people: People
beforeEach(async () => {
  people = await openPeople()
})
afterEach(() => people.close())

test('a window on a translation branch gets no events after its person loses access to the project', async () => {
  const { deps, origin } = people.server
  const { id: parentId } = await people.project()
  await deps.store.write((w) =>
    createProject(w, {
      slug: 'shop-feature',
      name: 'Acme Shop (feature)',
      sourceLanguage: 'en',
      parentId,
      at: deps.now().toISOString(),
    }),
  )
  await people.account('Ben')
  await people.call(api.projects.update, { params, body: { sharing: { with: 'signed-in', role: 'reader' } } })
  const response = await fetch(`${origin}/api/projects/shop-feature/events`, {
    headers: { cookie: await people.cookieOf('Ben') },
  })
  expect(response.status).toBe(200)
  let heard = ''
  let isOver = false
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += chunk
    isOver = true
  }
  const reading = read()
  await eventually(async () => heard.includes('joined'))
  await people.call(api.projects.update, { params, body: { sharing: { with: 'members', role: 'reader' } } })
  await eventually(async () => isOver)
  await reading
})
