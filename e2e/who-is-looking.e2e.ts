import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfSessionId, newSessionId } from '../packages/server/src/http/session-cookie.ts'
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
import { beginStory, box, makeProject, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * Screens know who is looking: a translator, a reviewer, a developer and a visitor each start with their own work,
 * and members see each other.
 */

const PEOPLE = {
  Piotr: { role: 'translator', languages: new Set(['pl']) },
  Nadia: { role: 'reviewer', languages: new Set(['de', 'pl']) },
  Sam: { role: 'developer', languages: null },
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
      await createSession(w, { userId: user.id, idHash: hashOfSessionId(session), at, expiresAt })
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
  const page = await story.visit('/projects', options)
  const value = sessions.get(name) ?? ''
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value })))
  await page.goto(address)
  await untilLoaded(page)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a translator starts with what is missing in their own language', async () => {
  const page = await visitAs('Piotr', '/p/shop/overview')
  expect(await button(page, say('overview:importFiles')).count()).toBe(0)
  await button(page, say('common:work.translate', { language: 'Polish' })).click()
  await page.waitForURL(/translate\/pl\?q=state%3Auntranslated/)
  await untilLoaded(page)
  // A language of others: a sentence leads back to one's own.
  await page.goto('/p/shop/translate/de')
  await page.getByText(say('translations:readOnly.translate', { languages: 'Polish' })).waitFor()
  await page.getByRole('link', { name: say('translations:readOnly.go', { language: 'Polish' }) }).click()
  await page.waitForURL(/translate\/pl/)
  await page.close()
})

test('a greyed-out button explains when it is pressed who can change that', async () => {
  const page = await visitAs('Piotr', '/p/shop/files')
  await page.locator('[aria-disabled="true"]').first().click({ force: true })
  await page.getByText(say('failures:reason.role-too-low'), { exact: false }).last().waitFor()
  await page.goto('/p/shop/settings')
  await page.getByText(say('settings:readOnly'), { exact: false }).waitFor()
  await page.close()
})

test('a reviewer starts with the language in which most is waiting', async () => {
  const page = await visitAs('Nadia', '/p/shop/overview')
  await button(page, say('common:work.review', { language: 'German' })).click()
  await page.waitForURL(/review\/de/)
  await page.goto('/p/shop/review')
  await page.waitForURL(/review\/de/)
  await page.close()
})

test('a developer starts with the keys', async () => {
  const page = await visitAs('Sam', '/p/shop/overview')
  await button(page, say('common:work.keys')).click()
  await page.waitForURL(/\/keys/)
  await page.close()
})

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

test('checks wait while one types, and name what is missing in one line', async () => {
  const page = await visitAs('Piotr', '/p/shop/translate/pl?q=hello')
  await box(page).waitFor()
  await typeText(page, 'Witaj')
  await page.getByText(say('translations:issues.missing_other', { count: 3 })).waitFor()
  await button(page, say('translations:issues.insertMissing')).click()
  await until(async () => ((await box(page).textContent()) ?? '').includes('{{count}}'))
  await page.close()
})

test('after the last string of a filter, what is next is one key press away', async () => {
  const page = await visitAs('Piotr', '/p/shop/translate/pl?q=later')
  await typeText(page, 'Zapłać później')
  await page.keyboard.press('Control+Enter')
  await untilSaved(page)
  await page.getByText(say('translations:pane.end')).first().waitFor()
  const next = page.getByRole('link', { name: /in Polish/ }).first()
  await until(async () => next.evaluate((link) => link === document.activeElement))
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=state%3Auntranslated/)
  await page.close()
})

test('a review task opens Review with its strings and its title, and says when it is done', async () => {
  const owner = await story.visit('/p/shop/tasks')
  await button(owner, say('tasks:newTask')).first().click()
  await owner.getByRole('dialog').waitFor()
  await owner.keyboard.press('Escape')
  const { rows } = await story.api<{ rows: { key: { id: number; name: string } }[] }>(
    'GET',
    '/projects/shop/translations?language=de&limit=50',
  )
  const cart = rows.find(({ key }) => key.name === 'cart')?.key.id
  await story.api('POST', '/projects/shop/tasks', {
    title: 'Check the basket',
    note: '',
    goal: 'reviewed',
    due: null,
    languages: ['de'],
    assignees: [],
    select: { keys: [cart] },
  })
  await owner.reload()
  await owner.getByRole('link', { name: 'Check the basket' }).click()
  await owner.waitForURL(/review\/de\?task=/)
  await owner.getByText('Check the basket').first().waitFor()
  // The tasks are rows too, and can still be shown when the URL is already that of Review.
  const queue = owner.getByRole('region', { name: say('review:queue'), exact: true })
  await until(async () => (await queue.locator('[data-item]').count()) === 1)
  await owner.keyboard.press('a')
  await owner.getByText(say('review:task.done', { title: 'Check the basket' })).waitFor()
  await owner.close()
})

test('the palette finds what one can do with the team and the server', async () => {
  const owner = await story.visit('/p/shop/overview')
  const options = async (page: Page, text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(text)
    await page.getByRole('option').first().waitFor()
    const found = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    return found.join()
  }
  for (const [typed, found] of [
    ['invite', say('common:palette.invite')],
    ['token', say('common:palette.tokens')],
    ['backup', say('common:palette.adminTab.backups')],
    ['two-factor', say('common:palette.twoFactor')],
    ['admin', say('common:palette.adminTab.system')],
  ] as const)
    expect(await options(owner, typed)).toContain(found)
  await owner.keyboard.press('Control+k')
  await owner.getByRole('combobox').fill('invite')
  await owner.getByRole('option', { name: say('common:palette.invite') }).waitFor()
  await owner.keyboard.press('Enter')
  await owner
    .getByRole('dialog')
    .filter({ hasText: say('members:invitePeople') })
    .waitFor()
  await owner.keyboard.press('Escape')
  const piotr = await visitAs('Piotr', '/p/shop/overview')
  expect(await options(piotr, 'invite')).not.toContain(say('common:palette.invite'))
  expect(await options(piotr, 'backup')).not.toContain(say('common:palette.adminTab.backups'))
  await owner.close()
  await piotr.close()
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
