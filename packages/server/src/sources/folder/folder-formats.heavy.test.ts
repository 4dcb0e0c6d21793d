import { api, type EditorRowReply } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../../test/folder-project.ts'
import { eventually } from '../../../test/test-server.ts'

// Files of formats other than i18next's: native plurals, two languages in a file, many languages in a file,
// states, comments.

let project: FolderProject | null = null
afterEach(async () => {
  await project?.test.close()
  project = null
})

async function open(files: Readonly<Record<string, string>>): Promise<FolderProject> {
  project = await folderProject(files)
  return project
}

async function rowsIn(
  { test: server, params }: FolderProject,
  language: string,
): Promise<ReadonlyMap<string, EditorRowReply>> {
  const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 100 } })
  return new Map(rows.map((row) => [row.key.name, row]))
}

async function textsIn(of: FolderProject, language: string): Promise<Readonly<Record<string, unknown>>> {
  return Object.fromEntries([...(await rowsIn(of, language))].map(([name, row]) => [name, row.target.forms]))
}

async function save(
  of: FolderProject,
  language: string,
  name: string,
  forms: Readonly<Record<string, string>>,
  state?: 'draft' | 'reviewed',
) {
  const row = (await rowsIn(of, language)).get(name)
  if (row === undefined) throw new Error(`No key ${name}`)
  await of.test.call(api.translations.save, {
    params: { ...of.params, key: row.key.id, language },
    body: { forms, baseVersion: row.target.version, ...(state ? { state } : {}) },
  })
}

/** Returns the file once its content has changed. */
async function changed({ read }: FolderProject, path: string, before: string): Promise<string> {
  return eventually(async () => {
    const now = await read(path)
    return now !== before && now
  })
}

describe('gettext', () => {
  const POT = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#. Shown above the cart
msgid "Your cart"
msgstr ""

msgid "%d item"
msgid_plural "%d items"
msgstr[0] ""
msgstr[1] ""
`
  const DE = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#, fuzzy
msgid "Your cart"
msgstr "Ihr Wagen"

msgid "%d item"
msgid_plural "%d items"
msgstr[0] "%d Artikel"
msgstr[1] "%d Artikel"
`

  test('the template has the texts to translate, fuzzy is a draft, and a translation removes the mark', async () => {
    const shop = await open({ 'po/shop.pot': POT, 'po/de.po': DE })
    expect(await textsIn(shop, 'en')).toEqual({
      'Your cart': { other: 'Your cart' },
      '%d item': { one: '%d item', other: '%d items' },
    })
    const row = (await rowsIn(shop, 'de')).get('Your cart')
    expect(row?.target.state).toBe('draft')
    expect(row?.key.description).toBe('Shown above the cart')
    await save(shop, 'de', 'Your cart', { other: 'Ihr Warenkorb' })
    const after = await changed(shop, 'po/de.po', DE)
    expect(after).toBe(DE.replace('#, fuzzy\n', '').replace('Ihr Wagen', 'Ihr Warenkorb'))
    expect(await shop.read('po/shop.pot')).toBe(POT)
  })

  test('without a template the texts to translate come from a translation', async () => {
    const shop = await open({
      'locale/de/LC_MESSAGES/shop.po': DE,
      'locale/pl/LC_MESSAGES/shop.po': DE.replace('Language: de', 'Language: pl'),
    })
    expect(await textsIn(shop, 'en')).toEqual({
      'Your cart': { other: 'Your cart' },
      '%d item': { one: '%d item', other: '%d items' },
    })
    await save(shop, 'de', '%d item', { one: 'ein Artikel', other: '%d Artikel' })
    const after = await changed(shop, 'locale/de/LC_MESSAGES/shop.po', DE)
    expect(after).toBe(DE.replace('msgstr[0] "%d Artikel"', 'msgstr[0] "ein Artikel"'))
  })

  test('a change of state alone is synced in both directions', async () => {
    const shop = await open({ 'po/shop.pot': POT, 'po/de.po': DE })
    await save(shop, 'de', 'Your cart', { other: 'Ihr Wagen' }, 'reviewed')
    const after = await changed(shop, 'po/de.po', DE)
    expect(after).toBe(DE.replace('#, fuzzy\n', ''))
    await shop.write('po/de.po', DE)
    await eventually(async () => (await rowsIn(shop, 'de')).get('Your cart')?.target.state === 'draft')
  })

  test('a new language is created from the template', async () => {
    const shop = await open({ 'po/shop.pot': POT, 'po/de.po': DE })
    await shop.test.call(api.languages.add, { params: shop.params, body: { tag: 'pl' } })
    await save(shop, 'pl', '%d item', { one: '%d rzecz', few: '%d rzeczy', many: '%d rzeczy' })
    const made = await eventually(() => shop.read('po/pl.po').catch(() => false as const))
    expect(made).toContain('nplurals=3')
    expect(made).toContain('msgstr[0] "%d rzecz"')
    expect(made).toContain('msgid "Your cart"\nmsgstr ""')
  })
})

describe('Android', () => {
  const EN = `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- Title of the shop -->
    <string name="title">Shop</string>
    <plurals name="items">
        <item quantity="one">%d item</item>
        <item quantity="other">%d items</item>
    </plurals>
</resources>
`
  const PL = `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="title">Sklep</string>
    <plurals name="items">
        <item quantity="one">%d rzecz</item>
        <item quantity="few">%d rzeczy</item>
        <item quantity="many">%d rzeczy</item>
        <item quantity="other">%d rzeczy</item>
    </plurals>
</resources>
`

  test('plurals are elements by CLDR category, and one form is one line', async () => {
    const shop = await open({
      'app/src/main/res/values/strings.xml': EN,
      'app/src/main/res/values-pl/strings.xml': PL,
    })
    const items = (await rowsIn(shop, 'pl')).get('items')
    expect(items?.key.plural).toBe('cardinal')
    expect(items?.target.forms).toEqual({
      one: '%d rzecz',
      few: '%d rzeczy',
      many: '%d rzeczy',
      other: '%d rzeczy',
    })
    await save(shop, 'pl', 'items', {
      one: '%d rzecz',
      few: '%d rzeczy',
      many: '%d sztuk',
      other: '%d rzeczy',
    })
    const after = await changed(shop, 'app/src/main/res/values-pl/strings.xml', PL)
    expect(after).toBe(PL.replace('<item quantity="many">%d rzeczy', '<item quantity="many">%d sztuk'))
  })

  test('a new language gets a folder of its own', async () => {
    const shop = await open({ 'res/values/strings.xml': EN, 'res/values-pl/strings.xml': PL })
    await shop.test.call(api.languages.add, { params: shop.params, body: { tag: 'pt-BR' } })
    await save(shop, 'pt-BR', 'title', { other: 'Loja' })
    const made = await eventually(() =>
      shop.read('res/values-pt-rBR/strings.xml').catch(() => false as const),
    )
    expect(made).toContain('    <string name="title">Loja</string>')
    expect(made).not.toContain('item')
  })
})

describe('string catalogs', () => {
  const CATALOG = `{
  "sourceLanguage" : "en",
  "strings" : {
    "cart" : {
      "comment" : "Heading",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Warenkorb"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Cart"
          }
        },
        "fr" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Panier"
          }
        }
      }
    }
  },
  "version" : "1.0"
}
`

  test('all languages of the file are languages of the project, and a save changes one of them', async () => {
    const shop = await open({ 'App/Localizable.xcstrings': CATALOG })
    expect(await textsIn(shop, 'en')).toEqual({ cart: { other: 'Cart' } })
    expect((await rowsIn(shop, 'fr')).get('cart')?.target.state).toBe('draft')
    await save(shop, 'de', 'cart', { other: 'Wagen' })
    const after = await changed(shop, 'App/Localizable.xcstrings', CATALOG)
    expect(after).toBe(CATALOG.replace('Warenkorb', 'Wagen'))
  })

  test('simultaneous saves in several languages are all in the file, and a new language is added', async () => {
    const shop = await open({ 'App/Localizable.xcstrings': CATALOG })
    await shop.test.call(api.languages.add, { params: shop.params, body: { tag: 'pl' } })
    await Promise.all([
      save(shop, 'de', 'cart', { other: 'Wagen' }),
      save(shop, 'fr', 'cart', { other: 'Chariot' }),
      save(shop, 'pl', 'cart', { other: 'Koszyk' }),
    ])
    await eventually(async () => {
      const now = await shop.read('App/Localizable.xcstrings')
      return now.includes('Wagen') && now.includes('Chariot') && now.includes('Koszyk')
    })
    // The file is replaced before the catalog records it.
    const files = await eventually(async () => {
      const { files: all } = await shop.test.call(api.files.list, { params: shop.params })
      return all.every(({ state }) => state === 'in-step') && all
    })
    expect(files.map(({ language }) => language).sort()).toEqual(['de', 'en', 'fr', 'pl'])
  })

  test('a text that changes on disk changes that language only', async () => {
    const shop = await open({ 'App/Localizable.xcstrings': CATALOG })
    await shop.write('App/Localizable.xcstrings', CATALOG.replace('Panier', 'Cabas'))
    await eventually(async () => (await rowsIn(shop, 'fr')).get('cart')?.target.forms.other === 'Cabas')
    expect(await textsIn(shop, 'de')).toEqual({ cart: { other: 'Warenkorb' } })
  })
})

describe('Rails', () => {
  const EN = `en:
  cart:
    title: Cart
    items:
      one: "%{count} item"
      other: "%{count} items"
`
  const JA = `ja:
  cart:
    title: カート
    items:
      other: "%{count}個"
`

  test('a language with one plural form still has the key as a plural', async () => {
    const shop = await open({ 'config/locales/en.yml': EN, 'config/locales/ja.yml': JA })
    const items = (await rowsIn(shop, 'ja')).get('cart.items')
    expect([items?.key.plural, items?.target.forms]).toEqual(['cardinal', { other: '%{count}個' }])
    await save(shop, 'ja', 'cart.items', { other: '%{count} 個' })
    expect(await changed(shop, 'config/locales/ja.yml', JA)).toBe(JA.replace('%{count}個', '%{count} 個'))
  })
})

describe('go-i18n', () => {
  const EN = `title = "Shop"

[items]
one = "{{.Count}} item"
other = "{{.Count}} items"
`
  const JA = `title = "店"

[items]
other = "{{.Count}}個"
`

  test('what looks plain in one language is a plural form', async () => {
    const shop = await open({ 'i18n/en.toml': EN, 'i18n/ja.toml': JA })
    const items = (await rowsIn(shop, 'ja')).get('items')
    expect([items?.key.plural, items?.target.forms]).toEqual(['cardinal', { other: '{{.Count}}個' }])
    await save(shop, 'ja', 'items', { other: '{{.Count}} 個' })
    expect(await changed(shop, 'i18n/ja.toml', JA)).toBe(JA.replace('}}個', '}} 個'))
  })
})

describe('XLIFF', () => {
  const file = (target: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" ${target}datatype="plaintext" original="ng2.template">
    <body>
${body}    </body>
  </file>
</xliff>
`
  const unit = (id: string, source: string, target = '') => `      <trans-unit id="${id}" datatype="html">
        <source>${source}</source>
${target === '' ? '' : `        <target state="translated">${target}</target>\n`}      </trans-unit>
`
  const EN = file('', unit('title', 'Shop') + unit('pay', 'Pay'))
  const DE = file('target-language="de" ', unit('title', 'Shop', 'Laden') + unit('pay', 'Pay'))

  test('a missing translation is added to its unit', async () => {
    const shop = await open({ 'src/locale/messages.xlf': EN, 'src/locale/messages.de.xlf': DE })
    expect(await textsIn(shop, 'en')).toEqual({ title: { other: 'Shop' }, pay: { other: 'Pay' } })
    await save(shop, 'de', 'pay', { other: 'Zahlen' })
    const after = await changed(shop, 'src/locale/messages.de.xlf', DE)
    expect(after).toBe(
      DE.replace(
        '<source>Pay</source>\n',
        '<source>Pay</source>\n        <target state="translated">Zahlen</target>\n',
      ),
    )
  })
})

describe('ICU', () => {
  const EN = '{\n  "items": "{count, plural, one {# item} other {# items}}"\n}\n'

  test('a key with separate forms is refused, because the plural is in the text', async () => {
    const shop = await open({ 'locales/en.json': EN, 'locales/de.json': EN })
    const body = {
      namespace: 'translation',
      name: 'rooms',
      plural: 'cardinal',
      forms: { one: 'room', other: 'rooms' },
    } as const
    const failure = await shop.test.fail(api.keys.create, { params: shop.params, body })
    expect([failure.code, failure.fields]).toEqual([
      'invalid-input',
      [{ pointer: '/plural', code: 'plural-unfit' }],
    ])
    expect(await shop.read('locales/en.json')).toBe(EN)
  })
})
