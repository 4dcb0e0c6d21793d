import { api } from '@dragoman/contract'
import { screen, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { type OpenScreen, openScreen, selectOption } from './open-screen.tsx'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

/** The dialog that exports a file shows what it will contain; only a download is an export. */

const params = { project: PROJECT }

let server: RealServer
let shown: OpenScreen
let key: number

beforeAll(async () => {
  server = await openRealServer()
  key = await addKey('greeting', 'Hello')
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const requests = (path: RegExp) => server.proxy.seen.filter((one) => path.test(one.path)).length
const exports = () => requests(/\/files\/export\?/)
const lists = () => requests(/\/files$/)

async function exportsInLog(): Promise<readonly string[]> {
  const { entries } = await call(api.audit.ofProject, { params, query: { limit: 9 } })
  return entries.flatMap(({ kind, target }) => (kind === 'export.made' ? [target] : []))
}

async function openDialog(): Promise<HTMLElement> {
  shown = await openScreen(`/p/${PROJECT}/files`)
  await shown.click('button', say('files:export'))
  return screen.findByRole('dialog')
}

/** Returns what the browser is asked to store from now on. */
function storedFiles(): { readonly name: string; readonly file: Blob }[] {
  const stored: { name: string; file: Blob }[] = []
  let latest = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) latest = file
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    stored.push({ name: this.download, file: latest })
  })
  return stored
}

test('a preview is neither recorded as an export nor made again for each saved text', async () => {
  const dialog = await openDialog()
  await within(dialog).findByText('common.en.json')
  await selectOption(shown, say('files:format'), 'CSV', dialog)
  await within(dialog).findByText('common.csv')
  expect([exports(), await exportsInLog()]).toEqual([2, []])
  const before = lists()
  await saveElsewhere(key, 'Hallo', (await stringOnServer(key)).target.version)
  await expect.poll(lists).toBeGreaterThan(before)
  expect([exports(), await exportsInLog()]).toEqual([2, []])
})

test('a download has the texts of its moment, and is recorded', async () => {
  const dialog = await openDialog()
  await selectOption(shown, say('files:language'), 'German', dialog)
  await within(dialog).findByText('common.de.json')
  await saveElsewhere(key, 'Guten Tag', (await stringOnServer(key)).target.version)
  const stored = storedFiles()
  await shown.click('button', say('files:download'), dialog)
  await expect.poll(() => stored.map(({ name }) => name)).toEqual(['common.de.json'])
  expect(JSON.parse((await stored[0]?.file.text()) ?? '')).toEqual({ greeting: 'Guten Tag' })
  expect(await exportsInLog()).toEqual(['common.de.json'])
})
