import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { hashOf } from '@dragoman/server/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeRenamed } from '../src/rename/write-renamed.ts'
import { run } from '../src/run.ts'
import { filesOf } from './corpus-projects.ts'
import { openRepository, type TestRepository } from './repository.ts'

const EN = `{
  "cart": { "title":  "Cart", "pay": "Pay" },
  "items_one": "{{count}} item",
  "items_other": "{{count}} items",
  "friend": "A friend",
  "friend_female": "A girlfriend"
}
`
const FLAT =
  '{\n\t"cart.title": "Korb",\n\t"cart.pay": "Zahlen",\n\t"items_one": "Ding",  "items_other": "Dinge"\n}'
const CODE = `import { useTranslation } from 'react-i18next'
export function Cart({ kind }: { kind: string }) {
  const { t } = useTranslation('app')
  const own = useTranslation('app', { keyPrefix: 'cart' })
  return [t('cart.title'), t("app:cart.title", { name: 'cart.title' }), own.t('title'), t(\`cart.\${kind}\`), 'cart.title', t('items', { count: 2 })]
}
`

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-rename-'))
  await write({ 'locales/en/app.json': EN, 'locales/de/app.json': FLAT, 'src/Cart.tsx': CODE })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}
const text = (path: string) => readFile(join(root, path), 'utf8')
async function rename(...args: string[]) {
  const said: string[] = []
  const add = (line: string) => void said.push(line)
  const code = await run(['rename', ...args, '--folder', root], { env: {}, print: add, complain: add })
  return { code, said: said.join('\n') }
}

describe('in the locale files', () => {
  test('a key keeps its position and surroundings, in nested and flat files', async () => {
    const before = await filesOf(root)
    const shown = await rename('cart.title', 'cart.heading')
    expect(shown).toEqual({
      code: 0,
      said: 'locales/de/app.json\n  2: cart.title → cart.heading\nlocales/en/app.json\n  2: cart.title → cart.heading\n1 key in 2 files to rename. Nothing was changed: use --write to make the change.',
    })
    expect(await filesOf(root)).toEqual(before)
    expect((await rename('cart.title', 'cart.heading', '--write')).said).toBe('Renamed 1 key in 2 files.')
    expect(await text('locales/en/app.json')).toBe(EN.replace('"title"', '"heading"'))
    expect(await text('locales/de/app.json')).toBe(FLAT.replace('cart.title', 'cart.heading'))
  })

  test('plural forms and contexts are renamed too', async () => {
    await rename('items', 'things', '--write')
    await rename('app:friend', 'app:pal', '--write')
    expect(await text('locales/en/app.json')).toBe(
      EN.replaceAll('items_', 'things_').replaceAll('"friend', '"pal'),
    )
    expect(await text('locales/de/app.json')).toBe(FLAT.replaceAll('items_', 'things_'))
  })

  test('all keys below a name are renamed', async () => {
    expect((await rename('cart.*', 'checkout.*', '--write')).said).toBe('Renamed 2 keys in 2 files.')
    // Everything in the object stays as it is written.
    expect(await text('locales/en/app.json')).toBe(EN.replace('"cart"', '"checkout"'))
    expect(await text('locales/de/app.json')).toBe(FLAT.replaceAll('cart.', 'checkout.'))
  })

  test('an array below a name stays an array', async () => {
    const yaml = 'en:\n  tour:\n    steps:\n      - One\n      - Two\n'
    await rm(join(root, 'locales'), { recursive: true })
    await write({ 'config/locales/en.yml': yaml, 'config/locales/de.yml': yaml.replace('en:', 'de:') })
    expect((await rename('tour.*', 'guide.*', '--write')).said).toBe('Renamed 2 keys in 2 files.')
    const guide = yaml.replace('tour:', 'guide:')
    expect(await text('config/locales/en.yml')).toBe(guide)
    expect((await rename('guide.steps.*', 'guide.phases.*', '--write')).said).toBe(
      'Renamed 2 keys in 2 files.',
    )
    expect(await text('config/locales/en.yml')).toBe(guide.replace('steps:', 'phases:'))
  })

  test('a group that is moved into itself is moved once, also if the command is run again', async () => {
    expect((await rename('cart.*', 'cart.page.*', '--write')).said).toBe('Renamed 2 keys in 2 files.')
    const moved = FLAT.replaceAll('cart.', 'cart.page.')
    expect(await text('locales/de/app.json')).toBe(moved)
    await write({ 'locales/en/app.json': '{"cart": {"title": "Cart"}}' })
    expect((await rename('cart.*', 'cart.page.*', '--write')).said).toBe('Renamed 1 key in 1 file.')
    expect(await text('locales/de/app.json')).toBe(moved)
    expect((await rename('cart.*', 'cart.page.*', '--write')).said).toContain('There is no key below cart')
    expect(await text('locales/en/app.json')).toBe('{"cart": {"page": {"title": "Cart"}}}')
  })

  test('keys of flat files can be texts, with dots and colons', async () => {
    const keys = '{"Loading...": "x", "Note: see below": "y", "Loading": "z", "Save": ""}'
    await write({ 'locales/en/app.json': keys, 'locales/de/app.json': '{"Save": "", "Loading": "z"}' })
    await write({ 'src/Cart.tsx': "export const a = [t('Loading...'), t('Note: see below'), t('Save')]\n" })
    const code = ['--code', join(root, 'src'), '--write']
    const renamed = 'Renamed 1 key in 1 file and 1 line of code.'
    expect((await rename('Loading...', 'Please wait...', ...code)).said).toBe(renamed)
    expect((await rename('Note: see below', 'app:Note: see above', ...code)).said).toContain('A key stays in')
    expect((await rename('Note: see below', 'Note: see above', ...code)).said).toBe(renamed)
    expect((await rename('app:Save', 'Loading...', ...code)).said).toBe(
      'Renamed 1 key in 2 files and 1 line of code.',
    )
    expect(await text('locales/en/app.json')).toBe(
      '{"Please wait...": "x", "Note: see above": "y", "Loading": "z", "Loading...": ""}',
    )
    expect(await text('locales/de/app.json')).toBe('{"Loading...": "", "Loading": "z"}')
    expect(await text('src/Cart.tsx')).toBe(
      "export const a = [t('Please wait...'), t('Note: see above'), t('Loading...')]\n",
    )
  })

  test('plurals of Android are renamed', async () => {
    await rm(join(root, 'locales'), { recursive: true })
    const xml =
      '<resources>\n  <!-- Menu -->\n  <string name="open">Open</string>\n  <plurals name="files">\n    <item quantity="one">%d file</item>\n    <item quantity="other">%d files</item>\n  </plurals>\n</resources>\n'
    await write({
      'res/values/strings.xml': xml,
      'res/values-de/strings.xml': xml.replace('>Open<', '>Öffnen<'),
    })
    await rename('files', 'documents', '--write')
    await rename('open', 'open_menu', '--write')
    expect(await text('res/values/strings.xml')).toBe(
      xml.replace('"files"', '"documents"').replace('"open"', '"open_menu"'),
    )
  })

  test.each([
    [['cart.title', 'cart.pay'], 'There is already a key cart.pay. Nothing was changed.'],
    [['cart.title', 'friend.best'], 'friend.best and friend cannot both be keys of a nested file.'],
    [['cart.titel', 'cart.x'], 'There is no key cart.titel in the locale files. Did you mean cart.title?'],
    [['cart.*', 'checkout'], 'both names need it'],
    [['cart.title', 'cart..x'], 'a part before or after a dot is empty'],
    [['cart.title', 'other:cart.x'], 'A key stays in its namespace'],
    [['cart.title'], 'dragoman rename cart.title cart.heading'],
  ])('%j is refused', async (args, reason) => {
    const before = await filesOf(root)
    const { code, said } = await rename(...args, '--write')
    expect([code > 0, said]).toEqual([true, expect.stringContaining(reason)])
    expect(await filesOf(root)).toEqual(before)
  })

  test('a key in two namespaces has to be given with one', async () => {
    await write({ 'locales/en/legal.json': '{"cart": {"title": "x"}}' })
    expect((await rename('cart.title', 'cart.x')).said).toContain('Name one: app:cart.title')
  })
})

describe('after an interruption', () => {
  const DE_DONE = FLAT.replace('cart.title', 'cart.heading')

  test('files that still have the old name are renamed, and so is the code', async () => {
    await write({ 'locales/de/app.json': DE_DONE })
    const { said } = await rename('cart.title', 'cart.heading', '--code', join(root, 'src'), '--write')
    expect(said).toContain('Renamed 1 key in 1 file and 1 line of code.')
    expect(await text('locales/en/app.json')).toBe(EN.replace('"title"', '"heading"'))
    expect(await text('locales/de/app.json')).toBe(DE_DONE)
    expect(await text('src/Cart.tsx')).toContain("t('cart.heading')")
  })

  test('all keys below a name are renamed in the code, also those that no other file has', async () => {
    await write({
      'locales/en/app.json': EN.replace('"cart"', '"checkout"'),
      'locales/de/app.json': '{"cart": {"title": "Korb"}}',
      'src/Cart.tsx': "export const a = [t('cart.title'), t('cart.pay')]\n",
    })
    await rename('cart.*', 'checkout.*', '--code', join(root, 'src'), '--write')
    expect(await text('locales/de/app.json')).toBe('{"checkout": {"title": "Korb"}}')
    expect(await text('src/Cart.tsx')).toBe("export const a = [t('checkout.title'), t('checkout.pay')]\n")
  })

  test('code that still has the old name is renamed if all files have the new one', async () => {
    const code = ['--code', join(root, 'src'), '--write']
    await rename('cart.title', 'cart.heading', '--write')
    expect((await rename('cart.title', 'cart.heading', ...code)).said).toContain(
      'Renamed 0 keys in 0 files and 1 line of code.',
    )
    expect((await rename('cart.title', 'cart.heading', ...code)).said).toContain('There is no key cart.title')
  })

  test('a name that a file has next to the old one is refused', async () => {
    await write({ 'locales/de/app.json': DE_DONE.replace('cart.pay', 'cart.title') })
    expect(await rename('cart.title', 'cart.heading', '--write')).toEqual({
      code: 1,
      said: 'There is already a key cart.heading. Nothing was changed.',
    })
  })

  test('a file that cannot be written is named, with those that were written', async () => {
    const fileOf = async (path: string) => {
      const bytes = await readFile(join(root, path))
      return { path, hash: hashOf(bytes), bytes, entries: [] }
    }
    const files = [await fileOf('locales/de/app.json'), await fileOf('locales/en/app.json')]
    await rm(join(root, 'locales/en'), { recursive: true })
    await write({ 'locales/en': 'Not a folder' })
    await expect(writeRenamed(root, { files }, null)).rejects.toThrow(
      'locales/en/app.json cannot be written: not a file. Written: locales/de/app.json. Run the same command again to rename the rest.',
    )
  })
})

describe('in the code', () => {
  test('renames calls that name it exactly, after a preview', async () => {
    const src = join(root, 'src')
    const { said } = await rename('cart.title', 'cart.heading', '--code', src)
    expect(said).toContain(
      "+ return [t('cart.heading'), t(\"app:cart.heading\", { name: 'cart.title' }), own.t('heading')",
    )
    expect(said).toContain('Cart.tsx:5:')
    expect(said).toContain('check by hand: cart.… is dynamic')
    expect(await text('src/Cart.tsx')).toBe(CODE)
    expect((await rename('cart.title', 'cart.heading', '--code', src, '--write')).said).toContain(
      'Renamed 1 key in 2 files and 1 line of code.',
    )
    expect(await text('src/Cart.tsx')).toBe(
      CODE.replace("t('cart.title')", "t('cart.heading')")
        .replace('app:cart.title', 'app:cart.heading')
        .replace("t('title')", "t('heading')"),
    )
  })

  test('a file that is not UTF-8 keeps its bytes, and is listed', async () => {
    const latin = Buffer.from("// Gr\u00fc\u00dfe\nexport const a = t('cart.title')\n", 'latin1')
    await writeFile(join(root, 'src/old.ts'), latin)
    const { said } = await rename('cart.title', 'cart.heading', '--code', join(root, 'src'), '--write')
    expect(said).toContain('old.ts:2:20: rename by hand: cart.title is in a file that is not UTF-8')
    expect(await readFile(join(root, 'src/old.ts'))).toEqual(latin)
    expect(await text('src/Cart.tsx')).toContain("t('cart.heading')")
  })

  test('a name that has to be escaped in its string is kept and listed', async () => {
    const keys = '{"Sign up first": "x", "Next": "y", "Own": "z"}'
    await write({
      'locales/en/app.json': keys,
      'locales/de/app.json': keys,
      'src/Cart.tsx':
        'export const a = [t(\'Sign up first\'), t("Sign up first"), t("Next"), t(`Next`), t("Own")]\n',
      'src/Old.vue': '<template><p :title="t(\'Sign up first\')" /></template>\n',
    })
    const code = ['--code', join(root, 'src'), '--write']
    const { said } = await rename('Sign up first', "Don't have an account", ...code)
    expect(said).toContain(
      'Cart.tsx:1:21: check by hand: the new name of Sign up first has to be escaped there',
    )
    expect(said).toContain('Old.vue:1:24: check by hand: the new name of Sign up first')
    await rename('Next', `Next \${step}`, ...code)
    await rename('Own', 'own\\path', ...code)
    expect(await text('src/Cart.tsx')).toBe(
      `export const a = [t('Sign up first'), t("Don't have an account"), t("Next \${step}"), t(\`Next\`), t("Own")]\n`,
    )
    expect(await text('src/Old.vue')).toContain("t('Sign up first')")
  })

  test('a prefix that would become wrong is kept and reported', async () => {
    const { said } = await rename('cart.title', 'checkout.title', '--code', join(root, 'src'), '--write')
    expect(said).toContain('check by hand: cart.title is built from parts')
    expect(await text('src/Cart.tsx')).toContain("own.t('title')")
    expect(await text('src/Cart.tsx')).toContain("t('checkout.title')")
  })
})

describe('on a server', () => {
  let repository: TestRepository
  beforeEach(async () => {
    repository = await openRepository()
    await repository.write({
      'dragoman.json': JSON.stringify({
        project: 'shop',
        sourceLanguage: 'en',
        files: [{ pattern: 'locales/{lng}/{ns}.json', format: 'i18next-json' }],
      }),
      'locales/en/app.json': EN,
      'locales/de/app.json': FLAT,
      'src/Cart.tsx': CODE,
    })
    await repository.dragoman('push', '--create')
  })
  afterEach(() => repository.close())

  async function renamed(...args: string[]) {
    const said: string[] = []
    const add = (line: string) => void said.push(line)
    const folder = ['--folder', repository.root, '--send']
    const code = await run(['rename', ...args, ...folder], { env: repository.env, print: add, complain: add })
    return { code, said: said.join('\n') }
  }
  const keyNamed = async (name: string) => {
    const { rows } = await repository.server.call(api.keys.page, {
      params: { project: 'shop' },
      query: { languages: 'en,de', limit: 50 },
    })
    return rows.find(({ key }) => key.name === name) ?? null
  }

  test('after a preview, files, code and server have the new name, and the key keeps its history', async () => {
    const { key: before } = (await keyNamed('cart.title')) ?? {}
    const source = join(repository.root, 'src')
    const origin = repository.server.server.origin
    const shown = await renamed('cart.title', 'cart.heading', '--code', source)
    expect(shown.said).toMatch(
      `shop on ${origin}\n  app: cart.title → cart.heading\nlocales/de/app.json\n  2: cart.title → cart.heading`,
    )
    expect(shown.said).toContain(
      `1 key in 2 files and 1 line of code, and 1 key of shop on ${origin} to rename. Nothing was changed`,
    )
    expect(await keyNamed('cart.heading')).toBeNull()
    // Someone translates during the renaming; the text arrives with the next pull.
    await repository.save('de', 'cart.title', { other: 'Warenkorb' })
    const done = await renamed('cart.title', 'cart.heading', '--code', source, '--write')
    expect(done.said).toContain(
      `Renamed 1 key in 2 files and 1 line of code, and 1 key of shop on ${origin}.`,
    )
    const row = await keyNamed('cart.heading')
    expect([row?.key.id, row?.key.path]).toEqual([before?.id, ['cart', 'heading']])
    expect(await keyNamed('cart.title')).toBeNull()
    expect(await repository.text('locales/en/app.json')).toBe(EN.replace('"title"', '"heading"'))
    const { operations } = await repository.server.call(api.operations.list, {
      params: { project: 'shop' },
      query: { limit: 1 },
    })
    expect(operations[0]?.summary.origin).toBe('dragoman rename')
    expect(await repository.dragoman('sync')).toMatchObject({ code: 0, out: '1 text written in 1 file.' })
    expect(await repository.text('locales/de/app.json')).toBe(
      FLAT.replace('"cart.title": "Korb"', '"cart.heading": "Warenkorb"'),
    )
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
  })

  test('apps get the key under its old name too, unless declined', async () => {
    const aliasesOf = async (name: string) => {
      const key = (await keyNamed(name))?.key.id ?? 0
      const { aliases } = await repository.server.call(api.keys.served, { params: { project: 'shop', key } })
      return aliases.map((alias) => alias.name)
    }
    await renamed('items', 'things', '--write')
    await renamed('cart.title', 'cart.heading', '--no-alias', '--write')
    expect([await aliasesOf('things'), await aliasesOf('cart.heading')]).toEqual([['items'], []])
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
    expect((await rename('things', 'items', '--no-alias')).said).toContain('files have no aliases')
  })

  test('plural forms, contexts and all keys below are renamed there too', async () => {
    expect((await renamed('items', 'things', '--write')).code).toBe(0)
    expect((await renamed('friend', 'pal', '--write')).said).toContain('2 keys of shop')
    expect((await renamed('cart.*', 'checkout.*', '--write')).said).toContain('2 keys of shop')
    for (const name of ['things', 'pal', 'pal_female', 'checkout.title', 'checkout.pay'])
      expect([name, (await keyNamed(name)) !== null]).toEqual([name, true])
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
  })

  test('an item of an array stays in its array, in the file and for apps', async () => {
    const STEPS = '{\n  "steps": [{ "title": "One" }, { "title": "Two" }]\n}\n'
    await repository.write({ 'locales/en/steps.json': STEPS })
    await repository.dragoman('push')
    expect((await renamed('steps.0.title', 'steps.0.heading', '--write')).said).toContain('Renamed 1 key')
    expect((await keyNamed('steps.0.heading'))?.key.path).toEqual(['steps', 0, 'heading'])
    expect(await repository.text('locales/en/steps.json')).toBe(STEPS.replace('title', 'heading'))
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
  })

  test('more keys than one request can have are renamed', async () => {
    const names = Array.from({ length: 10_001 }, (_, at) => `k${at}`)
    const texts = Object.fromEntries(names.map((name) => [name, name]))
    await repository.write({ 'locales/en/many.json': JSON.stringify({ old: texts }, null, 2) })
    expect(await repository.dragoman('push')).toMatchObject({ code: 0 })
    const done = await renamed('many:old.*', 'new.*', '--write')
    expect(done.said).toMatch(/^Renamed 10001 keys in 1 file, and 10001 keys of shop on /)
    expect(await repository.text('locales/en/many.json')).toBe(JSON.stringify({ new: texts }, null, 2))
    const { keys } = await repository.server.call(api.texts.ofNamespace, {
      params: { project: 'shop' },
      query: { namespace: 'many', languages: '' },
    })
    expect(keys.map(({ name }) => name)).toEqual(names.map((name) => `new.${name}`))
    const { operations } = await repository.server.call(api.operations.list, {
      params: { project: 'shop' },
      query: { limit: 3 },
    })
    expect(operations.map(({ summary }) => summary.origin === 'dragoman rename')).toEqual([true, true, false])
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
  })

  test('if one side already has the new name, the other gets it', async () => {
    const { key } = (await keyNamed('cart.title')) ?? {}
    const params = { project: 'shop', key: key?.id ?? 0 }
    await repository.server.call(api.keys.update, { params, body: { name: 'cart.heading' } })
    expect((await renamed('cart.title', 'cart.heading', '--write')).said).toContain(
      '1 key in 2 files, and 0 keys of shop',
    )
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
    // Only in the files, as without --send.
    const add = () => {}
    const only = ['rename', 'items', 'things', '--folder', repository.root, '--write']
    await run(only, { env: {}, print: add, complain: add })
    expect((await renamed('items', 'things', '--write')).said).toContain(
      '0 keys in 0 files, and 1 key of shop',
    )
    expect((await repository.dragoman('sync')).out).toMatch(/^Nothing to sync/)
    expect((await renamed('items', 'things', '--write')).said).toContain('There is no key items')
  })

  test('a project that got another URL name keeps the common base', async () => {
    await repository.server.call(api.projects.update, {
      params: { project: 'shop' },
      body: { slug: 'store' },
    })
    const file = JSON.parse(await repository.text('dragoman.json'))
    await repository.write({ 'dragoman.json': JSON.stringify({ ...file, project: 'store' }) })
    expect((await renamed('cart.title', 'cart.heading', '--write')).code).toBe(0)
    const params = { project: 'store' }
    const { rows } = await repository.server.call(api.keys.page, {
      params,
      query: { languages: 'de', limit: 50 },
    })
    const row = rows.find(({ key }) => key.name === 'cart.heading')
    await repository.server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: 'Warenkorb' }, baseVersion: row?.translations[0]?.version ?? 0 },
    })
    expect(await repository.dragoman('pull')).toMatchObject({ code: 0, out: '1 text written in 1 file.' })
    expect(await repository.text('locales/de/app.json')).toBe(
      FLAT.replace('"cart.title": "Korb"', '"cart.heading": "Warenkorb"'),
    )
  })

  test('a file that was moved keeps the common base', async () => {
    const project = JSON.parse(await repository.text('dragoman.json'))
    const files = [{ ...project.files[0], pattern: 'i18n/{lng}/{ns}.json' }]
    await rm(join(repository.root, 'locales'), { recursive: true })
    await repository.write({
      'dragoman.json': JSON.stringify({ ...project, files }),
      'i18n/en/app.json': EN,
      'i18n/de/app.json': FLAT,
    })
    expect((await renamed('cart.title', 'cart.heading', '--write')).code).toBe(0)
    await repository.save('de', 'cart.heading', { other: 'Warenkorb' })
    expect(await repository.dragoman('pull')).toMatchObject({ code: 0, out: '1 text written in 1 file.' })
  })

  test('if a side has both names, nothing is changed', async () => {
    await repository.server.call(api.keys.create, {
      params: { project: 'shop' },
      body: { namespace: 'app', name: 'cart.heading', plural: 'none', forms: { other: 'x' } },
    })
    const before = await filesOf(repository.root)
    expect(await renamed('cart.title', 'cart.heading', '--write')).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is already a key cart.heading in shop on'),
    })
    expect(await filesOf(repository.root)).toEqual(before)
    expect((await renamed('cart.title', 'cart.x', '--project', 'shp')).said).toContain('Did you mean shop?')
    expect((await rename('cart.title', 'cart.x', '--project', 'shop')).said).toContain('are for --send')
  })
})
