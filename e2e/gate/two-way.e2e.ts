import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { say } from '../interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from '../locale-folder.ts'
import {
  beginStory,
  box,
  changeBothSides,
  makeProject,
  openString,
  type Story,
  typeText,
  until,
  untilSaved,
} from '../story.ts'

/** A folder and a browser change the same strings (docs/specification.md: one way through, both ways). */

const ENGLISH = {
  cart: { title: 'Your cart', pay: 'Pay now', empty: 'Nothing here yet', note: 'Gift note' },
  greeting: 'Good morning, {{name}}',
}
const GERMAN = {
  cart: { title: 'Dein Warenkorb', pay: 'Jetzt zahlen', empty: 'Noch nichts hier', note: 'Grußkarte' },
  greeting: 'Guten Morgen, {{name}}',
}
const FILE = 'locales/de/shop.json'
/** The missing comma is noticed where the next name starts. */
const LINE = /Line 5, column \d+/

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({ 'locales/en/shop.json': json(ENGLISH), [FILE]: json(GERMAN) })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

/** Changes one line on disk, as another program would. */
const changeOnDisk = (from: string, to: string) => {
  const before = locales.read(FILE)
  expect(before).toContain(from)
  locales.write(FILE, before.replace(from, to))
}

test('a change on disk is in the open browser without a reload', async () => {
  const page = await story.visit()
  await openString(page, { project: 'shop', language: 'de', key: 'cart.title' })
  changeOnDisk('Dein Warenkorb', 'Ihr Warenkorb')
  await box(page).filter({ hasText: 'Ihr Warenkorb' }).waitFor()
  await page.getByRole('listbox').getByText('Ihr Warenkorb').first().waitFor()
})

test('different keys changed on both sides are merged automatically', async () => {
  const page = await story.visit()
  await openString(page, { project: 'shop', language: 'de', key: 'cart.pay' })
  await typeText(page, 'Jetzt bezahlen')
  changeOnDisk('Noch nichts hier', 'Hier ist noch nichts')
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)
  await until(() => {
    expect(JSON.parse(locales.read(FILE)).cart).toMatchObject({
      pay: 'Jetzt bezahlen',
      empty: 'Hier ist noch nichts',
    })
  })
  await openString(page, { project: 'shop', language: 'de', key: 'cart.empty' })
  await box(page).filter({ hasText: 'Hier ist noch nichts' }).waitFor()
  expect(await story.api<{ total: number }>('GET', '/projects/shop/files/conflicts')).toMatchObject({
    total: 0,
  })
})

describe('the same key changed on both sides', () => {
  async function conflict(from: string, ours: string, theirs: string): Promise<void> {
    const { keys } = await findKey(from)
    await changeBothSides(story, {
      project: 'shop',
      locales,
      file: FILE,
      change: (text) => text.replace(from, theirs),
      save: () =>
        story.api('PUT', `/projects/shop/keys/${keys.id}/translations/de`, {
          forms: { other: ours },
          baseVersion: keys.version,
        }),
    })
    expect(await story.api('GET', '/projects/shop/files/conflicts')).toMatchObject({ total: 1 })
  }
  async function findKey(text: string) {
    type Page = { rows: { key: { id: number }; target: { version: number; forms: { other?: string } } }[] }
    const { rows } = await story.api<Page>('GET', '/projects/shop/translations?language=de')
    const row = rows.find(({ target }) => target.forms.other === text)
    return { keys: { id: row?.key.id, version: row?.target.version } }
  }

  test.each([
    ['1', 'Nur gucken', 'Bloß schauen'],
    ['2', 'Schöne Karte', 'Feine Karte'],
  ])('becomes a conflict that the Files screen resolves with %s', async (digit, ours, theirs) => {
    const from = digit === '1' ? 'Hier ist noch nichts' : 'Grußkarte'
    await conflict(from, ours, theirs)
    expect(locales.read(FILE)).toContain(theirs)
    const page = await story.visit('/p/shop/files')
    await page.getByRole('region', { name: say('files:conflictGroup') }).waitFor()
    await page.keyboard.press(digit)
    await page.getByText(say('files:resolved')).first().waitFor()
    const choice = digit === '1' ? theirs : ours
    await until(() => expect(locales.read(FILE)).toContain(`"${choice}"`))
    await until(async () =>
      expect(await story.api('GET', '/projects/shop/files/conflicts')).toMatchObject({ total: 0 }),
    )
    expect((await findKey(choice)).keys.id).toBeDefined()
  })

  test('changes that do not overlap can be combined', async () => {
    await conflict('Guten Morgen, {{name}}', 'Guten Morgen, liebe {{name}}', 'Schönen Morgen, {{name}}')
    const page = await story.visit('/p/shop/files')
    await page.getByRole('region', { name: say('files:conflictGroup') }).waitFor()
    await page.keyboard.press('3')
    await until(() => expect(locales.read(FILE)).toContain('"Schönen Morgen, liebe {{name}}"'))
  })
})

test("an unreadable file is shown with the error's position, left alone, and recovers", async () => {
  const good = locales.read(FILE)
  const broken = good.replace(/("pay": "[^"]*"),/, '$1')
  const page = await story.visit('/p/shop/files')
  locales.write(FILE, broken)
  await page.getByText(LINE).waitFor()
  expect(locales.read(FILE)).toBe(broken)

  // Meanwhile work continues; saved texts wait for the file
  await openString(page, { project: 'shop', language: 'de', key: 'cart.title' })
  await typeText(page, 'Unser Warenkorb')
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)
  expect(locales.read(FILE)).toBe(broken)

  await page.goto('/p/shop/files')
  await page.getByText(LINE).waitFor()
  locales.write(FILE, good)
  await page.getByText(LINE).waitFor({ state: 'detached' })
  await until(() => expect(JSON.parse(locales.read(FILE)).cart.title).toBe('Unser Warenkorb'))
})
