import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, type OpenScreen, openScreen } from './open-screen.tsx'
import { addMember, OWNER, openRealServer, PROJECT, type RealServer, signInAs } from './real-server.ts'

/** Settings of a project, and what visitors see of them. */

const params = { project: PROJECT }
const ABOUT = 'A photo gallery for your own server.'

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
  await importFiles({
    'locales/en/app.json': '{"hello":"Hello"}',
    'locales/de/app.json': '{"hello":"Hallo"}',
    'locales/fr/app.json': '{"hello":"Bonjour"}',
  })
})
beforeEach(async () => {
  await call(api.projects.update, { params, body: { settings: { description: '', website: null } } })
  shown = await openScreen(`/p/${PROJECT}/settings`)
})
afterAll(() => server.close())

/** Resolves when the files have been imported. */
async function importFiles(files: Readonly<Record<string, string>>): Promise<void> {
  const { upload } = await call(api.imports.create, { params })
  for (const [path, content] of Object.entries(files))
    await call(api.imports.upload, {
      params: { ...params, upload },
      query: { path },
      bytes: new Blob([content]),
    })
  const { id } = await call(api.imports.start, {
    params: { ...params, upload },
    body: { mode: 'fill', placements: [] },
  })
  await waitFor(async () =>
    expect((await call(api.jobs.get, { params: { ...params, job: id } })).state).toBe('done'),
  )
}

const settings = async () => (await call(api.projects.get, { params })).settings
const field = (key: 'description' | 'website') =>
  screen.findByRole<HTMLInputElement>('textbox', { name: say(`settings:${key}`) })
/** The button below the website. */
const save = async () =>
  within((await field('website')).closest('form') ?? document.body).getByRole<HTMLButtonElement>('button', {
    name: say('common:save'),
  })

/** Replaces the text of a field. */
async function fill(key: 'description' | 'website', text: string): Promise<void> {
  await shown.user.clear(await field(key))
  await shown.user.type(await field(key), text)
}

test('a URL that is no website cannot be saved', async () => {
  await fill('website', 'javascript:alert(1)')
  await screen.findByText(say('settings:websiteRule'))
  expect((await save()).disabled).toBe(true)
})

test('a save keeps the change of another field by someone else, which its field shows', async () => {
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: say('settings:name') })
  const before = name.value
  onTestFinished(async () => void (await call(api.projects.update, { params, body: { name: before } })))
  await fill('description', ABOUT)
  await call(api.projects.update, { params, body: { name: 'Renamed' } })
  await shown.user.click(await save())
  await waitFor(async () => expect((await settings()).description).toBe(ABOUT))
  await waitFor(() => expect(name.value).toBe('Renamed'))
  expect((await call(api.projects.get, { params })).name).toBe('Renamed')
  await waitFor(async () => expect((await save()).disabled).toBe(true))
})

test('a description and a website are saved with Enter, and undone', async () => {
  await fill('description', ABOUT)
  await fill('website', 'photoview.example/about')
  await shown.user.keyboard('{Enter}')
  await waitFor(async () =>
    expect(await settings()).toMatchObject({
      description: ABOUT,
      website: 'https://photoview.example/about',
    }),
  )
  await shown.click('button', say('common:undo'))
  await waitFor(async () => expect(await settings()).toMatchObject({ description: '', website: null }))
  await waitFor(async () => expect((await field('website')).value).toBe(''))
})

test('apps that someone else has allowed stay when another one is saved, and are shown', async () => {
  const set = (origins: string[]) => call(api.editing.setOrigins, { params, body: { origins } })
  const saved = async () => (await call(api.editing.origins, { params })).origins
  onTestFinished(async () => void (await set([])))
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: say('editing:origins') })
  const button = () =>
    within(box.closest('form') ?? document.body).getByRole<HTMLButtonElement>('button', {
      name: say('editing:save'),
    })
  // Nothing is typed: the field follows.
  await set(['https://a.example'])
  await waitFor(() => expect(box.value).toBe('https://a.example'))
  expect(button().disabled).toBe(true)
  await shown.user.type(box, '{Enter}https://c.example')
  await set(['https://a.example', 'https://b.example'])
  await waitFor(() => expect(button().disabled).toBe(false))
  await shown.user.click(button())
  await waitFor(async () =>
    expect(await saved()).toEqual(['https://a.example', 'https://b.example', 'https://c.example']),
  )
  await waitFor(() => expect(box.value.split('\n')).toHaveLength(3))
  expect(button().disabled).toBe(true)
})

test('an address of an app that was refused is reported until it is corrected', async () => {
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: say('editing:origins') })
  await shown.user.type(box, 'https://a.example{Enter}http://shop.example{Enter}https://b.example')
  await shown.click('button', say('editing:save'), box.closest('form') ?? document.body)
  await screen.findByText(say('editing:noOrigin', { line: 'http://shop.example' }))
  // The first line is removed: the refused one has another number.
  await shown.user.type(box, '{Delete}'.repeat('https://a.example\n'.length), {
    initialSelectionStart: 0,
    initialSelectionEnd: 0,
  })
  expect(box.value).toBe('http://shop.example\nhttps://b.example')
  await screen.findByText(say('editing:noOrigin', { line: 'http://shop.example' }))
  await shown.user.type(box, 's', {
    initialSelectionStart: 'http'.length,
    initialSelectionEnd: 'http'.length,
  })
  expect(box.value).toBe('https://shop.example\nhttps://b.example')
  await waitFor(() => expect(box.getAttribute('aria-invalid')).not.toBe('true'))
  expect(screen.queryByText(/is not the address of an app/)).toBeNull()
})

test('a save whose result is shown before its response is undone', async () => {
  onTestFinished(() => server.proxy.behave(() => null))
  await fill('description', ABOUT)
  let release = () => {}
  const held: string[] = []
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  server.proxy.behave((path) => {
    if (!path.endsWith(`/projects/${PROJECT}`) || held.length > 0) return null
    held.push(path)
    return { until }
  })
  await shown.user.click(await save())
  await waitFor(() => expect(held).toHaveLength(1))
  // As the save itself does, with a live event that is faster than its response.
  await call(api.projects.update, { params, body: { settings: { description: ABOUT } } })
  await waitFor(async () => expect((await save()).disabled).toBe(true))
  release()
  await shown.click('button', say('common:undo'))
  await waitFor(async () => expect((await settings()).description).toBe(''))
})

const languageField = () =>
  screen.findByRole<HTMLInputElement>('combobox', { name: say('settings:addLanguage') })

/** Adds a language, which takes until the returned function is called. */
async function addSlowly(name: string): Promise<() => void> {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: string[] = []
  server.proxy.behave((path) => {
    if (!path.endsWith(`/projects/${PROJECT}/languages`)) return null
    held.push(path)
    return { until }
  })
  const field = await languageField()
  await shown.user.type(field, name)
  await shown.click('option', new RegExp(name))
  await shown.click('button', say('settings:add'), field.closest('form') ?? document.body)
  await waitFor(() => expect(held).toHaveLength(1))
  server.proxy.behave(() => null)
  return release
}

const isAdded = (language: string) => screen.findByText(say('settings:languageAdded', { language }))

test('an added language leaves an empty field with the focus', async () => {
  onTestFinished(
    async () => void (await call(api.languages.remove, { params: { ...params, language: 'cs' } })),
  )
  const release = await addSlowly('Czech')
  release()
  await isAdded('Czech')
  await waitFor(async () => expect((await languageField()).value).toBe(''))
  expect(document.activeElement).toBe(await languageField())
})

test('an added language leaves the focus with someone who types elsewhere', async () => {
  onTestFinished(
    async () => void (await call(api.languages.remove, { params: { ...params, language: 'it' } })),
  )
  const release = await addSlowly('Italian')
  await fill('description', 'Half a')
  release()
  await isAdded('Italian')
  await waitFor(async () => expect((await languageField()).value).toBe(''))
  expect(document.activeElement).toBe(await field('description'))
  expect((await field('description')).value).toBe('Half a')
})

test('an added language leaves the one that was typed meanwhile', async () => {
  onTestFinished(
    async () => void (await call(api.languages.remove, { params: { ...params, language: 'sv' } })),
  )
  const release = await addSlowly('Swedish')
  const typed = await languageField()
  await shown.user.clear(typed)
  await shown.user.type(typed, 'Finn')
  release()
  await isAdded('Swedish')
  await screen.findByText('sv', { selector: 'code' })
  expect(typed.isConnected).toBe(true)
  expect(typed.value).toBe('Finn')
  expect(document.activeElement).toBe(typed)
})

test('a fallback that was removed is shown as removed', async () => {
  await call(api.languages.update, { params: { ...params, language: 'de' }, body: { fallback: 'fr' } })
  const { operation } = await call(api.languages.remove, { params: { ...params, language: 'fr' } })
  onTestFinished(async () => {
    const undone = { ...params, operation: operation?.id ?? 0 }
    await call(api.operations.undo, { params: undone, body: { keepNewer: false } })
  })
  const removed = say('settings:fallbackRemoved', { language: 'French' })
  await waitFor(() => expect(document.body.textContent).toContain(removed))
})

test('what was undone is saved again', async () => {
  await fill('description', ABOUT)
  await shown.user.click(await save())
  await shown.click('button', say('common:undo'))
  await waitFor(async () => expect((await field('description')).value).toBe(''))
  await fill('description', ABOUT)
  await shown.user.click(await save())
  await waitFor(async () => expect((await settings()).description).toBe(ABOUT))
})

test('an undo that fails is reported, also after leaving the screen', async () => {
  onTestFinished(() => server.proxy.behave(() => null))
  const failing = (method: string) =>
    server.proxy.seen.filter((one) => one.method === method && one.status === 503).length
  await fill('description', ABOUT)
  await shown.user.click(await save())
  await screen.findByRole('button', { name: new RegExp(`^${say('common:undo')}`) })
  await shown.go(`/p/${PROJECT}/overview`)
  server.proxy.behave((path) => (path === `/api/projects/${PROJECT}` ? { status: 503 } : null))
  undoLast()
  await waitFor(() => expect(failing('PATCH')).toBe(1))
  await waitFor(() => expect(toasts.visibleToasts.map(({ content }) => content.tone)).toContain('problem'))
  server.proxy.behave(() => null)
  expect((await settings()).description).toBe(ABOUT)
})

test('translations from files are marked as reviewed in Settings, and undone in one step', async () => {
  await shown.click('button', say('settings:imported.open'))
  const question = await screen.findByRole('alertdialog')
  await expectAccessible()
  await shown.click('button', say('settings:imported.do_other', { count: '2' }), question)
  const reviewed = async () =>
    (await call(api.projects.overview, { params })).languages
      .filter(({ tag }) => tag !== 'en')
      .reduce((sum, { counts }) => sum + counts.reviewed, 0)
  await waitFor(async () => expect(await reviewed()).toBe(2))
  // While the job runs, its operation is not complete and cannot be undone.
  await waitFor(async () => {
    const { jobs } = await call(api.jobs.list, { params })
    expect(jobs.find(({ kind }) => kind === 'review-imported')?.state).toBe('done')
  })
  const { operations } = await call(api.operations.list, { params, query: { limit: 10 } })
  const operation = operations.find(({ kind }) => kind === 'review')?.id ?? 0
  await call(api.operations.undo, { params: { ...params, operation }, body: { keepNewer: false } })
  expect(await reviewed()).toBe(0)
})

test('a new URL name by someone else opens the same screen under it', async () => {
  await call(api.projects.create, { body: { slug: 'early', name: 'Early', sourceLanguage: 'en' } })
  shown.close()
  shown = await openScreen('/p/early/settings')
  await field('website')
  await call(api.projects.update, { params: { project: 'early' }, body: { slug: 'late' } })
  await waitFor(() => expect(shown.url()).toBe('/p/late/settings'))
  await field('website')
})

test('a project that was deleted is not found', async () => {
  await call(api.projects.create, { body: { slug: 'short', name: 'Short', sourceLanguage: 'en' } })
  shown.close()
  shown = await openScreen('/p/short/settings')
  await field('website')
  await call(api.projects.remove, { params: { project: 'short' }, body: { confirm: 'short' } })
  await screen.findByRole('heading', { name: say('common:projectNotFound.title') })
})

test('deleting a project discards unsent texts after a second question', async () => {
  await call(api.projects.create, { body: { slug: 'unsent', name: 'Unsent', sourceLanguage: 'en' } })
  shown.close()
  shown = await openScreen('/p/unsent/settings')
  const question = say('failures:unsent-texts', { branches: 'feature (3)' })
  refuseToDelete({ branches: 'feature (3)' })
  await shown.click('button', say('settings:deleteDo'))
  const dialog = await screen.findByRole('alertdialog')
  await shown.user.type(within(dialog).getByRole('textbox'), 'unsent')
  await shown.click('button', say('settings:deleteDo'), dialog)
  await within(dialog).findByText(question)
  await expectAccessible()
  await shown.click('button', say('common:unsent.discardAndDelete'), dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  const { projects } = await call(api.projects.list, {})
  expect(projects.map(({ slug }) => slug)).not.toContain('unsent')
})

/** Until the end of the test, the server refuses to delete anything with unsent texts, unless they are to be discarded. */
function refuseToDelete(params: { readonly branches: string }): void {
  const request = globalThis.fetch
  const body = JSON.stringify({
    ...{ type: 'about:blank', title: '', status: 409, code: 'unsent-texts', errors: [], params },
    current: { branches: [{ slug: 'shop-1', branch: 'feature', texts: 3 }] },
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    init?.method === 'DELETE' && !String(init.body).includes('discard')
      ? new Response(body, { status: 409 })
      : request(input, init),
  )
  onTestFinished(() => void vi.restoreAllMocks())
}

test('a manager who changes the URL name keeps managing the project', async () => {
  await addMember('Mara', { role: 'manager', languages: null, namespaces: null })
  const rename = (from: string, to: string) =>
    call(api.projects.update, { params: { project: from }, body: { slug: to } })
  await signInAs('Mara')
  onTestFinished(async () => {
    await signInAs(OWNER)
    await rename('moved', PROJECT)
  })
  shown.close()
  shown = await openScreen(`/p/${PROJECT}/settings`)
  const name = await screen.findByRole('textbox', { name: say('settings:address') })
  await shown.user.clear(name)
  await shown.user.type(name, 'moved{Enter}')
  const readOnly = () => screen.queryByText(say('settings:readOnly'), { exact: false })
  await waitFor(() => {
    expect(readOnly()).toBeNull()
    expect(shown.url()).toBe('/p/moved/settings')
  })
  expect(readOnly()).toBeNull()
  expect((await field('website')).readOnly).toBe(false)
})

test('a visitor reads what the project is, and can follow its link', async () => {
  await call(api.projects.update, {
    params,
    body: {
      settings: { description: ABOUT, website: 'https://photoview.example/about' },
      sharing: { with: 'everyone', role: 'suggester' },
    },
  })
  shown.close()
  await call(api.session.signOut, {})
  onTestFinished(() => signInAs(OWNER))
  shown = await openScreen(`/p/${PROJECT}`)
  await screen.findByText(ABOUT)
  const link = screen.getByRole('link', { name: 'photoview.example/about' })
  expect(link.getAttribute('href')).toBe('https://photoview.example/about')
  expect(link.getAttribute('rel')).toContain('noopener')
  const banners = screen.getAllByRole('banner').filter((header) => header.closest('main') === null)
  expect(banners.map(({ textContent }) => textContent)).toEqual([
    expect.not.stringContaining(say('common:screens.overview')),
  ])
})
