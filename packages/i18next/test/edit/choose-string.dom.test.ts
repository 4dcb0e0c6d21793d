import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInstance } from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openSmallEditor } from '../../src/edit/small-editor.ts'
import { loadWords } from '../../src/edit/words.ts'

/** Choosing another string in the small editor by keyboard. */

const PROJECT = { sourceLanguage: 'en', languages: [{ tag: 'en' }, { tag: 'de' }] }
const text = (other: string) => ({ forms: { other }, version: 1, failing: false, outdated: false })
const stringNamed = (name: string) => ({
  key: { id: name.length, namespace: 'shop', name, plural: 'none', path: [name], description: '' },
  source: text(`Source of ${name}`),
  target: text(`Text of ${name}`),
})

let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    const name = new URL(request.url ?? '', 'http://x').searchParams.get('name')
    if (request.method === 'OPTIONS') response.end()
    else response.end(JSON.stringify(name === null ? PROJECT : stringNamed(name)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
let close = () => {}
afterEach(() => {
  close()
  vi.restoreAllMocks()
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
)

/** Opens the editor of two strings. */
async function open() {
  close = openSmallEditor({
    i18n: createInstance(),
    own: await loadWords(['en']),
    address: { server: origin, project: 'shop' },
    strings: ['title', 'more'].map((key) => ({
      namespace: 'shop',
      key,
      language: 'de',
      askedLanguage: 'de',
      form: 'other',
    })),
    rect: null,
    onClosed: () => {},
  })
  const root = document.querySelector('[data-dragoman-editing]')?.shadowRoot
  if (root == null) throw new Error('Not open')
  return {
    focused: () => root.activeElement?.id ?? null,
    focusedText: () => root.activeElement?.textContent,
    box: () => root.querySelector('textarea')?.value,
    body: () => root.textContent,
    /** Chooses a string as an arrow key does. */
    choose(index: number) {
      const select = root.querySelector('select')
      if (select === null) throw new Error('No choice')
      select.focus()
      select.selectedIndex = index
      select.dispatchEvent(new Event('change'))
    },
    /** Signs in in the window that the focused button opens. */
    signIn() {
      const opened = vi.spyOn(window, 'open').mockReturnValue(window)
      root.querySelector<HTMLElement>('button.primary')?.click()
      const state = new URL(String(opened.mock.calls[0]?.[0])).searchParams.get('state')
      const data = { type: 'dragoman-token', state, secret: 'drg_good' }
      window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: window }))
    },
  }
}

test('a string chosen by arrow key leaves the focus where it is; opening and signing in take it', async () => {
  const editor = await open()
  expect(editor.focusedText()).toBe('Sign in to Dragoman')
  editor.choose(1)
  await expect.poll(editor.body).toContain('shop: more')
  expect(editor.focused()).toBe('string')
  editor.signIn()
  await expect.poll(editor.focused).toBe('form-other')
  expect(editor.box()).toBe('Text of more')

  editor.choose(0)
  await expect.poll(editor.box).toBe('Text of title')
  expect(editor.focused()).toBe('string')

  close()
  const again = await open()
  await expect.poll(again.focused).toBe('form-other')
})
