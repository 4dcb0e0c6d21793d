import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInstance } from 'i18next'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next, useTranslation } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { backendWithEnglish } from './backend-with-english.ts'
import { interfaceLanguage } from './interface-language.ts'
import { standIns } from './stand-in.ts'

let close = () => {}
afterEach(() => close())

function Hello() {
  const { t } = useTranslation()
  return <p>{t('hello')}</p>
}

/** The test page is not from the server's origin, unlike in production. */
const { happyDOM } = window as unknown as {
  readonly happyDOM: { settings: { fetch: { disableSameOriginPolicy: boolean } } }
}
happyDOM.settings.fetch.disableSameOriginPolicy = true

test('the interface is in English after the second failed attempt, and in its language when a later one succeeds', async () => {
  let asked = 0
  let succeed = () => {}
  const isBack = new Promise<void>((resolve) => {
    succeed = resolve
  })
  const server = createServer(async (request, response) => {
    const isGerman = request.url?.startsWith('/locales/de/') === true
    if (isGerman) asked += 1
    const isThird = isGerman && asked === 3
    if (isThird) await isBack
    response
      .writeHead(isThird ? 200 : 503, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      })
      .end('{"hello":"Hallo"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  const { port } = server.address() as AddressInfo
  const i18n = createInstance()
  const english = standIns(i18n)
  const texts = new Map([['common', { hello: 'Hello' }]])
  const loading = i18n
    .use(backendWithEnglish(i18n, async () => texts, english.add))
    .use(initReactI18next)
    .init({
      ...interfaceLanguage,
      retryTimeout: 1, // the real delays have a test of their own
      backend: { loadPath: `http://127.0.0.1:${port}/locales/{{lng}}/{{ns}}.json` },
      lng: 'de',
      ns: ['common'],
      defaultNS: 'common',
      react: { bindI18n: 'languageChanged loaded', bindI18nStore: 'added', useSuspense: true },
    })
  await english.whenShown(['common'], loading)
  const place = document.createElement('div')
  createRoot(place).render(
    <Suspense fallback="waiting">
      <Hello />
    </Suspense>,
  )
  await expect.poll(() => place.textContent).toBe('Hello')
  succeed()
  await expect.poll(() => place.textContent).toBe('Hallo')
  await loading
  expect(asked).toBe(3)
})
