import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, openStore, projectBySlug, putMembership } from '../packages/store/src/index.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** A manager changes permissions by keyboard; the screen is correct in every theme and direction. */

let story: Story
let locales: LocaleFolder
const PEOPLE = [
  ['Amara Lindqvist', 'manager', null],
  ['Jonas Weber', 'translator', ['fr']],
  ['Sam Okafor', 'developer', null],
] as const

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
    'locales/fr/shop.json': json({ hello: 'Bonjour' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Acme Shop', sourceLanguage: 'en', folder: locales.folder })
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  await store.write(async (w) => {
    const projectId = (await projectBySlug(w, 'shop'))?.id ?? 0
    for (const [name, role, languages] of PEOPLE) {
      const user = await createMember(w, { name, passwordHash: null, at: new Date().toISOString() })
      const rights = { role, languages: languages && new Set(languages), namespaces: null }
      await putMembership(w, { userId: user.id, projectId }, rights)
    }
  })
  await store.close()
  await story.restart('SIGKILL')
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const rightsOf = async (name: string) => {
  type Rights = {
    role: string
    languages: string[] | null
    grants?: { role: string; languages: string[] | null }[]
  }
  type Listed = { members: { name: string; rights: Rights | null }[] }
  const { members } = await story.api<Listed>('GET', '/projects/shop/members')
  return members.find((member) => member.name === name)?.rights
}

test('a list without groups differs from a search that no one matches', async () => {
  const page = await story.visit('/p/shop/members?tab=group')
  await page.getByRole('heading', { name: say('members:none.group') }).waitFor()
  await page.getByLabel(say('members:find')).fill('nobody')
  await page.getByRole('heading', { name: say('members:nobodyFound') }).waitFor()
  await page.close()
})

test('Space grants a language, Undo reverts it, Enter explains why', async () => {
  const page = await story.visit('/p/shop/members')
  const jonas = page.getByRole('row', { name: /Jonas Weber/ })
  const german = jonas.getByRole('gridcell', { name: `Deutsch: ${say('members:shape.read')}` })
  await german.focus()
  await page.keyboard.press('Space')
  await until(async () => (await rightsOf('Jonas Weber'))?.languages?.includes('de'))
  const added = say('members:did.languagesAdded', { languages: 'German', name: 'Jonas Weber' })
  await page.getByText(added).first().waitFor()
  await page.getByRole('button', { name: say('members:undo') }).click()
  await until(async () => (await rightsOf('Jonas Weber'))?.languages?.join() === 'fr')
  await german.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: say('members:explain') }).waitFor()
  await page.getByText(say('members:no'), { exact: true }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})

test('a click in a cell opens the answer and changes nothing; a developer becomes a translator of German too', async () => {
  const page = await story.visit('/p/shop/members')
  const sam = page.getByRole('row', { name: /Sam Okafor/ })
  await sam.getByRole('gridcell', { name: `Deutsch: ${say('members:shape.read')}` }).click()
  const dialog = page.getByRole('dialog', { name: say('members:explain') })
  expect(await rightsOf('Sam Okafor')).toEqual({ role: 'developer', languages: null, namespaces: null })
  const help = say('members:help.alsoIn', { role: say('members:roles.translator'), where: 'German' })
  await dialog.getByRole('button', { name: help }).click()
  await sam.getByRole('gridcell', { name: `Deutsch: ${say('members:shape.translate')}` }).waitFor()
  const german = { role: 'translator', languages: ['de'], namespaces: null }
  expect((await rightsOf('Sam Okafor'))?.grants).toEqual([german])
  const roles = `${say('members:roles.developer')}, ${say('members:roles.translator')}`
  await sam.getByRole('button', { name: new RegExp(roles) }).click()
  await page.getByRole('menuitemradio', { name: say('members:several.open') }).click()
  await page.getByRole('dialog').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})

test('an invitation is accepted by its link; the new member leaves again', async () => {
  const page = await story.visit('/p/shop/members')
  await page.getByRole('button', { name: say('members:invitePeople') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('members:invite.link') }).click()
  await dialog.getByText(say('members:needsLanguage')).waitFor()
  await dialog.getByText(say('members:allLanguages'), { exact: true }).click()
  await dialog.getByLabel(say('members:invite.note')).fill('Piotr')
  await dialog.getByRole('button', { name: say('members:invite.link') }).click()
  const link = (await dialog.locator('pre').innerText()).trim()
  expect(await axeProblems(page)).toEqual([])
  await page.close()

  const guest = await story.visit('/p/shop/members')
  await guest.context().clearCookies()
  await guest.goto(link)
  await guest.getByLabel(say('invitation:name')).fill('Piotr Zieliński')
  await guest.locator('input[type=password]').fill('a long enough password')
  await guest.getByRole('button', { name: say('invitation:createAndJoin') }).click()
  await guest.waitForURL('**/p/shop/**')
  expect((await rightsOf('Piotr Zieliński'))?.role).toBe('translator')
  await guest.goto('/p/shop/members')
  await guest.getByRole('button', { name: say('members:leave.open') }).click()
  const question = guest.getByRole('alertdialog')
  expect(await axeProblems(guest)).toEqual([])
  await question.getByRole('button', { name: say('members:leave.leave'), exact: true }).click()
  await guest.waitForURL('**/projects')
  expect(await rightsOf('Piotr Zieliński')).toBeUndefined()
  await guest.close()
})

test('the secret of a token is shown once, and revoking the token ends its access', async () => {
  const page = await story.visit('/p/shop/members')
  const tab = page.getByRole('tab', { name: new RegExp(`^${say('members:tabs.token')}`) })
  await tab.click()
  // The list is in the URL: it is there again after a reload, and Back leaves it.
  await page.waitForURL(/members\?tab=token$/)
  await page.reload()
  await tab.and(page.locator('[aria-selected=true]')).waitFor()
  await page
    .getByRole('button', { name: say('members:token.create') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('members:token.name')).fill('CI, main branch')
  const deliver = dialog.getByRole('checkbox', { name: new RegExp(`^${say('members:scopes.deliver')}`) })
  await deliver.focus()
  await page.keyboard.press('Space')
  await dialog.getByText(say('members:allChannels')).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: say('members:token.create') }).click()
  const secret = (await page.getByRole('status').locator('pre').innerText()).trim()
  expect(await axeProblems(page)).toEqual([])
  const status = async () =>
    (
      await fetch(`${story.product.origin}/api/projects/shop`, {
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status
  expect(await status()).toBe(200)
  await page.getByRole('button', { name: say('members:token.dismiss') }).click()
  expect(await page.getByText(secret).count()).toBe(0)
  await page
    .getByRole('button', { name: say('members:token.revokeNamed', { name: 'CI, main branch' }) })
    .click()
  const question = page.getByRole('alertdialog', {
    name: say('members:token.revokeAsked', { name: 'CI, main branch' }),
  })
  expect(await status()).toBe(200)
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: say('members:token.revokeAct') }).click()
  await page.getByText(say('members:token.none')).waitFor()
  expect(await status()).toBe(401)
  await page.close()
})

test('why a visitor cannot read, and the change that helps: sharing the project', async () => {
  const status = async () => (await fetch(`${story.product.origin}/api/projects/shop`)).status
  expect(await status()).not.toBe(200)
  const page = await story.visit('/p/shop/members')
  await page.getByRole('button', { name: say('members:explain') }).click()
  const dialog = page.getByRole('dialog', { name: say('members:explain') })
  await dialog.getByRole('button', { name: new RegExp(say('members:ask.who')) }).click()
  await page.getByRole('option', { name: say('members:visitor') }).click()
  await dialog.getByRole('button', { name: new RegExp(`${say('members:ask.action')}$`) }).click()
  await page.getByRole('option', { name: say('members:asked.project-read') }).click()
  await dialog.getByText(say('members:no'), { exact: true }).waitFor()
  await dialog.getByRole('button', { name: say('members:help.share-reader') }).click()
  const question = page.getByRole('alertdialog')
  expect(await status()).not.toBe(200)
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: say('settings:sharing.act') }).click()
  await page.getByText(say('members:shared')).first().waitFor()
  expect(await status()).toBe(200)
  await page.close()
})

test('a removal is undone later from the audit log, which says what happened in a sentence', async () => {
  const { members } = await story.api<{ members: { name: string; who: string; version: number }[] }>(
    'GET',
    '/projects/shop/members',
  )
  const { who, version } = members.find(({ name }) => name === 'Jonas Weber') ?? { who: '', version: 0 }
  await story.api('POST', '/projects/shop/members', {
    changes: [{ who, baseVersion: version, rights: null }],
  })
  expect(await rightsOf('Jonas Weber')).toBeUndefined()
  const page = await story.visit('/p/shop/audit')
  const shared = say('audit:said.shared-everyone-reader', { actor: 'Mara', project: 'Acme Shop' })
  await page.getByText(shared).waitFor()
  const removed = say('audit:said.rights', {
    actor: 'Mara',
    change: say('members:did.removed', { name: 'Jonas Weber' }),
  })
  await page.getByRole('button', { name: say('audit:undoNamed', { sentence: removed }) }).click()
  await until(async () => (await rightsOf('Jonas Weber'))?.languages?.join() === 'fr')
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})

test('translations from files are marked as reviewed in Settings, and undone in one step', async () => {
  const page = await story.visit('/p/shop/settings')
  await page.getByRole('button', { name: say('settings:imported.open') }).click()
  const question = page.getByRole('alertdialog')
  expect(await axeProblems(page)).toEqual([])
  await question.getByRole('button', { name: say('settings:imported.do_other', { count: '2' }) }).click()
  type Overview = { languages: { tag: string; counts: { reviewed: number } }[] }
  const reviewed = async () =>
    (await story.api<Overview>('GET', '/projects/shop/overview')).languages
      .filter(({ tag }) => tag !== 'en')
      .reduce((sum, { counts }) => sum + counts.reviewed, 0)
  await until(async () => (await reviewed()) === 2)
  type Jobs = { jobs: { kind: string; state: string }[] }
  // While the job runs, its operation is not complete and cannot be undone.
  await until(async () => {
    const { jobs } = await story.api<Jobs>('GET', '/projects/shop/jobs')
    return jobs.find(({ kind }) => kind === 'review-imported')?.state === 'done'
  })
  type Operations = { operations: { id: number; kind: string }[] }
  const { operations } = await story.api<Operations>('GET', '/projects/shop/operations')
  const id = operations.find(({ kind }) => kind === 'review')?.id
  await story.api('POST', `/projects/shop/operations/${id}/undo`, { keepNewer: false })
  await until(async () => (await reviewed()) === 0)
  await page.close()
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

test.each(LOOKS)('axe finds no problems: %s', async (name, options) => {
  const page = await story.visit('/p/shop/members', options)
  await page.getByRole('grid').waitFor()
  await page.getByText('Jonas Weber').waitFor()
  if (process.env.DRAGOMAN_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/members-${name}.png` })
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})

test('rows have one height, and filters one line', async () => {
  const page = await story.visit('/p/shop/members')
  await page.getByText('Jonas Weber').waitFor()
  const heights = await page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(2)
  expect(new Set(heights).size).toBe(1)
  const tops = await page
    .locator('main')
    .getByRole('button', {
      name: new RegExp(`^(${say('members:anyOf.role')}|${say('members:anyOf.language')})`),
    })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(tops).toHaveLength(2)
  expect(new Set(tops).size).toBe(1)
  await page.close()
})

test('on phones the languages of a person are below the name', async () => {
  const page = await story.visit('/p/shop/members', { viewport: { width: 390, height: 844 } })
  const row = page.getByRole('row', { name: /Jonas Weber/ })
  const [name, language] = [row.getByText('Jonas Weber'), row.getByText(/French|Français/)]
  const [above, below] = [await name.boundingBox(), await language.first().boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? 0)
  await page.close()
})
