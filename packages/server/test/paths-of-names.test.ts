import { api, type OperationReply } from '@dragoman/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { folderProject } from './folder-project.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('where keys with new names are in files that apps load, from %s', (database) => {
  let server: TestServer

  beforeEach(async () => {
    server = await openTestServer({ database })
    onTestFinished(() => server.close())
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
  })

  async function addKey(name: string, path?: (string | number)[], namespace = 'app'): Promise<number> {
    const body = { namespace, name, plural: 'none', forms: { other: name }, ...(path && { path }) } as const
    return (await server.call(api.keys.create, { params, body })).key.id
  }
  const update = (
    key: number,
    body: { name?: string; namespace?: string; aliases?: string[]; keepOldName?: boolean },
  ) => server.call(api.keys.update, { params: { ...params, key }, body })
  const served = async (namespace = 'app') =>
    (await server.request(`/d/shop/live/locales/en/${namespace}.json`)).json()

  test('a renamed item of an array stays in the array, under both names', async () => {
    const first = await addKey('steps.0.title', ['steps', 0, 'title'])
    await addKey('steps.1.title', ['steps', 1, 'title'])
    await update(first, { name: 'steps.0.heading' })
    expect(await served()).toEqual({
      steps: [{ heading: 'steps.0.title', title: 'steps.0.title' }, { title: 'steps.1.title' }],
    })
    await update(first, { name: 'steps.2.title', keepOldName: false, aliases: [] })
    expect(await served()).toEqual({
      steps: [null, { title: 'steps.1.title' }, { title: 'steps.0.title' }],
    })
  })

  test('an array whose items are all renamed is an array under its new name', async () => {
    const keys = [await addKey('steps.0', ['steps', 0]), await addKey('steps.1', ['steps', 1])]
    for (const [index, key] of keys.entries())
      await update(key, { name: `phases.${index}`, keepOldName: false })
    expect(await served()).toEqual({ phases: ['steps.0', 'steps.1'] })
  })

  test('a new key and an alias continue an array', async () => {
    const first = await addKey('steps.0', ['steps', 0])
    await addKey('steps.1')
    expect(await served()).toEqual({ steps: ['steps.0', 'steps.1'] })
    await update(first, { aliases: ['steps.2'] })
    expect(await served()).toEqual({ steps: ['steps.0', 'steps.1', 'steps.0'] })
  })

  test('an array is one of the namespace that the key is moved to', async () => {
    await addKey('steps.0', ['steps', 0], 'other')
    await addKey('steps.0', ['steps', '0'])
    const title = await addKey('title')
    await update(title, { name: 'steps.1' })
    expect(await served()).toMatchObject({ steps: { 0: 'steps.0', 1: 'title' } })
    await update(title, { name: 'steps.2', namespace: 'other' })
    expect(await served('other')).toMatchObject({ steps: ['steps.0', null, 'title'] })
  })

  test('names with characters that a search would take as patterns', async () => {
    await addKey('100%_"\u{1f600}.0', ['100%_"\u{1f600}', 0])
    await addKey('1000_"\u{1f600}.0', ['1000_"\u{1f600}', '0'])
    await addKey('100%_"\u{1f600}.1')
    await addKey('1000_"\u{1f600}.1')
    expect(await served()).toEqual({
      '100%_"\u{1f600}': ['100%_"\u{1f600}.0', '100%_"\u{1f600}.1'],
      '1000_"\u{1f600}': { 0: '1000_"\u{1f600}.0', 1: '1000_"\u{1f600}.1' },
    })
  })

  test('a key without a dot gets a flat name with dots in a flat namespace', async () => {
    await addKey('page.header', ['page.header'])
    const title = await addKey('title')
    await update(title, { name: 'page.title', keepOldName: false })
    expect(await served()).toEqual({ 'page.header': 'page.header', 'page.title': 'title' })
    const nested = await addKey('cart.title', ['cart', 'title'], 'nested')
    await update(nested, { name: 'cart', keepOldName: false })
    await update(nested, { name: 'cart.heading', keepOldName: false })
    expect(await served('nested')).toEqual({ cart: { heading: 'cart.title' } })
  })
})

test('a rename can be undone after the sync has corrected the path of the key', async () => {
  const project = await folderProject({
    'en/app.json': '{\n  "page": { "title": "Title" },\n  "pay": "Pay"\n}\n',
  })
  const { test: server } = project
  onTestFinished(() => server.close())
  const undo = ({ id }: OperationReply) =>
    server.call(api.operations.undo, { params: { ...params, operation: id }, body: { keepNewer: false } })
  const served = async () => (await server.request('/d/shop/live/locales/en/app.json')).json()
  const inFile = async () => JSON.parse(await project.read('en/app.json'))
  const waiting = { timeout: WAIT_DEADLINE_MS }

  const pay = await project.row('pay', 'en')
  const { operation } = await server.call(api.keys.update, {
    params: { ...params, key: pay?.key.id ?? 0 },
    body: { name: 'page.pay' },
  })
  await expect.poll(inFile, waiting).toEqual({ page: { title: 'Title', pay: 'Pay' } })
  // A developer writes the file flat.
  await project.write('en/app.json', '{\n  "page.title": "Title",\n  "page.pay": "Pay"\n}\n')
  await expect.poll(served, waiting).toHaveProperty(['page.pay'], 'Pay')
  if (operation === null) throw new Error('nothing was renamed')
  await undo(operation)
  expect(await served()).toEqual({ 'page.title': 'Title', pay: 'Pay' })
  await expect.poll(inFile, waiting).toEqual({ 'page.title': 'Title', pay: 'Pay' })
})
