import { api } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import type { NamedFile } from '../src/features/files/dropped-files.ts'
import { useImport } from '../src/features/files/use-import.ts'
import { call } from '../src/lib/server/call.ts'
import { openScreen } from './open-screen.tsx'
import { addMember, OWNER, openRealServer, PROJECT, type RealServer, signInAs } from './real-server.ts'

let server: RealServer
let root: Root
/** The hook's latest result. */
let now: ReturnType<typeof useImport> | undefined

beforeAll(async () => {
  server = await openRealServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.proxy.behave(() => null)
  now = undefined
  root = createRoot(document.createElement('div'))
})
afterEach(() => root.unmount())

const file = (path: string, content: string): NamedFile => ({ path, file: new File([content], path) })

/** Returns a file as browsers do: it has a path, which is empty unless a folder was chosen. */
const filed = (name: string, content: string) =>
  Object.assign(new File([content], name), { webkitRelativePath: '' })
const drop = (on: Element, files: readonly File[]) =>
  fireEvent.drop(on, { dataTransfer: { types: ['Files'], items: [], files } })

/** Returns a file of a drop; without content, it cannot be read. */
function fileEntry(fullPath: string, content: string | null) {
  const name = fullPath.split('/').at(-1) ?? ''
  const file = (resolve: (file: File) => void, reject: (error: Error) => void) =>
    content === null ? reject(new Error('NotReadableError')) : resolve(new File([content], name))
  return { isFile: true, isDirectory: false, name, fullPath, file }
}

/** Returns a folder of a drop; without entries, it cannot be read. */
function folderEntry(fullPath: string, entries: readonly { readonly fullPath: string }[] | null) {
  const createReader = () => {
    const waiting = [entries ?? [], []]
    const readEntries = (resolve: (some: readonly object[]) => void, reject: (error: Error) => void) =>
      entries === null ? reject(new Error('NotReadableError')) : resolve(waiting.shift() ?? [])
    return { readEntries }
  }
  return { isFile: false, isDirectory: true, name: fullPath.split('/').at(-1), fullPath, createReader }
}
const dropEntry = (on: Element, entry: object) =>
  fireEvent.drop(on, {
    dataTransfer: { types: ['Files'], items: [{ webkitGetAsEntry: () => entry }], files: [] },
  })

function Import({ files }: { readonly files: readonly NamedFile[] }) {
  now = useImport(PROJECT, files)
  return null
}

function open(files: readonly NamedFile[]): void {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Import files={files} />
    </QueryClientProvider>,
  )
}
const ready = () => expect.poll(() => now?.step.kind).toBe('ready')

/** Returns the uploads in the requested URLs. */
const uploads = () => [
  ...new Set(server.proxy.seen.flatMap(({ path }) => path.match(/imports\/([0-9a-f]{32})/)?.[1] ?? [])),
]
const planOf = (upload: string) =>
  call(api.imports.plan, {
    params: { project: PROJECT, upload },
    body: { mode: 'overwrite', placements: [] },
  })

test('files are uploaded, planned together, and imported on request', async () => {
  open([
    file('locales/en/shop.json', '{"cart":"Cart","pay":"Pay"}'),
    file('locales/de/shop.json', '{"cart":"Korb"}'),
  ])
  await ready()
  expect(now?.error).toBeNull()
  expect(now?.failures).toEqual([])
  expect(now?.plan).toMatchObject({ files: 2, keysAdded: 2, translationsAdded: 3, failures: [] })
  expect(await now?.start(false)).toBe(true)
  const keys = () =>
    call(api.keys.page, { params: { project: PROJECT }, query: { languages: 'en,de', limit: 10, offset: 0 } })
  await expect.poll(async () => (await keys()).rows.length).toBe(2)
})

test('a file that fails to upload is named with its reason; the others are planned', async () => {
  server.proxy.behave((path) => (path.includes('broken') ? { status: 502 } : null))
  open([file('en/menu.json', '{"menu":"Menu"}'), file('en/broken.json', '{}')])
  await ready()
  expect(now?.failures).toMatchObject([{ path: 'en/broken.json', error: { code: 'busy' } }])
  expect(now?.plan).toMatchObject({ files: 1, keysAdded: 1 })
})

test('an unreadable file is in the plan with its reason, and can be left out', async () => {
  open([file('en/list.json', '{"one":"One"}'), file('en/torn.json', '{"one":')])
  await ready()
  const torn = now?.plan?.failures.find(({ path }) => path.endsWith('torn.json'))
  expect(torn?.problem.code).toBe('unreadable-file')
  void now?.leaveOut({ file: torn?.file ?? -1, path: torn?.path ?? '' })
  await expect.poll(() => now?.plan?.failures).toEqual([])
  expect(now?.plan).toMatchObject({ keysAdded: 1 })
})

test('a file of several languages is left out with one button, and can be added again', async () => {
  const shown = await openScreen(`/p/${PROJECT}/files`)
  drop(await screen.findByRole('heading', { level: 1 }), [
    filed('both.csv', 'key,en,de\nboth,Both,Beide\n'),
    filed('en/single.json', '{"single":"Single"}'),
  ])
  const dialog = await screen.findByRole('dialog')
  await shown.click('button', 'Leave out both.csv', dialog)
  await waitFor(() => expect(dialog.textContent).toContain('Left out'))
  await shown.click('button', 'Add again: both.csv', dialog)
  await screen.findByRole('button', { name: 'Leave out both.csv' })
  expect(dialog.textContent).not.toContain('Left out')
})

test('the preview of filling missing translations shows only these, with missing forms of plurals', async () => {
  const texts = { en: '{"f_one":"a file","f_other":"files"}', de: '{"f_one":"eine Datei"}' }
  for (const [language, content] of Object.entries(texts)) {
    const query = { name: `${language}/fill.json`, mode: 'overwrite' as const }
    await call(api.files.import, { params: { project: PROJECT }, query, bytes: new Blob([content]) })
  }
  const shown = await openScreen(`/p/${PROJECT}/files`)
  drop(await screen.findByRole('heading', { level: 1 }), [
    filed('fill.de.json', '{"f_one":"NEU","f_other":"Dateien"}'),
  ])
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('1 text will change'))
  await shown.click('checkbox', /^Only fill missing translations/, dialog)
  await waitFor(() => expect(dialog.textContent).toContain('1 text will be filled'))
  expect(dialog.textContent).toContain('1 new translation')
  expect(dialog.textContent).not.toContain('will change')
  expect(dialog.textContent).toContain('Dateien')
  const button = screen.getByRole('button', { name: 'Import 1 file' })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
})

test('the language of a file that could be read can be changed, and detected again', async () => {
  const shown = await openScreen(`/p/${PROJECT}/files`)
  drop(await screen.findByRole('heading', { level: 1 }), [filed('set.de-AT.json', '{"set":"Servus"}')])
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('German (Austria) · set · new language'))
  const place = async (language: string) => {
    await shown.user.click(within(dialog).getByText('Set language, namespace and format'))
    const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Language' })
    const before = field.value
    await shown.user.clear(field)
    if (language !== '') await shown.user.type(field, language)
    await shown.click('button', 'Refresh preview', dialog)
    return before
  }
  expect(await place('de')).toBe('')
  await waitFor(() => expect(dialog.textContent).toContain('· German · set'))
  expect(await place('')).toBe('de')
  await waitFor(() => expect(dialog.textContent).toContain('German (Austria)'))
})

test('too many files are refused, and none of them is uploaded', async () => {
  const before = uploads().length
  await openScreen(`/p/${PROJECT}/files`)
  const files = Array.from({ length: LIMITS.archiveFilesMax + 1 }, (_, nth) => filed(`${nth}.json`, '{}'))
  drop(await screen.findByRole('heading', { level: 1 }), files)
  await waitFor(() => expect(document.body.textContent).toContain('There are too many files.'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(uploads().length).toBe(before)
})

test('files and folders that cannot be read are listed, and the others are imported', async () => {
  await openScreen(`/p/${PROJECT}/files`)
  dropEntry(
    await screen.findByRole('heading', { level: 1 }),
    folderEntry('/locales', [
      fileEntry('/locales/en.json', '{"drop":"Drop"}'),
      fileEntry('/locales/de.json', null),
      folderEntry('/locales/old', null),
    ]),
  )
  const dialog = await screen.findByRole('dialog')
  const failed = await within(dialog).findByRole('region', {
    name: say('files:notImported_other', { count: 2 }),
  })
  expect([...failed.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    `locales/de.json${say('failures:unreadable-file')}`,
    `locales/old${say('failures:unreadable-file')}`,
  ])
  expect(dialog.textContent).toContain(say('files:planAdded_one', { count: 1 }))
})

test('if none of them can be read, the dialog lists them', async () => {
  await openScreen(`/p/${PROJECT}/files`)
  dropEntry(await screen.findByRole('heading', { level: 1 }), fileEntry('/de.json', null))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('region', { name: say('files:notImported_one', { count: 1 }) })
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('a hidden folder that is dropped is imported, and the dialog names what it did not read', async () => {
  await openScreen(`/p/${PROJECT}/files`)
  dropEntry(
    await screen.findByRole('heading', { level: 1 }),
    folderEntry('/.i18n', [
      fileEntry('/.i18n/en.json', '{"hidden":"Hidden"}'),
      folderEntry('/.i18n/.github', [fileEntry('/.i18n/.github/en.json', '{}')]),
    ]),
  )
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('i18n/en.json')
  expect(dialog.textContent).toContain(say('files:planAdded_one', { count: 1 }))
  const unread = within(dialog).getByRole('region', { name: say('files:notRead') })
  expect([...unread.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['.i18n/.github'])
})

test.each([
  ['hidden', folderEntry('/.i18n', [])],
  ['empty', folderEntry('/locales', [])],
  ['of hidden files', folderEntry('/locales', [fileEntry('/locales/.en.json', '{}')])],
])('a folder that is %s is reported when it is dropped', async (_, entry) => {
  await openScreen(`/p/${PROJECT}/files`)
  dropEntry(await screen.findByRole('heading', { level: 1 }), entry)
  await waitFor(() => expect(document.body.textContent).toContain(say('files:noFilesThere')))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('files that are dropped by a person who cannot import are not taken', async () => {
  await addMember('Vera', { role: 'viewer', languages: null, namespaces: null })
  await signInAs('Vera')
  onTestFinished(() => signInAs(OWNER))
  await openScreen(`/p/${PROJECT}/files`)
  const heading = await screen.findByRole('heading', { level: 1 })
  // A screen that has only rendered its frame does not have its rights yet.
  await waitFor(() => expect(document.querySelector('[aria-disabled=true]')).not.toBeNull())
  drop(heading, [filed('en/a.json', '{"a":"A"}')])
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the dialog shows why no upload can be started', async () => {
  server.proxy.behave((path) => (path.endsWith('/imports') ? { status: 503 } : null))
  open([file('en/a.json', '{}')])
  await ready()
  expect(now?.error).toMatchObject({ code: 'busy' })
  expect(now?.plan).toBeNull()
})

test('an upload that is not imported is removed when the dialog closes; an imported one is kept', async () => {
  open([file('en/later.json', '{"later":"Later"}')])
  await ready()
  const upload = uploads().at(-1) ?? ''
  await planOf(upload)
  root.render(null)
  await expect.poll(() => planOf(upload).catch((error) => error.code)).toBe('not-found')
})

test('files that are dropped while the dialog is open do not replace those it is about', async () => {
  const before = uploads().length
  const shown = await openScreen(`/p/${PROJECT}/files`)
  await screen.findByRole('heading', { level: 1 })
  drop(screen.getByRole('heading', { level: 1 }), [filed('first.json', '{"a":"A"}')])
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('first.json'))
  drop(dialog, [filed('second.json', '{"a":"A"}')])
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(uploads().length).toBe(before + 1)
})
