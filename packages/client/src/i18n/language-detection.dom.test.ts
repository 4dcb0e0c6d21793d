import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { interfaceLanguage } from './interface-language.ts'

/** The interface as it starts in a page, with its own configuration and texts (docs/specification.md §9). */

const LOCALES = join(import.meta.dirname, '../../public')
const { lookupQuerystring, lookupCookie, lookupLocalStorage, lookupSessionStorage } =
  interfaceLanguage.detection

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const texts = await readFile(join(LOCALES, request.url ?? '')).catch(() => null)
    response.writeHead(texts === null ? 404 : 200, { 'content-type': 'application/json' }).end(texts)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The test API of happy-dom. */
const { happyDOM } = window as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }

/** In French, which the interface does not support, every source has no effect. */
beforeEach(() => {
  happyDOM.setURL(`${origin}/setup`)
  vi.resetModules() // every page load starts with an i18next of its own
  set.browser('fr-FR')
  set.html('fr')
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  writeCookie(`${lookupCookie}=; max-age=0`)
})

const set = {
  query: (language: string) => happyDOM.setURL(`${origin}/setup?${lookupQuerystring}=${language}`),
  cookie: (language: string) => writeCookie(`${lookupCookie}=${language}`),
  local: (language: string) => localStorage.setItem(lookupLocalStorage, language),
  session: (language: string) => sessionStorage.setItem(lookupSessionStorage, language),
  browser: (language: string) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  },
  html: (language: string) => {
    document.documentElement.lang = language
  },
}
const SOURCES = Object.keys(set) as (keyof typeof set)[]

function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
  document.cookie = cookie
}

/** Starts the interface. Returns its i18next. */
async function load() {
  const { i18n, startI18n } = await import('./i18n.ts')
  await startI18n([])
  return i18n
}
const shown = () => [document.documentElement.lang, document.documentElement.dir]
const stored = () => ({
  local: { ...localStorage },
  session: { ...sessionStorage },
  cookies: document.cookie,
})

test('the sources are query string, cookie, local storage, session storage, browser, html tag', () => {
  expect(SOURCES).toEqual(['query', 'cookie', 'local', 'session', 'browser', 'html'])
  expect([lookupQuerystring, lookupCookie, lookupLocalStorage, lookupSessionStorage]).toEqual([
    'lng',
    'i18next',
    'i18nextLng',
    'i18nextLng',
  ])
})

describe('the language is detected', () => {
  test.each(SOURCES.map((source, index) => [source, SOURCES.slice(index + 1)] as const))(
    'in %s before %j',
    async (source, lower) => {
      set[source]('ar')
      for (const other of lower) set[other]('de')
      const i18n = await load()
      expect(i18n.resolvedLanguage).toBe('ar')
      expect(shown()).toEqual(['ar', 'rtl'])
    },
  )

  test('in the next source, if one names an unsupported language', async () => {
    set.query('fr')
    set.cookie('fr')
    set.local('fr')
    set.session('pl')
    await load()
    expect(shown()).toEqual(['pl', 'ltr'])
  })

  test('as German, if the browser asks for Austrian German', async () => {
    set.browser('de-AT')
    await load()
    expect(shown()).toEqual(['de', 'ltr'])
  })

  test.each(['en-', 'en-x', 'en-1', 'en-US.UTF-8'])('as English, if a link has the tag %s', async (tag) => {
    set.query(tag)
    set.browser('de')
    const i18n = await load()
    const { formatLocale, formatsFor } = await import('./formats.ts')
    expect(shown()).toEqual(['en', 'ltr'])
    expect(stored().local).toEqual({ i18nextLng: 'en' })
    expect(formatsFor(formatLocale()).number(1000)).toBe('1,000')
    // Another page of the same origin can store any text.
    await i18n.changeLanguage(tag)
    expect(formatsFor(formatLocale()).number(1000)).toBe('1,000')
  })

  test('nowhere: English', async () => {
    await load()
    expect(shown()).toEqual(['en', 'ltr'])
  })
})

describe('the choice is stored in local storage only', () => {
  test('after it was detected elsewhere, and the next page load finds it', async () => {
    set.query('pl')
    await load()
    expect(stored()).toEqual({ local: { i18nextLng: 'pl' }, session: {}, cookies: '' })
    happyDOM.setURL(`${origin}/setup`)
    set.html('fr')
    vi.resetModules()
    await load()
    expect(shown()).toEqual(['pl', 'ltr'])
  })

  test('after the language was changed', async () => {
    const i18n = await load()
    await i18n.changeLanguage('ar')
    expect(shown()).toEqual(['ar', 'rtl'])
    expect(stored()).toEqual({ local: { i18nextLng: 'ar' }, session: {}, cookies: '' })
  })

  test('and a cookie or a session keeps its own language', async () => {
    set.cookie('de')
    set.session('pl')
    const i18n = await load()
    await i18n.changeLanguage('ar')
    expect(stored()).toEqual({
      local: { i18nextLng: 'ar' },
      session: { i18nextLng: 'pl' },
      cookies: 'i18next=de',
    })
  })
})
