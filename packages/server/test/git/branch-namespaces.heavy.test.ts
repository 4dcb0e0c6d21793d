import { api } from '@dragoman/contract'
import { keepFileBase, listGitChanges, noteGitChange } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { commitBranch, file, openedBranch, rowInStore, rowsOf, saveIn } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const SLUG = 'shop-feature-pay'
const COMMON = {
  'locales/en/common.json': file({ yes: 'Yes', no: 'No', ok: 'OK' }),
  'locales/de/common.json': file({ yes: 'Ja', no: 'Nein', ok: 'OK' }),
}

let open: GitProject | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** The branch changes one text of the namespace `app`, and none of `common`. */
async function opened() {
  const project = await gitProject(
    {
      'locales/en/app.json': file({ title: 'Shop' }),
      'locales/de/app.json': file({ title: 'Laden' }),
      ...COMMON,
    },
    { pattern: 'locales/{lng}/{ns}.json', settings: { quietMinutes: 60 } },
  )
  open = project
  commitBranch(project, 'feature/pay', { 'locales/en/app.json': file({ title: 'Garden shop' }) })
  const { source } = await openedBranch(project, 'feature/pay', 1)
  return { project, source, ...workIn(project, source) }
}

function workIn({ test: server, repository }: GitProject, source: number) {
  const waiting = async () =>
    (await server.server.deps.store.read((r) => listGitChanges(r, source))).map(({ path }) => path).sort()
  return {
    waiting,
    create: (namespace: string, name: string, text: string) =>
      server.call(api.keys.create, {
        params: { project: SLUG },
        body: { namespace, name, plural: 'none', forms: { other: text } },
      }),
    send: () => server.call(api.git.send, { params: { project: SLUG, source } }),
    onBranch: (path: string) => JSON.parse(repository.fileAt('feature/pay', path)),
  }
}

test('a key added in a namespace that the branch has not changed is added to its files', async () => {
  const { project, waiting, create, send, onBranch } = await opened()
  await create('common', 'maybe', 'Maybe')
  await eventually(async () => (await waiting()).length === 1)
  await saveIn(project, SLUG, 'maybe', 'Vielleicht')
  await eventually(async () => (await waiting()).length === 2)
  await send()
  expect(onBranch('locales/en/common.json')).toEqual({ yes: 'Yes', no: 'No', ok: 'OK', maybe: 'Maybe' })
  expect(onBranch('locales/de/common.json')).toEqual({ yes: 'Ja', no: 'Nein', ok: 'OK', maybe: 'Vielleicht' })
  // The others belong to its project.
  const names = (await rowsOf(project, 'de', SLUG)).map(({ key }) => key.name)
  expect(names.sort()).toEqual(['maybe', 'title'])
})

test('a namespace that no commit has gets new files', async () => {
  const { waiting, create, send, onBranch } = await opened()
  await create('checkout', 'pay', 'Pay')
  await eventually(async () => (await waiting()).length === 1)
  await send()
  expect(onBranch('locales/en/checkout.json')).toEqual({ pay: 'Pay' })
})

test('a new file that waits never replaces one that the branch has', async () => {
  const { project, source, waiting, send, onBranch } = await opened()
  const { store } = project.test.server.deps
  const path = 'locales/en/common.json'
  // What earlier versions stored for a namespace that they had not read.
  await store.write(async (w) => {
    await keepFileBase(w, source, path, Buffer.from(file({ maybe: 'Maybe' })))
    await noteGitChange(w, { sourceId: source, path, upstream: null, at: new Date().toISOString() })
  })
  await saveIn(project, SLUG, 'title', 'Gartenladen')
  await eventually(async () => (await waiting()).length === 2)
  await send()
  expect(onBranch('locales/de/app.json')).toEqual({ title: 'Gartenladen' })
  expect(onBranch(path)).toEqual({ yes: 'Yes', no: 'No', ok: 'OK' })
  await eventually(async () => (await waiting()).join() === path)
  expect((await rowInStore(project, SLUG)).state).toBe('open')
})
