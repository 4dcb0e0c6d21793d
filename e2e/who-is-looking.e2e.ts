import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSessionId } from '../packages/server/src/http/session-cookie.ts'
import { hashOfSecret } from '../packages/server/src/secrets/hash-of-secret.ts'
import {
  createMember,
  createSession,
  type OwnMembership,
  openStore,
  projectBySlug,
  putMembership,
} from '../packages/store/src/index.ts'
import { axeProblems, untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** Members see each other, and a translator's screens are accessible in all looks. */

const PEOPLE = {
  Piotr: { role: 'translator', languages: new Set(['pl']) },
  Nadia: { role: 'reviewer', languages: new Set(['de', 'pl']) },
} as const satisfies Record<string, Pick<OwnMembership, 'role' | 'languages'>>
type Name = keyof typeof PEOPLE

let story: Story
let locales: LocaleFolder
const sessions = new Map<string, string>()

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({
      hello: 'Hello {{first}} {{last}}, you have {{count}} points',
      pay: 'Pay now',
      later: 'Pay later',
      cart: 'Your basket',
    }),
    'locales/de/shop.json': json({
      hello: 'Hallo {{first}} {{last}}: {{count}}',
      pay: 'Jetzt zahlen',
      cart: 'Korb',
    }),
    'locales/pl/shop.json': json({ pay: 'Zapłać', cart: 'Koszyk' }),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  const at = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    for (const [name, rights] of Object.entries(PEOPLE)) {
      const user = await createMember(w, { name, passwordHash: null, at })
      const session = newSessionId()
      sessions.set(name, session)
      await createSession(w, { userId: user.id, idHash: hashOfSecret(session), at, expiresAt })
      await putMembership(
        w,
        { userId: user.id, projectId: project?.id ?? 0 },
        { ...rights, namespaces: null },
      )
    }
  })
  await store.close()
  await story.restart('SIGKILL')
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

async function visitAs(name: Name, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await story.visit(address, options, sessions.get(name) ?? '')
  await untilLoaded(page)
  return page
}

test('members see who else is in the project, and at the same string', async () => {
  const nadia = await visitAs('Nadia', '/p/shop/translate/pl?q=pay')
  const piotr = await visitAs('Piotr', '/p/shop/translate/pl?q=pay')
  const sentence = say('translations:presence.onString_one', { names: 'Piotr' })
  await until(async () => (await nadia.getByText(sentence).count()) > 0)
  await nadia.getByRole('img', { name: say('common:presence.here_one', { names: 'Piotr' }) }).waitFor()
  await piotr
    .getByText(say('translations:presence.onString_one', { names: 'Nadia' }))
    .first()
    .waitFor()
  await piotr.close()
  await until(async () => (await nadia.getByText(sentence).count()) === 0)
  await nadia.close()
})

test('the changed screens have no accessibility problems, in both themes, directions and on a phone', async () => {
  const looks: readonly [string, BrowserContextOptions][] = [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['rtl', { locale: 'ar' }],
    ['phone', { viewport: { width: 390, height: 844 } }],
  ]
  for (const [look, options] of looks) {
    const page = await visitAs('Piotr', '/p/shop/overview', options)
    for (const screen of ['overview', 'translate/de', 'translate/pl?q=hello', 'tasks', 'settings']) {
      await page.goto(`/p/shop/${screen}`)
      await untilLoaded(page)
      expect(await axeProblems(page), `${look} ${screen}`).toEqual([])
      if (process.env.DRAGOMAN_E2E_PICTURES !== undefined)
        await page.screenshot({
          path: `${process.env.DRAGOMAN_E2E_PICTURES}/${look}-${screen.replace(/\W+/g, '-')}.png`,
        })
    }
    await page.close()
  }
})

test('no page reported an error', () => {
  expect(story.takeComplaints()).toEqual([])
})
