import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashOfSessionId, newSessionId } from '../packages/server/src/http/session-cookie.ts'
import {
  addSuggestion,
  allowAll,
  applyOperation,
  createMember,
  createSession,
  keysPage,
  openStore,
  projectBySlug,
  putMembership,
} from '../packages/store/src/index.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, makeProject, openString, type Story, typeText, until } from './story.ts'

/** A reviewer works through the queue by keyboard; the screen is correct in every theme and direction. */

let story: Story
let locales: LocaleFolder
let ines = ''
/** The session of Ines, who can only suggest. */
let session = ''

beforeAll(async () => {
  const names = ['hello', 'pay', 'later', 'secure', 'slot', 'overdue', 'many']
  const english = Object.fromEntries(names.map((name) => [name, `English ${name}`]))
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ ...english, overdue: 'This invoice is overdue by {{days}} days.' }),
    'locales/de/shop.json': json({
      hello: 'Hallo',
      pay: 'Jetzt zahlen',
      later: 'Später zahlen',
      secure: 'Ihre Karte bleibt bei Ihrer Bank.',
      slot: 'Lieferzeit wählen',
      overdue: 'Diese Rechnung ist überfällig.',
    }),
    'locales/fr/shop.json': json({ hello: 'Bonjour' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  await prepare()
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

/**
 * While the program is stopped, Ines suggests two texts for one string, and Klara suggests one and changes
 * another.
 */
async function prepare(): Promise<void> {
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  const at = new Date().toISOString()
  await store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('The project is not there.')
    const projectId = project.id
    const page = await keysPage(w, { projectId, languages: ['de'], filter: {}, limit: 20 })
    const rowOf = (name: string) => {
      const row = page.rows.find(({ key }) => key.name === name)
      if (row === undefined) throw new Error(`no key ${name}`)
      return row
    }
    const people = await Promise.all(
      ['Ines Duarte', 'Klara Busch'].map((name) => createMember(w, { name, passwordHash: null, at })),
    )
    const [first, second] = people.map(({ id, name }) => ({ id: `user:${id}` as const, name }))
    if (first === undefined || second === undefined) throw new Error('nobody was made')
    ines = first.id
    session = newSessionId()
    const userId = people[0]?.id ?? 0
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await createSession(w, { userId, idHash: hashOfSessionId(session), at, expiresAt })
    await putMembership(w, { userId, projectId }, { role: 'contributor', languages: null, namespaces: null })
    const suggest = (name: string, other: string, author: typeof first) =>
      addSuggestion(w, {
        projectId,
        keyId: rowOf(name).key.id,
        language: 'de',
        forms: { other },
        note: '',
        author,
        at,
      })
    await suggest('overdue', 'Diese Rechnung ist seit {{days}} Tagen überfällig.', first)
    await suggest('overdue', 'Rechnung {{days}} Tage überfällig', second)
    await suggest('many', 'Viele', first)
    const changed = await applyOperation(w, {
      projectId,
      kind: 'save',
      by: { actor: second, allow: allowAll },
      at,
      changes: [
        {
          kind: 'translate',
          keyId: rowOf('slot').key.id,
          language: 'de',
          forms: { other: 'Wählen Sie eine Lieferzeit' },
        },
      ],
    })
    if (!changed.ok) throw new Error('Klara could not save')
  })
  await store.close()
  await story.restart('SIGKILL')
}

const rows = (page: Page) => page.locator('[data-item]')
const open = (page: Page) => page.locator('[data-item][aria-current=true]')
const openKey = async (page: Page) => (await open(page).locator('code').first().innerText()).split(':').at(-1)
const textOf = async (name: string) => {
  const query = new URLSearchParams({ language: 'de', q: `key:${name}` })
  type Found = { keyId: number; forms: { other?: string }; state: string; actor: { id: string } | null }
  const { rows: found } = await story.api<{ rows: { key: { id: number }; target: Omit<Found, 'keyId'> }[] }>(
    'GET',
    `/projects/shop/translations?${query}`,
  )
  if (found[0] === undefined) throw new Error(`no text ${name}`)
  return { ...found[0].target, keyId: found[0].key.id } satisfies Found
}

async function visitQueue(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await story.visit('/p/shop/review/de', options)
  await rows(page).first().waitFor()
  return page
}

/** Moves from the first item to the string with `j`. */
async function moveTo(page: Page, name: string): Promise<void> {
  const count = await rows(page).count()
  for (let i = 0; i < count; i++) await page.keyboard.press('k')
  await until(async () => expect(await rows(page).first().getAttribute('aria-current')).toBe('true'))
  for (let shown = await openKey(page); shown !== name; shown = await openKey(page)) {
    await page.keyboard.press('j')
    await until(async () => expect(await openKey(page)).not.toBe(shown))
  }
}

describe('themes and directions', () => {
  const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['Arabic', { locale: 'ar' }],
    ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ]
  test.each(LOOKS)('%s: axe finds no problems, and nothing is scrolled sideways', async (name, options) => {
    const page = await visitQueue(options)
    if (name !== '390 pixels') await moveTo(page, 'overdue')
    expect(await axeProblems(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    if (process.env.DRAGOMAN_PICTURES)
      await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/${name}.png` })
  })

  test('the question for a reason too', async () => {
    const page = await visitQueue()
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  test('on phones three buttons are within reach of the thumb', async () => {
    const page = await visitQueue({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const approve = page.getByRole('button', { name: say('review:approve'), exact: true }).last()
    const place = await approve.boundingBox()
    expect(place?.height).toBeGreaterThanOrEqual(44)
    expect(place?.y ?? 0).toBeGreaterThan(600)
  })
})

test('marking a failing text as reviewed in the editor asks first', async () => {
  const query = new URLSearchParams({ language: 'fr', q: 'key:overdue' })
  type Rows = { rows: { key: { id: number }; target: { version: number; state: string } }[] }
  const french = async () =>
    (await story.api<Rows>('GET', `/projects/shop/translations?${query}`)).rows[0] ?? null
  const before = await french()
  await story.api('PUT', `/projects/shop/keys/${before?.key.id}/translations/fr`, {
    forms: { other: 'Cette facture est en retard.' },
    baseVersion: before?.target.version ?? 0,
  })
  const page = await story.visit('/p/shop/overview')
  await openString(page, { project: 'shop', language: 'fr', key: 'overdue' })
  const question = page.getByRole('alertdialog').filter({ hasText: '{{days}}' })
  await page.keyboard.press('Control+Shift+Enter')
  await question.waitFor()
  await question.getByRole('button', { name: say('common:cancel') }).click()
  await question.waitFor({ state: 'detached' })
  expect((await french())?.target.state).toBe('translated')
  await box(page).click()
  await page.keyboard.press('Control+Shift+Enter')
  await question.getByRole('button', { name: say('review:failing.approve_one') }).click()
  await until(async () => expect((await french())?.target.state).toBe('reviewed'))
})

test('a suggestion is accepted by keyboard, attributed to its author, and undone', async () => {
  const page = await visitQueue()
  await moveTo(page, 'overdue')
  await open(page).getByText(say('review:fixesCheck')).waitFor()
  await page.keyboard.press('a')
  await page
    .getByText(say('review:approved_one', { count: 1 }))
    .first()
    .waitFor()
  expect(await textOf('overdue')).toMatchObject({
    forms: { other: 'Diese Rechnung ist seit {{days}} Tagen überfällig.' },
    state: 'reviewed',
    actor: { id: ines },
  })
  await until(async () =>
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-item'))).toBe(true),
  )
  await page.keyboard.press('u')
  await until(async () =>
    expect((await textOf('overdue')).forms.other).toBe('Diese Rechnung ist überfällig.'),
  )
})

test('several texts are approved together, and the focus stays in the list', async () => {
  const page = await visitQueue()
  await page.keyboard.press('x')
  const first = await openKey(page)
  await page.keyboard.press('Shift+ArrowDown')
  const second = await openKey(page)
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  for (const name of [first, second])
    await until(async () => expect((await textOf(name ?? '')).state).toBe('reviewed'))
  await until(async () => expect([first, second]).not.toContain(await openKey(page)))
  expect(await page.evaluate(() => document.activeElement?.closest('ol') !== null)).toBe(true)
})

test('a text is rejected with a reason, and another is edited in place', async () => {
  const page = await visitQueue()
  await moveTo(page, 'slot')
  const rejected = (await textOf('slot')).forms.other ?? ''
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('review:reason.style')).click()
  await dialog.getByRole('textbox').first().fill('Too long')
  await dialog.getByRole('button', { name: say('review:rejectDialog.propose') }).click()
  // The field has the focus, and what is rejected stays in view.
  await dialog
    .getByRole('region', { name: say('review:rejectDialog.wording') })
    .getByRole('textbox')
    .waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Wann sollen wir liefern?')
  await dialog.getByText(rejected).first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog.waitFor({ state: 'detached' })
  await until(async () => expect((await textOf('slot')).state).toBe('draft'))
  type Rejected = { rejections: { proposed: { other: string } | null }[] }
  const { rejections } = await story.api<Rejected>(
    'GET',
    `/projects/shop/keys/${(await textOf('slot')).keyId}/translations/de/suggestions`,
  )
  expect(rejections[0]?.proposed?.other).toBe('Wann sollen wir liefern?')
  await moveTo(page, 'many')
  await page.keyboard.press('e')
  await open(page).getByRole('textbox').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Sehr viele')
  await page.keyboard.press('ControlOrMeta+Enter')
  await until(async () => expect((await textOf('many')).forms.other).toBe('Sehr viele'))
  expect((await textOf('many')).state).toBe('reviewed')
})

test('the queue is searched, and what is typed into a text outlives the page', async () => {
  const page = await visitQueue()
  await page.keyboard.press('/')
  await page.keyboard.type('später')
  await until(async () => expect(await rows(page).count()).toBe(1))
  await page.keyboard.press('Escape')
  await until(async () => expect(await rows(page).count()).toBeGreaterThan(1))
  await moveTo(page, 'secure')
  await page.keyboard.press('e')
  await page.keyboard.type(' Ja.')
  await page.keyboard.press('Escape')
  expect((await textOf('secure')).forms.other).toBe('Ihre Karte bleibt bei Ihrer Bank.')
  await page.reload()
  await rows(page).first().waitFor()
  await moveTo(page, 'secure')
  await page.keyboard.press('e')
  await until(async () =>
    expect(await open(page).getByRole('textbox').innerText()).toBe('Ihre Karte bleibt bei Ihrer Bank. Ja.'),
  )
  await open(page)
    .getByRole('button', { name: say('review:draft.discard') })
    .click()
  await page.keyboard.press('e')
  await until(async () =>
    expect(await open(page).getByRole('textbox').innerText()).toBe('Ihre Karte bleibt bei Ihrer Bank.'),
  )
})

test('the fields of the editor check what is typed, insert placeholders, and ask before approving', async () => {
  const page = await visitQueue()
  await moveTo(page, 'overdue')
  await page.keyboard.press('e')
  await open(page).getByRole('textbox').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Überfällig seit ')
  await open(page).getByText('{{days}}', { exact: false }).first().waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: say('review:failing.keep') }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open(page).getByRole('textbox').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Alt+i')
  await page.keyboard.press('1')
  await until(async () =>
    expect(await open(page).getByRole('textbox').innerText()).toContain('seit {{days}}'),
  )
  await open(page)
    .getByRole('button', { name: say('review:draft.discard') })
    .click()
  await until(async () =>
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-item'))).toBe(true),
  )
})

test('kind, author and words are in the URL, and survive a reload', async () => {
  const page = await story.visit('/p/shop/review/de?kind=new&q=Ihre')
  await until(async () => expect(await rows(page).count()).toBeGreaterThan(0))
  await page.getByRole('button', { name: new RegExp(`^${say('review:all')}`) }).click()
  await page.waitForURL((url) => !url.searchParams.has('kind') && url.searchParams.get('q') === 'Ihre')
  await page.reload()
  await rows(page).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('is:failing')
  await page.waitForURL((url) => url.searchParams.get('q') === 'is:failing')
})

test('Escape in the comment box returns to the open item', async () => {
  const page = await visitQueue()
  await page.getByRole('complementary').getByRole('textbox').waitFor()
  await page.keyboard.press('c')
  await until(async () => expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA'))
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('true')
})

test('on phones the comments are a sheet', async () => {
  const page = await visitQueue({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await open(page)
    .getByRole('button', { name: say('review:comments') })
    .click()
  await page
    .getByRole('dialog', { name: say('review:comments') })
    .getByRole('textbox')
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
})

test('an empty queue shows where something is waiting', async () => {
  const page = await story.visit('/p/shop/review/ar')
  await page.getByText(say('review:empty.title', { language: 'العربية' })).waitFor()
  await page.getByRole('button', { name: say('review:empty.open', { language: 'Deutsch' }) }).click()
  await page.waitForURL('**/p/shop/review/de')
})

test('people who cannot save suggest: their suggestion is shown next to the string, and they cannot decide on it', async () => {
  const page = await story.visit('/projects')
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: session })))
  await openString(page, { project: 'shop', language: 'de', key: 'hello' })
  expect(await page.getByRole('button', { name: say('translations:save.next') }).count()).toBe(0)
  await page.getByRole('button', { name: say('translations:save.suggest'), exact: false }).waitFor()
  await typeText(page, 'Guten Tag')
  // Typed text is a draft in this browser until it is sent
  await page.reload()
  await until(async () => expect(await box(page).innerText()).toBe('Guten Tag'))
  await box(page).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page
    .getByText(say('translations:save.suggested', { key: 'hello' }))
    .first()
    .waitFor()
  expect((await textOf('hello')).forms.other).toBe('Hallo')
  await page.getByRole('tab', { name: say('translations:side.suggestions') }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByText('Guten Tag').waitFor()
  const accept = panel.getByRole('button', { name: say('review:accept'), exact: true })
  expect(await accept.getAttribute('aria-disabled')).toBe('true')
  await panel.getByRole('button', { name: say('translations:suggestions.withdraw') }).click()
  await panel.getByText(say('translations:suggestions.nothing')).waitFor()
})

test('if people cannot review their own texts, their text shows the reason', async () => {
  const settings = await story.visit('/p/shop/settings')
  await settings.getByText(say('settings:reviewOthers')).click()
  await settings.getByText(say('settings:saved')).first().waitFor()
  const query = new URLSearchParams({ language: 'de', q: 'key:later' })
  type Found = { key: { id: number }; target: { version: number } }
  const { rows: found } = await story.api<{ rows: Found[] }>('GET', `/projects/shop/translations?${query}`)
  await story.api('PUT', `/projects/shop/keys/${found[0]?.key.id}/translations/de`, {
    forms: { other: 'Später bezahlen' },
    baseVersion: found[0]?.target.version,
  })
  const page = await visitQueue()
  await moveTo(page, 'later')
  const approve = open(page).getByRole('button', { name: say('review:approve'), exact: true })
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('a')
  await page
    .getByRole('alertdialog')
    .filter({ hasText: say('failures:reason.own-work') })
    .waitFor()
  expect((await textOf('later')).state).toBe('translated')
})
