import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EditedString, openApi } from '../../src/edit/dragoman-api.ts'
import { stringForm } from '../../src/edit/string-form.ts'
import { EN } from '../../src/edit/words/en.ts'

/** Messages of the form if a server refuses a save, is unreachable, or permits suggestions only. */

type Answer = { readonly status: number; readonly body: object } | 'cut'
const answers: Answer[] = []
const asked: { readonly path: string; readonly body: unknown }[] = []
const SENTENCES = { 'placeholder-missing': '{{placeholder}} is missing.' }
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST')
    if (request.method === 'OPTIONS') return void response.end()
    if (request.url === '/locales/en/issues.json') return void response.end(JSON.stringify(SENTENCES))
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ path: `${request.method} ${request.url}`, body: JSON.parse(body || 'null') })
    const answer = answers.shift() ?? 'cut'
    if (answer === 'cut') return void request.socket.destroy()
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  document.body.replaceChildren()
  answers.length = 0
  asked.length = 0
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
)

const text = (other: string, version: number) => ({
  forms: { other },
  version,
  failing: false,
  outdated: false,
})
let nextId = 1

function openForm({ sourceLanguage = 'en' }: { sourceLanguage?: string | null } = {}) {
  const address = { server: origin, project: 'shop' }
  const string: EditedString = {
    key: {
      id: nextId++,
      namespace: 'shop',
      name: 'title',
      plural: 'none',
      path: ['title'],
      description: '',
    },
    source: text('Shop', 1),
    target: text('Laden', 3),
  }
  const saved: unknown[] = []
  let signedOut = 0
  const open = () => {
    const form = stringForm({
      words: EN,
      address,
      api: openApi(address, () => 'drg_x'),
      string,
      language: 'de',
      sourceLanguage,
      onSaved: (forms) => saved.push(forms),
      onSignedOut: () => signedOut++,
    })
    document.body.replaceChildren(form)
  }
  open()
  const box = () => document.querySelector<HTMLTextAreaElement>('#form-other') as HTMLTextAreaElement
  return {
    open,
    saved,
    signedOut: () => signedOut,
    box,
    type(typed: string) {
      box().value = typed
      box().dispatchEvent(new Event('input'))
    },
    send: () => document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true })),
    says: (said: string) =>
      expect.poll(() => document.querySelector('[role=status]')?.textContent).toContain(said),
  }
}

test('people who can only suggest see a message, and their text is sent as a suggestion', async () => {
  const form = openForm()
  form.type('Geschäft')
  await form.says('Not saved yet')
  answers.push({ status: 403, body: { code: 'not-allowed' } }, { status: 200, body: {} })
  form.send()
  await form.says('You can suggest this text instead')
  expect(document.querySelector('button')?.textContent).toBe('Suggest')
  form.send()
  await form.says('Suggested.')
  expect(asked.map(({ path }) => path.replace(/\d+/, '1'))).toEqual([
    'PUT /api/projects/shop/keys/1/translations/de',
    'POST /api/projects/shop/keys/1/translations/de/suggestions',
  ])
  expect(asked[1]?.body).toEqual({ forms: { other: 'Geschäft' }, note: '' })
  expect(form.saved).toEqual([])
})

test('a save whose response was lost is not shown as saved before it is confirmed', async () => {
  const form = openForm()
  form.type('Geschäft')
  answers.push('cut')
  form.send()
  await form.says('may not be saved')
  expect(form.saved).toEqual([])
  const current = { translation: text('Geschäft', 4) }
  answers.push({ status: 409, body: { code: 'stale-edit', current } })
  form.send()
  await form.says('Saved')
  expect(form.saved).toEqual([{ other: 'Geschäft' }])
})

test('text typed during a save is not shown as saved', async () => {
  const form = openForm()
  form.type('Geschäft')
  answers.push({ status: 200, body: { translation: text('Geschäft', 4) } })
  form.send()
  form.type('Geschäfte')
  await expect.poll(() => form.saved).toEqual([{ other: 'Geschäft' }])
  await form.says('Not saved yet')
  answers.push({ status: 200, body: { translation: text('Geschäfte', 5) } })
  form.send()
  await form.says('Saved')
  expect(asked[1]?.body).toEqual({ forms: { other: 'Geschäfte' }, baseVersion: 4, sourceVersion: 1 })
})

test('a text saved for an earlier source text is shown as such', async () => {
  const form = openForm()
  form.type('Geschäft')
  const translation = { ...text('Geschäft', 4), outdated: true }
  answers.push({ status: 200, body: { translation } })
  form.send()
  await form.says('The source text has changed')
  expect(asked[0]?.body).toEqual({ forms: { other: 'Geschäft' }, baseVersion: 3, sourceVersion: 1 })
  expect(form.saved).toEqual([{ other: 'Geschäft' }])
})

test('the source text has no source text of its own', async () => {
  const form = openForm({ sourceLanguage: null })
  form.type('Store')
  answers.push({ status: 200, body: { translation: text('Store', 4) } })
  form.send()
  await form.says('Saved')
  expect(asked[0]?.body).toEqual({ forms: { other: 'Store' }, baseVersion: 3 })
})

test('text typed while a suggestion is sent stays as a draft', async () => {
  const form = openForm()
  form.type('Geschäft')
  answers.push({ status: 403, body: { code: 'not-allowed' } }, { status: 200, body: {} })
  form.send()
  await form.says('You can suggest this text instead')
  form.send()
  form.type('Geschäfte')
  await form.says('Not saved yet')
  await expect.poll(() => document.querySelector('button')?.getAttribute('aria-disabled')).toBe('false')
  expect(asked[1]?.body).toEqual({ forms: { other: 'Geschäft' }, note: '' })
  await form.says('Not saved yet')
  form.open()
  expect(form.box().value).toBe('Geschäfte')
})

test('text typed while a conflict is shown comes back, and so does text typed over theirs', async () => {
  const form = openForm()
  const press = (label: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click()
  form.type('Geschäft')
  answers.push({ status: 409, body: { code: 'stale-edit', current: { translation: text('Markt', 4) } } })
  form.send()
  await form.says(EN.conflict)
  form.type('Geschäfte')
  press(EN.takeTheirs)
  expect(form.box().value).toBe('Markt')
  press(EN.backToMine)
  expect(form.box().value).toBe('Geschäfte')
  form.open()
  expect(form.box().value).toBe('Geschäfte')

  answers.push({ status: 409, body: { code: 'stale-edit', current: { translation: text('Basar', 5) } } })
  form.send()
  await form.says(EN.conflict)
  press(EN.takeTheirs)
  form.type('Basare')
  press(EN.backToMine)
  expect(form.box().value).toBe('Geschäfte')
  press(EN.backToMine)
  expect(form.box().value).toBe('Basare')
})

test("issues are shown in Dragoman's sentences; without them, people are referred to Dragoman", async () => {
  const failing = (version: number) => ({ translation: { ...text('{{n', version), failing: true } })
  const issues = [
    { code: 'placeholder-missing', severity: 'error', params: { placeholder: '{{name}}' }, form: 'other' },
    { code: 'of-a-newer-dragoman', severity: 'error', form: 'other' },
  ]
  const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  const form = openForm()
  form.type('{{n')
  const answer = (body: object) => answers.push({ status: 200, body })
  answer(failing(4))
  answer({ issues })
  form.send()
  await form.says('The checks found issues')
  await expect.poll(lines).toEqual(['{{name}} is missing.'])
  // Response of a server that does not list them.
  answer(failing(5))
  answer({})
  form.type('{{na')
  form.type('{{n')
  form.send()
  await form.says('open it in Dragoman to see which')
  form.type('{{name}}')
  answer({ translation: text('{{name}}', 6) })
  form.send()
  await expect.poll(() => document.querySelector('[role=status]')?.textContent).toBe('Saved')
  expect(lines()).toEqual([])
})

test('an expired token or a refusal loses nothing, and the draft is there when the editor is opened again', async () => {
  const form = openForm()
  form.type('Geschäft')
  answers.push(
    { status: 401, body: { code: 'invalid-token' } },
    { status: 429, body: { code: 'too-many-requests' } },
  )
  form.send()
  await form.says('no longer signed in')
  expect(form.signedOut()).toBe(1)
  form.send()
  await form.says('Not saved: there were too many requests')
  form.open()
  expect(form.box().value).toBe('Geschäft')
  await form.says('Not saved yet')
})

test('a string is found by the name that the app has for it, which can be an alias of its key', async () => {
  const api = openApi({ server: origin, project: 'shop' }, () => 'drg_x')
  const found = { key: { id: 7, namespace: 'shop', name: 'heading' }, alias: { path: ['title'] } }
  answers.push({ status: 200, body: found })
  expect(await api.find('shop', 'a title', 'de')).toEqual(found)
  expect(asked[0]?.path).toBe('GET /api/projects/shop/translations/de/served?namespace=shop&name=a+title')
  for (const [status, code] of [
    [404, 'not-found'],
    [422, 'invalid-input'],
  ] as const) {
    answers.push({ status, body: { code } })
    expect(await api.find('shop', 'a', 'de')).toBeNull()
  }
  answers.push({ status: 401, body: { code: 'invalid-token' } })
  await expect(api.find('shop', 'a', 'de')).rejects.toMatchObject({ code: 'invalid-token' })
})
