import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOfFormat } from '../packages/core/src/format-names.ts'
import { axeProblems, closeProfiles, JOB_DEADLINE_MS, openBrowser, openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { type Product, startProduct } from './product.ts'
import { listenForComplaints, until } from './story.ts'

/**
 * Projects over folders in formats other than JSON: detected automatically, specified by a dragoman.json, and
 * corrected by a person.
 */

let product: Product
let browser: Browser
let page: Page
const complaints: string[] = []
const folders: LocaleFolder[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const context = await openContext(browser, { baseURL: product.origin })
  listenForComplaints(context, complaints)
  page = await context.newPage()
  await page.goto(product.address)
  await page.getByLabel(say('session:name')).fill('Mara')
  await page.getByLabel(say('session:password'), { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: say('session:setUp') }).click()
  await page.waitForURL(/\/p\/[\w-]+\/overview$/)
})
afterAll(async () => {
  for (const folder of folders) folder.remove()
  if (browser) await closeProfiles(browser)
  await product?.stop()
})

function folderWith(files: Readonly<Record<string, string>>): LocaleFolder {
  const folder = makeLocaleFolder(files)
  folders.push(folder)
  return folder
}

async function lookInto(folder: LocaleFolder, name: string): Promise<void> {
  await page.goto('/projects')
  await page
    .getByRole('button', { name: say('projects:new') })
    .first()
    .click()
  await page.getByLabel(say('projects:name'), { exact: true }).fill(name)
  await page.getByLabel(say('projects:folder')).fill(folder.folder)
  await page.getByRole('button', { name: say('projects:inspect') }).click()
}

async function make(): Promise<void> {
  await page.getByRole('button', { name: say('projects:create') }).click()
  await page.waitForURL(/\/p\/[\w-]+\/overview$/)
  await untilRead()
}

/** Waits until the server has imported the folders of the open project. */
async function untilRead(): Promise<void> {
  const [, slug] = /\/p\/([\w-]+)\//.exec(page.url()) ?? []
  await until(async () => {
    const { jobs } = await (await page.request.get(`/api/projects/${slug}/jobs`)).json()
    expect(jobs.filter((job: { endedAt: string | null }) => job.endedAt === null)).toEqual([])
  }, JOB_DEADLINE_MS)
}

async function seeTranslation(address: string, source: string, target: string): Promise<void> {
  await page.goto(`/p/${address}?q=key:title`)
  await untilRead()
  await page.getByText(source, { exact: true }).first().waitFor()
  await page.getByText(target, { exact: true }).first().waitFor()
}

const strings = (text: string) => `<resources>\n    <string name="title">${text}</string>\n</resources>\n`

test('an Android app is detected by its folders and first lines', async () => {
  const folder = folderWith({
    'app/src/main/res/values/strings.xml': strings('Shop'),
    'app/src/main/res/values/colors.xml': '<resources>\n    <color name="red">#f00</color>\n</resources>\n',
    'app/src/main/res/values-pt-rBR/strings.xml': strings('Loja'),
    'app/src/main/res/values-night/strings.xml': strings('Night'),
  })
  await lookInto(folder, 'Android')
  await page.getByText('app/src/main/res/values{-lng=en}/strings.xml', { exact: true }).waitFor()
  await page.getByText(nameOfFormat('android-xml'), { exact: true }).waitFor()
  await page.getByText(say('formats:reason.android-resources')).waitFor()
  await make()
  await seeTranslation('android/translate/pt-BR', 'Shop', 'Loja')
})

test('dragoman.json specifies what cannot be guessed', async () => {
  const folder = folderWith({
    'texts/main.en.json': '{ "title": "Shop" }\n',
    'texts/main.cn.json': '{ "title": "商店" }\n',
    'dragoman.json':
      '{ "sourceLanguage": "en", "files": [{ "pattern": "texts/main.{lng}.json", "format": "json", "languages": { "zh-Hans": "cn" } }] }\n',
  })
  await lookInto(folder, 'Configured')
  await page.getByText(say('formats:reason.configured')).waitFor()
  await make()
  await seeTranslation('configured/translate/zh-Hans', 'Shop', '商店')
})

test('a person chooses another format, which is saved in dragoman.json', async () => {
  const folder = folderWith({
    'lang/en.json': '{ "title": "Shop" }\n',
    'lang/de.json': '{ "title": "Laden" }\n',
  })
  await lookInto(folder, 'Corrected')
  await page.getByText(say('formats:reason.plain-json')).waitFor()
  await page.getByRole('button', { name: say('formats:folder.format') }).click()
  await page.getByRole('option', { name: nameOfFormat('vue-i18n-json') }).click()
  await page.getByText(say('formats:folder.remember')).click()
  await make()
  await until(() => {
    expect(JSON.parse(folder.read('dragoman.json'))).toEqual({
      sourceLanguage: 'en',
      files: [{ pattern: 'lang/{lng}.json', format: 'vue-i18n-json' }],
    })
  })
  expect(folder.git('status', '--porcelain').trim()).toBe('?? dragoman.json')
})

test('a folder connected to an empty project can be read in another format too', async () => {
  const folder = folderWith({
    'lang/en.json': '{ "title": "Shop" }\n',
    'lang/de.json': '{ "title": "Laden" }\n',
  })
  await page.goto('/projects')
  await page
    .getByRole('button', { name: say('projects:new') })
    .first()
    .click()
  await page.getByLabel(say('projects:name'), { exact: true }).fill('Connected')
  await make()
  await page.goto('/p/connected/files')
  await page
    .getByRole('button', { name: say('files:connectSource') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: say('files:connect') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('files:folder')).fill(folder.folder)
  await dialog.getByRole('button', { name: say('files:inspect') }).click()
  await dialog.getByRole('button', { name: say('formats:folder.format') }).click()
  await page.getByRole('option', { name: nameOfFormat('icu-json') }).click()
  await dialog.getByRole('button', { name: say('files:connectDo'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await untilRead()
  await page.goto('/p/connected/settings')
  await page.getByRole('button', { name: 'ICU' }).waitFor()
  await seeTranslation('connected/translate/de', 'Shop', 'Laden')
})

test('a large folder is imported while its page is left and reloaded, shows its progress, and is cancelled without a trace', {
  timeout: 2 * JOB_DEADLINE_MS,
}, async () => {
  const kept = ['en', 'de', 'fr']
  // Four times as much as is imported to the end, so that even a fast machine is still importing when
  // "Cancel" is pressed.
  const removed = ['ar', 'cs', 'da', 'es', 'fi', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'tr']
  const folder = folderWith(
    Object.fromEntries(
      [...kept, ...removed].flatMap((language) =>
        Array.from({ length: 40 }, (_, part) => [
          `lang/${language}/part${part}.json`,
          largeFile(language, part),
        ]),
      ),
    ),
  )
  await lookInto(folder, 'Large')
  await page.getByRole('button', { name: say('projects:create') }).click()
  await page.waitForURL(/\/p\/large\/overview$/)
  const progress = page.getByRole('main').getByText(/^\d+ of (120|600)/)
  await progress.waitFor()
  expect(await page.getByText(say('overview:noStrings')).count()).toBe(0)
  await page.reload()
  await progress.waitFor()

  await page.goto('/p/large/files')
  await progress.waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: say('common:cancel') })
    .click()
  await page.getByText(say('status:job.cancelledEmpty')).first().waitFor()
  await page.getByText(say('files:none')).waitFor()
  expect(folder.git('status', '--porcelain').trim()).toBe('')

  folder.git('rm', '-r', '--quiet', ...removed.map((language) => `lang/${language}`))
  await page
    .getByRole('button', { name: say('files:connectSource') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: say('files:connect') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('files:folder')).fill(folder.folder)
  await dialog.getByRole('button', { name: say('files:inspect') }).click()
  await dialog.getByRole('button', { name: say('files:connectDo'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await progress.waitFor()
  // The notice of the end stays for some seconds only: it is awaited meanwhile
  const [problems] = await Promise.all([
    axeProblems(page),
    page
      .getByText(/12,000 new keys/)
      .first()
      .waitFor({ timeout: JOB_DEADLINE_MS }),
  ])
  expect(problems).toEqual([])
  await page.goto('/p/large/overview')
  await page
    .getByText(/12,000 strings/)
    .first()
    .waitFor()
})

test('several projects of one repository are created together, except for deselected ones', async () => {
  const folder = folderWith({
    'web/locales/en/app.json': '{ "title": "Shop" }\n',
    'web/locales/de/app.json': '{ "title": "Laden" }\n',
    'web/locales/pl/app.json': '{ "title": "Sklep" }\n',
    'mobile/app/src/main/res/values/strings.xml': strings('Till'),
    'mobile/app/src/main/res/values-de/strings.xml': strings('Kasse'),
    'legal/FR.json': '{ "title": "Mentions" }\n',
    'docs/po/de.po': 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "title"\nmsgstr "Titel"\n',
  })
  await lookInto(folder, 'Acme')
  const found = page.getByRole('group', { name: say('projects:found_other', { count: 3 }) })
  const boxes = found.getByRole('checkbox')
  await found.waitFor()
  expect(await boxes.count()).toBe(3)
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true)
  await found.getByText('Acme (mobile/app/src/main/res)', { exact: true }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await found.getByRole('button', { name: say('projects:foundDeselect') }).click()
  await page.getByRole('button', { name: say('projects:create'), exact: true }).click()
  await found.getByText(say('projects:foundNone')).waitFor()
  await found.getByRole('button', { name: say('projects:foundSelect') }).click()
  await boxes.nth(2).focus()
  await page.keyboard.press('Space')
  expect(await boxes.nth(2).isChecked()).toBe(false)
  await page.getByRole('button', { name: say('projects:createSeveral_other', { count: 2 }) }).click()
  await page.getByText(say('projects:createdSeveral_other', { count: 2 })).waitFor()
  await page.getByRole('link', { name: 'Acme (mobile/app/src/main/res)' }).waitFor()
  await seeTranslation('acme/translate/de', 'Shop', 'Laden')
  await seeTranslation('acme-mobile-app-src-main-res/translate/de', 'Till', 'Kasse')

  await page.goto('/p/acme/files')
  const leftOut = page.getByRole('region', { name: say('files:leftOut') })
  await leftOut.getByText('legal/FR.json', { exact: true }).waitFor()
  await leftOut.getByText(say('issues:other-place')).waitFor()
  expect(await axeProblems(page)).toEqual([])

  // Existing projects cannot be chosen; the remaining one has its own settings.
  await lookInto(folder, 'Guide')
  await page.getByText(say('projects:foundConnected')).first().waitFor()
  expect(await boxes.evaluateAll((all) => all.map((box) => box.matches(':disabled')))).toEqual([
    true,
    true,
    false,
  ])
  await page.getByText(nameOfFormat('gettext-po'), { exact: true }).waitFor()
  await make()
  await seeTranslation('guide/translate/de', 'title', 'Titel')
})

test('an error in dragoman.json is reported with its line and column', async () => {
  const folder = folderWith({
    'lang/en.json': '{ "a": "b" }\n',
    'dragoman.json': '{\n  "sourceLanguage": "english"\n}\n',
  })
  await lookInto(folder, 'Mistaken')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toContain('line 2, column 21')
})

test('no page reported errors', () => {
  expect(complaints).toEqual([])
})

function largeFile(language: string, part: number): string {
  const texts = Array.from({ length: 300 }, (_, key) => [
    `key${key}`,
    `${language} text ${key} of part ${part}, as long as most are`,
  ])
  return JSON.stringify(Object.fromEntries(texts), null, 2)
}
