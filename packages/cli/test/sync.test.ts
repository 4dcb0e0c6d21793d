import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { createToken, projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '../../server/src/http/api-token.ts'
import { hashOfSecret } from '../../server/src/secrets/hash-of-secret.ts'
import { peopleOf } from '../../server/test/people.ts'
import { type FileState, openSyncState } from '../src/sync/sync-state.ts'
import { openRepository, type TestRepository } from './repository.ts'
import { runCommand } from './run-command.ts'

const PROJECT = JSON.stringify({
  project: 'shop',
  sourceLanguage: 'en',
  files: [{ pattern: 'locales/{lng}/{ns}.json', format: 'i18next-json' }],
})
// Unusual formatting on purpose: unchanged parts must be kept, to the byte.
const EN =
  '{\n  "cart": { "title":   "Cart", "pay": "Pay \\u0026 go" },\n\t"items_one": "{{count}} item",\n\t"items_other": "{{count}} items"\n}'
const DE =
  '{\r\n  "cart": { "title": "Korb" },\r\n  "items_one": "{{count}} Ding",   "items_other": "{{count}} Dinge"\r\n}\r\n'

/** Writes each stored state as `change` returns it. */
async function changeStates(change: (state: FileState) => object) {
  for (const path of await readdir(join(repository.root, '.dragoman'), { recursive: true })) {
    if (!path.endsWith('.json')) continue
    const file = join(repository.root, '.dragoman', path)
    await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))))
  }
}

/** Makes the stored states those of a version that did not know the identity of a project. */
async function withoutIdentities() {
  await changeStates(({ identity, server, ...state }) => {
    expect(identity).toEqual(expect.any(String))
    return state
  })
}

/** Returns an XLIFF file whose only text has a state. */
function xliff(state: string, target: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="app" source-language="en" target-language="de" datatype="plaintext">
    <body>
      <trans-unit id="hello"><source>Hello {{name}}</source><target state="${state}">${target}</target></trans-unit>
    </body>
  </file>
</xliff>
`
}

let repository: TestRepository
beforeEach(async () => {
  repository = await openRepository()
  await repository.write({ 'dragoman.json': PROJECT, 'locales/en/app.json': EN, 'locales/de/app.json': DE })
})
afterEach(() => repository.close())

const keyOf = async (project: string, name: string) => {
  const params = { params: { project }, query: { languages: 'en', limit: 50 } }
  const { rows } = await repository.server.call(api.keys.page, params)
  return rows.find(({ key }) => key.name === name)?.key.id ?? 0
}
const push = (...args: string[]) => repository.dragoman('push', ...args)
const pull = (...args: string[]) => repository.dragoman('pull', ...args)
const sync = (...args: string[]) => repository.dragoman('sync', ...args)

describe('push', () => {
  test('without a dragoman.json sends the first project of a folder, and names the others', async () => {
    await rm(join(repository.root, 'dragoman.json'))
    await repository.write({ 'web/i18n/en.toml': 'a = "A"\n', 'web/i18n/de.toml': 'a = "B"\n' })
    expect(await push('--create', '--project', 'shop')).toMatchObject({
      code: 0,
      err: 'Left out: web/i18n/{lng}.toml. "dragoman init --all" writes a dragoman.json with all that have the same source language.',
    })
  })

  test('sends the texts of all files as one operation, and then only new ones', async () => {
    const first = await push('--create')
    expect(first).toMatchObject({ code: 0, out: '3 changes sent to shop.', err: '' })
    expect(await repository.onServer('items', 'en,de')).toEqual({
      en: { one: '{{count}} item', other: '{{count}} items' },
      de: { one: '{{count}} Ding', other: '{{count}} Dinge' },
    })
    const { operations } = await repository.server.call(api.operations.list, {
      params: { project: 'shop' },
      query: { limit: 50 },
    })
    expect(operations.map(({ kind, summary }) => [kind, summary.keysAdded])).toEqual([['import', 3]])
    expect(await push()).toMatchObject({ code: 0, out: 'Nothing to push: 2 files unchanged.' })
    await repository.write({ 'locales/de/app.json': DE.replace('Korb', 'Wagen') })
    expect((await push()).out).toBe('1 change sent to shop.')
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Wagen' } })
    expect(await repository.text('locales/en/app.json')).toBe(EN)
  })

  test('a reviewed text with an error is sent as translated, and reported', async () => {
    await repository.write({
      'dragoman.json': JSON.stringify({
        project: 'shop',
        sourceLanguage: 'en',
        files: [{ pattern: 'xliff/{lng}/{ns}.xlf', format: 'xliff-1' }],
      }),
      'xliff/de/app.xlf': xliff('translated', 'Hallo {{name}}'),
    })
    expect((await push('--create')).code).toBe(0)
    await repository.write({ 'xliff/de/app.xlf': xliff('signed-off', 'Hallo') })
    const note =
      '1 reviewed text with errors sent as translated: hello in de. Fix the errors, then review them again.'
    expect(await push()).toMatchObject({ code: 0, out: `${note}\n1 change sent to shop.`, err: '' })
    const again = JSON.parse((await push('--json')).out)
    expect(again.projects[0].notApproved).toEqual([{ namespace: 'app', key: 'hello', language: 'de' }])
    await repository.write({ 'xliff/de/app.xlf': xliff('signed-off', 'Hallo {{name}}') })
    expect((await push()).out).toBe('1 change sent to shop.')
  })

  test('what is too long for the server does not keep the rest from being sent', async () => {
    const strings = (comment: string, text: string) =>
      `<resources>\n  <!-- ${comment} -->\n  <string name="hello">Hello</string>\n  <string name="long">${text}</string>\n</resources>\n`
    const [comment, text] = ['c'.repeat(2100), 't'.repeat(50_001)]
    await repository.write({
      'dragoman.json': JSON.stringify({
        project: 'shop',
        sourceLanguage: 'en',
        files: [{ pattern: 'res/values-{lng}/strings.xml', format: 'android-xml' }],
      }),
      'res/values-en/strings.xml': strings(comment, 'Short'),
      'res/values-de/strings.xml': strings(comment, text),
    })
    const note =
      'res/values-de/strings.xml: long in de was not sent: it is longer than 50,000 characters. Shorten it, then push again.'
    expect(await push('--create')).toMatchObject({
      code: 1,
      out: `${note}\n2 changes sent to shop.`,
      err: '',
    })
    expect(await repository.onServer('long', 'en,de')).toEqual({ en: { other: 'Short' }, de: {} })
    expect((await push()).out).toBe(`${note}\nNothing to push.`)
    // After the cut nothing differs.
    await repository.write({ 'res/values-en/strings.xml': strings(`${comment}d`, 'Short') })
    expect((await push()).out).toBe(`${note}\nNothing to push.`)
    const json = JSON.parse((await push('--dry-run', '--json')).out)
    expect(json.projects[0].refused).toEqual([
      { kind: 'translate', namespace: expect.any(String), key: 'long', language: 'de', code: 'too-long' },
    ])
    await repository.write({ 'res/values-de/strings.xml': strings(comment, 'Kurz') })
    expect(await push()).toMatchObject({ code: 0, out: '1 change sent to shop.' })
  })

  describe('of maximum lengths', () => {
    const units = (limits: Readonly<Record<string, number>>) =>
      Object.entries(limits).map(
        ([id, limit]) =>
          `<trans-unit id="${id}" maxwidth="${limit}" size-unit="char"><source>Page</source></trans-unit>`,
      )
    const writeLimits = (limits: Readonly<Record<string, number>>) =>
      repository.write({
        'dragoman.json': JSON.stringify({
          project: 'shop',
          sourceLanguage: 'en',
          files: [{ pattern: 'xliff/{lng}/{ns}.xlf', format: 'xliff-1' }],
        }),
        'xliff/en/app.xlf': `<xliff version="1.2"><file original="a" source-language="en" datatype="plaintext"><body>${units(limits).join('')}</body></file></xliff>`,
      })
    const limitsOnServer = async () => {
      const { rows } = await repository.server.call(api.keys.page, {
        params: { project: 'shop' },
        query: { languages: 'en', limit: 50 },
      })
      return Object.fromEntries(rows.map(({ key }) => [key.name, key.maxLength]))
    }

    test('sends those that texts can reach', async () => {
      await writeLimits({ title: 20, body: 65_535 })
      expect(await push('--create')).toMatchObject({ code: 0, out: '2 changes sent to shop.', err: '' })
      expect(await limitsOnServer()).toEqual({ title: 20, body: null })
      await writeLimits({ title: 20, body: 65_536 })
      expect((await push()).out).toBe('Nothing to push.')
    })

    test('sends changed ones, and none that only the server has changed', async () => {
      await writeLimits({ title: 20, body: 30 })
      await push('--create')
      await writeLimits({ title: 40, body: 30 })
      await repository.server.call(api.keys.update, {
        params: { project: 'shop', key: await keyOf('shop', 'body') },
        body: { maxLength: 25 },
      })
      // Only a push sends them.
      expect((await pull()).out).toBe('Nothing to pull.')
      expect((await push('--dry-run')).out).toContain('  app: title (maximum length)\n')
      expect(await push()).toMatchObject({ code: 0, out: '1 change sent to shop.', err: '' })
      expect(await limitsOnServer()).toEqual({ title: 40, body: 25 })
      expect((await push()).out).toBe('Nothing to push: 1 file unchanged.')
    })

    test('sends none by a state of a version that did not store them', async () => {
      await writeLimits({ title: 20 })
      await push('--create')
      await repository.server.call(api.keys.update, {
        params: { project: 'shop', key: await keyOf('shop', 'title') },
        body: { maxLength: 25 },
      })
      await changeStates(({ parts, ...state }) => ({
        ...state,
        parts: parts.map((part) => ({
          ...part,
          entries: part.entries.map(({ maxLength, ...entry }) => {
            expect(maxLength).toBe(20)
            return entry
          }),
        })),
      }))
      await writeLimits({ title: 20, body: 30 })
      expect((await push()).out).toBe('1 change sent to shop.')
      expect(await limitsOnServer()).toEqual({ title: 25, body: 30 })
      await writeLimits({ title: 40, body: 30 })
      expect((await push()).out).toBe('1 change sent to shop.')
      expect(await limitsOnServer()).toEqual({ title: 40, body: 30 })
    })
  })

  test('a dry run reports everything and changes nothing', async () => {
    await push('--create')
    await repository.write({
      'locales/de/app.json': DE.replace('Korb', 'Wagen').replace('{{count}} Ding"', '1 Ding"'),
    })
    const dry = await push('--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.out.split('\n')).toEqual([
      `shop on ${repository.server.server.origin}`,
      '  app: cart.title (de)',
      '    - Korb',
      '    + Wagen',
      '  app: items (de)',
      '    - one: {{count}} Ding',
      '    + one: 1 Ding',
      '2 changes to send to shop. Nothing was changed: this was a dry run.',
    ])
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Korb' } })
  })

  test('a dry run shows the project that --create would create, with its keys', async () => {
    const { origin } = repository.server.server
    const dry = await push('--create', '--dry-run', '--language', 'de')
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(dry.out.split('\n')).toEqual([
      `shop on ${origin} (new project)`,
      '  app: cart.title (new key)',
      '    + de: Korb',
      '  app: items (new key)',
      '    + de, one: {{count}} Ding',
      '    + de, other: {{count}} Dinge',
      '2 changes to send to shop. Nothing was changed: this was a dry run.',
    ])
    const { projects } = JSON.parse((await sync('--create', '--dry-run', '--json')).out)
    expect(projects).toMatchObject([{ project: 'shop', isNew: true, sent: [{}, {}, {}], files: [] }])
    expect((await push('--create')).out).toBe('3 changes sent to shop.')
    expect(JSON.parse((await push('--create', '--dry-run', '--json')).out).projects[0].isNew).toBe(false)
  })

  test('a new key is shown with its texts', async () => {
    await push('--create')
    await repository.write({
      'locales/en/app.json': EN.replace(
        '"title"',
        '"hint": "Hint", "n_one": "# one", "n_other": "# more", "title"',
      ),
      'locales/de/app.json': DE.replace('"title"', '"hint": "Tipp", "title"'),
    })
    const { out } = await push('--dry-run')
    expect(out).toContain('  app: cart.hint (new key)\n    + en: Hint\n    + de: Tipp\n')
    expect(out).toContain('  app: cart.n (new key)\n    + en, one: # one\n    + en, other: # more\n')
  })

  test('local deletions are only applied on the server on request', async () => {
    await push('--create')
    await repository.write({
      'locales/en/app.json': EN.replace(', "pay": "Pay \\u0026 go"', ''),
      'locales/de/app.json': DE.replace('"title": "Korb"', ''),
    })
    const kept = await push()
    expect(kept.out).toContain('2 texts that you deleted stay on the server: cart.pay, cart.title in de.')
    expect(await repository.onServer('cart.pay', 'en')).toEqual({ en: { other: 'Pay & go' } })
    expect((await push('--delete')).code).toBe(0)
    expect(await repository.onServer('cart.pay', 'en')).toBeNull()
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: {} })
    expect((await push()).out).toContain('Nothing to push')
  })

  describe('of a deleted file', () => {
    const note =
      'locales/de/app.json: you deleted it, and its texts stay on the server. --delete deletes them there too; dragoman pull writes the file again.'
    beforeEach(async () => {
      await repository.write({ 'locales/de/legal.json': '{"terms": "AGB"}' })
      await push('--create')
      await rm(join(repository.root, 'locales/de/app.json'))
    })

    test('keeps its texts on the server and reports it, and sync does not write it again', async () => {
      expect(await push()).toMatchObject({ code: 0, out: `${note}\nNothing to push: 2 files unchanged.` })
      expect((await sync()).out).toBe(`${note}\nNothing to sync.`)
      await expect(repository.text('locales/de/app.json')).rejects.toThrow('ENOENT')
      const json = JSON.parse((await sync('--json')).out)
      expect(json.projects[0].deletedFiles).toEqual([{ path: 'locales/de/app.json', language: 'de' }])
      expect((await push('--namespace', 'legal')).out).not.toContain('you deleted it')
      await repository.save('de', 'cart.title', { other: 'Wagen' })
      expect((await sync()).out).toContain(note)
      expect((await pull()).out).toBe('2 texts written in 1 file.')
      expect(JSON.parse(await repository.text('locales/de/app.json')).cart).toEqual({ title: 'Wagen' })
      expect((await sync()).out).toBe('Nothing to sync: 3 files unchanged.')
    })

    test('deletes its texts on the server with --delete, and only those', async () => {
      expect((await push('--delete', '--dry-run', '--language', 'de')).out).toContain(
        'app: cart.title (de)\n    - Korb',
      )
      expect((await sync('--delete')).out).toBe('2 changes sent to shop.')
      expect(await repository.onServer('cart.title', 'en,de')).toEqual({ en: { other: 'Cart' }, de: {} })
      expect(await repository.onServer('terms', 'de')).toEqual({ de: { other: 'AGB' } })
      expect((await sync('--delete')).out).toBe('Nothing to sync: 2 files unchanged.')
      expect((await sync()).out).toBe('Nothing to sync: 2 files unchanged.')
      await repository.save('de', 'cart.title', { other: 'Wagen' })
      expect((await sync()).out).toBe('1 text written in 1 file.')
    })

    test('is a conflict with --delete if a text has changed on the server', async () => {
      await repository.save('de', 'cart.title', { other: 'Wagen' })
      const { code, out } = await push('--delete')
      expect([code, out]).toEqual([
        3,
        expect.stringContaining(
          'locales/de/app.json: conflict in cart.title (de)\n    here    (deleted)\n    server  Wagen',
        ),
      ])
      expect((await push('--delete', '--prefer', 'local')).code).toBe(0)
      expect(await repository.onServer('cart.title', 'de')).toEqual({ de: {} })
    })

    test('deletes the keys of a namespace that has no other file', async () => {
      await rm(join(repository.root, 'locales/de/legal.json'))
      expect((await push('--delete', '--namespace', 'legal')).out).toBe('1 change sent to shop.')
      expect(await repository.onServer('terms', 'de')).toBeNull()
      expect((await push()).out).toBe(`${note}\nNothing to push: 1 file unchanged.`)
    })

    test('that was moved deletes nothing', async () => {
      await rm(join(repository.root, 'locales'), { recursive: true })
      await repository.write({
        'dragoman.json': PROJECT.replace('locales/', 'i18n/'),
        'i18n/en/app.json': EN,
        'i18n/de/app.json': DE,
      })
      expect((await push('--delete')).out).toBe('Nothing to push.')
      expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Korb' } })
    })
  })

  test('a pattern that no file matches is refused; pull and sync can write its files', async () => {
    const file = JSON.parse(PROJECT)
    file.files.push({ pattern: 'text/{lng}/{ns}.json', format: 'i18next-json', project: 'more' })
    await push('--create')
    await repository.server.call(api.projects.create, {
      body: { slug: 'more', name: 'More', sourceLanguage: 'en' },
    })
    await repository.write({ 'dragoman.json': JSON.stringify(file) })
    expect(await push()).toMatchObject({
      code: 1,
      err: expect.stringContaining('No file matches the pattern “text/{lng}/{ns}.json”.'),
    })
    expect((await pull()).code).toBe(0)
    expect((await sync()).code).toBe(0)
  })

  test('only some languages or namespaces are included', async () => {
    await push('--create')
    await repository.write({
      'locales/en/app.json': EN.replace('Cart', 'Basket'),
      'locales/de/app.json': DE.replace('Korb', 'Wagen'),
      'locales/en/legal.json': '{"terms": "Terms"}',
    })
    expect((await push('--language', 'de', '--namespace', 'app')).out).toBe('1 change sent to shop.')
    expect(await repository.onServer('cart.title', 'en,de')).toEqual({
      en: { other: 'Cart' },
      de: { other: 'Wagen' },
    })
    expect((await push('--namespace=legal')).out).toBe('1 change sent to shop.')
    expect((await push('--language', 'fr')).err).toBe('There is no file for fr. Languages: de, en.')
    expect((await push()).out).toBe('1 change sent to shop.')
  })
})

test('the files of a pseudo language are not sent', async () => {
  await push('--create')
  await repository.dragoman('pseudo')
  expect((await sync()).out).toBe('Nothing to sync: 3 files unchanged.')
  expect((await push('--language', 'en-XA')).out).toBe('3 changes sent to shop.')
})

describe('pull', () => {
  test('writes only the changes on the server, to the byte', async () => {
    await push('--create')
    await repository.save('de', 'cart.title', { other: 'Warenkorb' })
    await repository.save('de', 'items', { one: '1 Stück', other: '{{count}} Stück' })
    const dry = await pull('--dry-run')
    expect(dry.out).toContain('locales/de/app.json\n  cart.title:2 (de)\n    - Korb\n    + Warenkorb')
    expect(await repository.text('locales/de/app.json')).toBe(DE)
    expect((await pull()).out).toBe('2 texts written in 1 file.')
    expect(await repository.text('locales/de/app.json')).toBe(
      DE.replace('Korb', 'Warenkorb')
        .replace('{{count}} Ding"', '1 Stück"')
        .replace('{{count}} Dinge', '{{count}} Stück'),
    )
    expect(await repository.text('locales/en/app.json')).toBe(EN)
    expect((await pull()).out).toBe('Nothing to pull: 2 files unchanged.')
  })

  test('creates the file of a language added on the server, but none without texts', async () => {
    await push('--create')
    const params = { project: 'shop' }
    await repository.server.call(api.languages.add, { params, body: { tag: 'pt-BR' } })
    expect((await pull()).out).toContain('Nothing to pull')
    await repository.save('pt-BR', 'cart.title', { other: 'Carrinho' })
    expect((await pull()).out).toBe('1 text written in 1 file.')
    expect(JSON.parse(await repository.text('locales/pt-BR/app.json'))).toEqual({
      cart: { title: 'Carrinho' },
    })
    expect((await pull()).out).toBe('Nothing to pull: 3 files unchanged.')
    await rm(join(repository.root, 'locales/pt-BR'), { recursive: true })
    expect((await pull()).out).toBe('1 text written in 1 file.')
  })

  test('leaves the file of a language that was removed on the server alone, until it is added again', async () => {
    await push('--create')
    const params = { project: 'shop' }
    await repository.server.call(api.languages.remove, { params: { ...params, language: 'de' } })
    const note =
      'locales/de/app.json: de was removed on the server, so its texts stay as they are. Delete them here too, or add the language there.'
    const dry = JSON.parse((await pull('--dry-run', '--json')).out)
    expect(dry.projects[0]).toMatchObject({
      files: [],
      unchangedFiles: 2,
      removedLanguages: [{ path: 'locales/de/app.json', language: 'de' }],
    })
    for (const run of [pull, push, sync]) expect((await run()).out).toContain(note)
    const changed = DE.replace('Korb', 'Wagen')
    await repository.write({ 'locales/de/app.json': changed })
    expect((await sync()).out).toBe(`${note}\nNothing to sync: 2 files unchanged.`)
    expect(await repository.text('locales/de/app.json')).toBe(changed)
    await repository.server.call(api.languages.add, { params, body: { tag: 'de' } })
    expect((await sync()).out).toBe('2 changes sent to shop.')
    expect(await repository.text('locales/de/app.json')).toBe(changed)
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Wagen' } })
    expect((await sync()).out).toBe('Nothing to sync: 2 files unchanged.')
  })

  test('keeps the texts of a language that was removed on the server and added again between two runs', async () => {
    await push('--create')
    const params = { project: 'shop' }
    await repository.server.call(api.languages.remove, { params: { ...params, language: 'de' } })
    await repository.server.call(api.languages.add, { params, body: { tag: 'de' } })
    expect((await sync()).out).toBe('2 changes sent to shop.')
    expect(await repository.text('locales/de/app.json')).toBe(DE)
    await repository.save('de', 'cart.title', { other: 'Wagen' })
    expect((await sync()).out).toBe('1 text written in 1 file.')
    expect(await repository.text('locales/de/app.json')).toBe(DE.replace('Korb', 'Wagen'))
  })

  describe('of a project that was deleted and created again under its name', () => {
    const again = async () => {
      const params = { project: 'shop' }
      await repository.server.call(api.projects.remove, { params, body: { confirm: 'shop' } })
      await repository.server.call(api.projects.create, {
        body: { slug: 'shop', name: 'shop', sourceLanguage: 'en' },
      })
    }
    const expectUntouched = async () => {
      expect(await repository.text('locales/en/app.json')).toBe(EN)
      expect(await repository.text('locales/de/app.json')).toBe(DE)
    }

    test('push sends everything', async () => {
      await push('--create')
      await again()
      expect((await push()).out).toBe('3 changes sent to shop.')
      expect((await push()).out).toBe('Nothing to push: 2 files unchanged.')
      await expectUntouched()
    })

    test('sync and pull leave the files as they are', async () => {
      await push('--create')
      await again()
      await pull()
      await expectUntouched()
      expect((await sync()).out).toBe('3 changes sent to shop.')
      await expectUntouched()
      await repository.save('en', 'cart.title', { other: 'Basket' })
      expect((await sync()).out).toBe('1 text written in 1 file.')
    })

    test('a renamed key does not make it the same project', async () => {
      await push('--create')
      await again()
      await push()
      await repository.dragoman(
        'rename',
        'cart.title',
        'cart.name',
        '--send',
        '--write',
        '--folder',
        repository.root,
      )
      await again()
      expect((await push()).out).toBe('3 changes sent to shop.')
    })

    test('states of older versions belong to the project of the next run', async () => {
      await push('--create')
      await withoutIdentities()
      expect((await push()).out).toBe('Nothing to push: 2 files unchanged.')
      await again()
      expect((await push()).out).toBe('3 changes sent to shop.')
      await expectUntouched()
    })

    test('--create forgets what older versions have stored without the identity of the project', async () => {
      await push('--create')
      await withoutIdentities()
      await repository.server.call(api.projects.remove, {
        params: { project: 'shop' },
        body: { confirm: 'shop' },
      })
      expect((await sync('--create')).out).toBe('3 changes sent to shop.')
      await expectUntouched()
    })
  })

  test('takes the texts of a language whose removal was undone between two runs', async () => {
    await push('--create')
    const params = { project: 'shop' }
    const { operation } = await repository.server.call(api.languages.remove, {
      params: { ...params, language: 'de' },
    })
    await repository.write({ 'locales/de/app.json': DE.replace('Korb', 'Wagen') })
    await repository.server.call(api.operations.undo, {
      params: { ...params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect((await sync()).out).toBe('1 change sent to shop.')
  })

  test('leaves the texts of a removed language alone in a file with several languages', async () => {
    const csv = 'key,en,de\ncart,Cart,Korb\npay,Pay,Zahlen\n'
    await repository.write({
      'dragoman.json': JSON.stringify({
        project: 'shop',
        sourceLanguage: 'en',
        files: [{ pattern: 'texts/{ns}.csv', format: 'csv' }],
      }),
      'texts/app.csv': csv,
    })
    await push('--create')
    const params = { project: 'shop', language: 'de' }
    await repository.server.call(api.languages.remove, { params })
    await repository.save('en', 'cart', { other: 'Basket' })
    await pull()
    expect(await repository.text('texts/app.csv')).toBe(csv.replace('Cart', 'Basket'))
  })

  test('does not overwrite local changes', async () => {
    await push('--create')
    await repository.write({ 'locales/en/app.json': EN.replace('Cart', 'Basket') })
    await repository.save('de', 'cart.title', { other: 'Warenkorb' })
    await pull()
    expect(await repository.text('locales/en/app.json')).toBe(EN.replace('Cart', 'Basket'))
    expect((await push()).out).toBe('1 change sent to shop.')
  })
})

describe('sync', () => {
  test('merges the changes of both sides, key by key', async () => {
    await push('--create')
    await repository.write({ 'locales/de/app.json': DE.replace('Korb', 'Wagen') })
    await repository.save('de', 'items', { one: 'eins', other: 'viele' })
    expect((await sync()).out).toBe('1 change sent to shop, 1 text written in 1 file.')
    expect(await repository.text('locales/de/app.json')).toBe(
      DE.replace('Korb', 'Wagen').replace('{{count}} Ding"', 'eins"').replace('{{count}} Dinge', 'viele'),
    )
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Wagen' } })
    expect((await sync()).out).toBe('Nothing to sync: 2 files unchanged.')
  })

  test.each([
    ['local', 'Wagen'],
    ['server', 'Einkaufswagen'],
  ])('a conflict is reported with both texts, and resolved by --prefer %s', async (side, wins) => {
    await push('--create')
    const changed = DE.replace('Korb', 'Wagen')
    await repository.write({ 'locales/de/app.json': changed })
    await repository.save('de', 'cart.title', { other: 'Einkaufswagen' })
    for (const run of [push, pull, sync]) {
      const syncReport = await run()
      expect(syncReport.code).toBe(3)
      expect(syncReport.out).toContain(
        'locales/de/app.json:2: conflict in cart.title (de)\n    here    Wagen\n    server  Einkaufswagen',
      )
    }
    expect(await repository.text('locales/de/app.json')).toBe(changed)
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Einkaufswagen' } })
    expect((await sync('--prefer', side)).code).toBe(0)
    expect(await repository.text('locales/de/app.json')).toBe(DE.replace('Korb', wins))
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: wins } })
    expect((await sync()).out).toContain('Nothing to sync')
  })

  test('without a state, missing texts are copied and different ones are conflicts', async () => {
    await push('--create')
    await repository.save('de', 'cart.title', { other: 'Warenkorb' })
    await rm(join(repository.root, '.dragoman'), { recursive: true })
    await repository.write({
      'locales/de/app.json': DE.replace(',   "items_other": "{{count}} Dinge"', ''),
      'locales/en/app.json': EN.replace('"Cart"', '"Cart", "back": "Back"'),
    })
    const { code, out } = await sync()
    expect(code).toBe(3)
    expect(out).toContain('conflict in cart.title (de)')
    expect(out).toContain('conflict in items (de)')
    expect(await repository.onServer('cart.back', 'en')).toEqual({ en: { other: 'Back' } })
  })

  describe('of files that were moved', () => {
    /** Moves the German file, and its language in the paths of the pattern. */
    const move = async () => {
      await rm(join(repository.root, 'locales'), { recursive: true })
      await repository.write({
        'dragoman.json': PROJECT.replace('locales/', 'i18n/'),
        'i18n/en/app.json': EN.replace(', "pay": "Pay \\u0026 go"', ''),
        'i18n/de/app.json': DE,
      })
    }

    test('compares with what both sides agreed on under the old path', async () => {
      await push('--create')
      await move()
      await repository.save('de', 'cart.title', { other: 'Warenkorb' })
      const kept = '1 text that you deleted stays on the server: cart.pay. --delete deletes them there too.'
      expect((await pull('--dry-run')).out).toContain('1 text to write in 1 file.')
      expect(await pull()).toMatchObject({ code: 0, out: `${kept}\n1 text written in 1 file.` })
      expect(await repository.text('i18n/de/app.json')).toBe(DE.replace('Korb', 'Warenkorb'))
      expect((await sync()).out).toBe(`${kept}\nNothing to sync.`)
      expect((await push('--delete')).out).toBe('1 change sent to shop.')
      for (const out of ['Nothing to sync.', 'Nothing to sync: 2 files unchanged.'])
        expect((await sync()).out).toBe(out)
    })

    test('that are deleted then are reported once', async () => {
      await push('--create')
      await rm(join(repository.root, 'locales/de'), { recursive: true })
      await repository.write({ 'locales/DE/app.json': DE })
      await sync()
      await rm(join(repository.root, 'locales/DE'), { recursive: true })
      expect(JSON.parse((await push('--json')).out).projects[0].deletedFiles).toEqual([
        { path: 'locales/DE/app.json', language: 'de' },
      ])
    })

    test('a copied file has no common texts', async () => {
      await push('--create')
      await repository.write({
        'dragoman.json': PROJECT.replace('locales/', 'i18n/'),
        'i18n/en/app.json': EN,
        'i18n/de/app.json': DE,
      })
      await repository.save('de', 'cart.title', { other: 'Warenkorb' })
      expect((await pull()).code).toBe(3)
    })
  })

  describe('without a state, --prefer local', () => {
    beforeEach(async () => {
      await push('--create')
      await repository.save('de', 'cart.title', { other: 'Warenkorb' })
      await repository.write({ 'locales/en/app.json': EN.replace('Cart', 'Basket') })
      await rm(join(repository.root, '.dragoman'), { recursive: true })
    })

    test.each([push, sync])('sends source texts and replaces no translation', async (run) => {
      for (const did of ['1 change sent to shop, 1 conflict.', '1 conflict.']) {
        const { code, out } = await run('--prefer', 'local')
        expect([code, out.split('\n')]).toEqual([
          3,
          [
            'locales/de/app.json:2: conflict in cart.title (de)',
            '    here    Korb',
            '    server  Warenkorb',
            did,
            `These translations might be newer on the server, because the files and the server never had the same texts in this clone. Get them with dragoman pull --prefer server, or replace them with those of the files: dragoman ${run === push ? 'push' : 'sync'} --prefer local --language de.`,
          ],
        ])
      }
      expect(await repository.onServer('cart.title', 'en,de')).toEqual({
        en: { other: 'Basket' },
        de: { other: 'Warenkorb' },
      })
    })

    test('sends only source texts if only their language is named', async () => {
      expect(await push('--language', 'en', '--prefer', 'local')).toMatchObject({
        code: 0,
        out: '1 change sent to shop.',
      })
      expect(await repository.onServer('cart.title', 'en,de')).toEqual({
        en: { other: 'Basket' },
        de: { other: 'Warenkorb' },
      })
    })

    test('replaces translations of languages that are named', async () => {
      expect((await push('--language', 'de', '--prefer', 'local')).out).toBe('1 change sent to shop.')
      expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Korb' } })
    })

    test('keeps the files as they are in a pull', async () => {
      expect((await pull('--prefer', 'local')).code).toBe(0)
      expect(await repository.text('locales/de/app.json')).toBe(DE)
    })
  })

  describe('of a project that got another URL name', () => {
    const renamed = async (from: string, to: string) => {
      await repository.server.call(api.projects.update, { params: { project: from }, body: { slug: to } })
    }
    const configured = (project: string) =>
      repository.write({ 'dragoman.json': PROJECT.replace('shop', project) })
    const foldersOfStates = async () =>
      (await readdir(join(repository.root, '.dragoman'))).filter((name) => name !== '.gitignore')

    test('compares with what both sides agreed on before', async () => {
      await push('--create')
      await repository.server.call(api.keys.remove, {
        params: { project: 'shop', key: await keyOf('shop', 'cart.pay') },
      })
      await renamed('shop', 'store')
      await configured('store')
      const [before] = await foldersOfStates()
      expect((await sync('--dry-run')).out).toContain('1 text to write in 1 file.')
      expect(await foldersOfStates()).toEqual([before])
      expect((await sync()).out).toBe('1 text written in 1 file.')
      expect(await foldersOfStates()).not.toEqual([before])
      expect((await sync()).out).toBe('Nothing to sync: 2 files unchanged.')
    })

    test('keeps the states of two projects that swap their names apart', async () => {
      await push('--create')
      await configured('store')
      await push('--create')
      await repository.write({ 'locales/de/app.json': DE.replace('Korb', 'Wagen') })
      await push()
      await renamed('shop', 'between')
      await renamed('store', 'shop')
      await renamed('between', 'store')
      expect((await sync()).out).toBe('1 change sent to store.')
      await configured('shop')
      expect((await sync()).out).toBe('Nothing to sync: 2 files unchanged.')
    })
  })

  test('a damaged state counts as none', async () => {
    await push('--create')
    const [of = ''] = (await readdir(join(repository.root, '.dragoman'))).filter(
      (name) => name !== '.gitignore',
    )
    for (const name of await readdir(join(repository.root, '.dragoman', of)))
      await repository.write({ [`.dragoman/${of}/${name}`]: '{"version":1,' })
    expect((await sync()).out).toBe('Nothing to sync.')
    expect((await sync()).out).toBe('Nothing to sync: 2 files unchanged.')
  })
})

test('--json contains the same data: each text with its old and new value', async () => {
  const syncReport = async (...args: string[]) => {
    const { code, out } = await repository.dragoman(...args, '--json')
    return { code, ...JSON.parse(out) }
  }
  const [first] = (await syncReport('push', '--create')).projects
  expect(first.sent.map(({ kind, key }: { kind: string; key: string }) => [kind, key])).toEqual([
    ['add-key', 'cart.title'],
    ['add-key', 'cart.pay'],
    ['add-key', 'items'],
  ])
  expect(first.sent[0]).toEqual({
    kind: 'add-key',
    namespace: 'app',
    key: 'cart.title',
    language: null,
    texts: { en: { other: 'Cart' }, de: { other: 'Korb' } },
  })
  await repository.write({ 'locales/de/app.json': DE.replace('Korb', 'Wagen') })
  await repository.save('de', 'items', { one: 'eins', other: 'viele' })
  await repository.save('de', 'cart.title', { other: 'Tasche' })
  const { code, ...run } = await syncReport('sync', '--dry-run')
  const at = { namespace: 'app', language: 'de' }
  expect([code, run]).toEqual([
    3,
    {
      version: 1,
      command: 'sync',
      server: repository.server.server.origin,
      isDry: true,
      projects: [
        {
          project: 'shop',
          isNew: false,
          sent: [],
          refused: [],
          notApproved: [],
          files: [
            {
              path: 'locales/de/app.json',
              isNew: false,
              written: [
                {
                  ...at,
                  key: 'items',
                  line: 3,
                  before: { one: '{{count}} Ding', other: '{{count}} Dinge' },
                  after: { one: 'eins', other: 'viele' },
                },
              ],
              held: [],
            },
          ],
          conflicts: [
            {
              ...at,
              key: 'cart.title',
              path: 'locales/de/app.json',
              line: 2,
              agreed: { other: 'Korb' },
              here: { other: 'Wagen' },
              server: { other: 'Tasche' },
            },
          ],
          kept: [],
          removedLanguages: [],
          deletedFiles: [],
          withoutPlace: [],
          otherSyntax: null,
          unchangedFiles: 0,
        },
      ],
    },
  ])
  expect((await syncReport('sync', '--prefer', 'local')).projects[0].sent[0]).toMatchObject({
    kind: 'translate',
    before: { other: 'Tasche' },
    after: { other: 'Wagen' },
  })
  expect(await syncReport('pull')).toMatchObject({
    code: 0,
    projects: [{ sent: [], files: [], unchangedFiles: 2 }],
  })
})

test('--json and a dry run contain the texts that a deletion removes', async () => {
  await push('--create')
  await repository.write({
    'locales/en/app.json': EN.replace('"title":   "Cart", ', ''),
    'locales/de/app.json': '{ "cart": { "pay": "Zahlen" } }',
  })
  expect((await push('--delete', '--dry-run')).out.split('\n').slice(1, -1)).toEqual([
    '  app: cart.title (deleted)',
    '    - en: Cart',
    '    - de: Korb',
    '  app: cart.pay (de)',
    '    + Zahlen',
    '  app: items (de)',
    '    - one: {{count}} Ding',
    '    - other: {{count}} Dinge',
  ])
  const { sent } = JSON.parse((await push('--delete', '--json')).out).projects[0]
  const at = { namespace: 'app', language: 'de' }
  expect(sent).toEqual([
    {
      ...{ ...at, kind: 'remove-key', key: 'cart.title', language: null, before: null, after: null },
      texts: { en: { other: 'Cart' }, de: { other: 'Korb' } },
    },
    { ...at, kind: 'translate', key: 'cart.pay', before: null, after: { other: 'Zahlen' } },
    {
      ...{ ...at, kind: 'translate', key: 'items', after: null },
      before: { one: '{{count}} Ding', other: '{{count}} Dinge' },
    },
  ])
})

describe('errors', () => {
  test('reports a missing project, a broken file, another source language, and a typo', async () => {
    const missing = await push()
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('has no project "shop"')])
    expect(missing.err).toMatch(/lists those it can access; --create creates a new one\.$/)
    expect((await pull()).err).toMatch(/lists those it can access\.$/)
    await push('--create')
    expect((await pull('--project', 'shpo')).err).toContain('Did you mean shop?')
    expect((await pull('--language', 'fr')).err).toContain(
      'Neither the files nor the server have the language fr.',
    )
    expect((await pull('--namespace', 'ap')).err).toContain('They have app.')
    await repository.write({ 'locales/de/app.json': '{ "cart": ' })
    const broken = await push()
    expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('locales/de/app.json:1:')])
    await repository.write({
      'locales/de/app.json': DE,
      'dragoman.json': PROJECT.replace('"en"', '"de"'),
    })
    expect((await push()).err).toContain('translated from de, the project shop from en')
    expect((await push('--prefer', 'mine')).err).toContain('It must be local or server')
    expect((await pull('--delete')).code).toBe(2)
  })

  /** Pushes with a token that has the scope `files`. */
  async function pushWithFiles(languages: string[] | null, ...args: string[]) {
    const { secret } = await repository.server.call(api.tokens.createOwn, {
      body: { name: 'Files', scopes: ['files'], languages, days: 30 },
    })
    return runCommand(['push', repository.root, ...args], { ...repository.env, DRAGOMAN_TOKEN: secret })
  }

  test('--create needs a token that can create projects, unless the project exists', async () => {
    const { origin } = repository.server.server
    expect(await pushWithFiles(null, '--create')).toEqual({
      code: 1,
      out: '',
      err: `This token does not allow creating the project "shop" on ${origin}: that takes a token with the scope "admin" of an owner of the server. Ask an owner to create the project. (not-allowed)`,
    })
    const params = { slug: 'shop', name: 'Shop', sourceLanguage: 'en' }
    await repository.server.call(api.projects.create, { body: params })
    expect(await pushWithFiles(null, '--create')).toMatchObject({ code: 0, out: '3 changes sent to shop.' })
  })

  test('a token without permission for a language leaves it out and reports it', async () => {
    await push('--create')
    await repository.write({
      'locales/en/app.json': EN.replace('"Cart"', '"Basket"'),
      'locales/de/app.json': DE.replace('Korb', 'Wagen'),
    })
    expect(await pushWithFiles(['de'])).toEqual({
      code: 1,
      out: 'cart.title: this token does not allow changing it in en.\n1 change sent to shop.',
      err: '',
    })
  })

  test('someone limited to a namespace sends its texts and keys; the others are reported, each text once', async () => {
    await push('--create')
    const { deps } = repository.server.server
    const shop = await deps.store.read((r) => projectBySlug(r, 'shop'))
    const limits = { role: 'developer', namespaces: new Set(['app']) } as const
    const person = await peopleOf(repository.server).member('Dev', shop?.id ?? 0, limits)
    const secret = newToken()
    const token = {
      name: 'CI',
      hint: '',
      secretHash: hashOfSecret(secret),
      scopes: new Set(['files' as const]),
    }
    const at = new Date().toISOString()
    const row = { userId: person.id, projectId: null, languages: null, at, expiresAt: null, ...token }
    await deps.store.write((w) => createToken(w, row))
    await repository.write({
      'locales/de/app.json': DE.replace('Korb', 'Wagen'),
      'locales/en/app.json': EN.replace('{', '{\n  "menu": "Menu",'),
      'locales/fr/app.json': '{ "menu": "Carte" }',
      'locales/en/legal.json': '{ "terms": "Terms" }',
    })
    const env = { ...repository.env, DRAGOMAN_TOKEN: secret }
    const { code, out, err } = await runCommand(['push', repository.root], env)
    expect(err).toBe('')
    expect(out.split('\n')).toEqual([
      'terms: this token does not allow changing it.',
      'menu: this token does not allow changing it in fr.',
      '2 changes sent to shop.',
    ])
    expect(code).toBe(1)
    expect(await repository.onServer('menu', 'en')).toEqual({ en: { other: 'Menu' } })
    expect(await repository.onServer('cart.title', 'de')).toEqual({ de: { other: 'Wagen' } })
    expect(await repository.onServer('terms', 'en')).toBeNull()
  })

  test('a repository does not determine where the state is written', async () => {
    await symlink(join(repository.root, '..'), join(repository.root, '.dragoman'))
    const { code, err } = await push('--create')
    expect([code, err]).toEqual([1, expect.stringContaining('must be a folder, not a link to one')])
    expect(await readdir(join(repository.root, '..'))).toEqual(['repository'])
  })

  test('a link is not followed, and is left out and listed', async () => {
    await push('--create')
    const outside = join(repository.root, '..', 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'app.json'), DE)
    await rm(join(repository.root, 'locales/de/app.json'))
    await symlink(join(outside, 'app.json'), join(repository.root, 'locales/de/app.json'))
    await repository.save('en', 'cart.title', { other: 'Basket' })
    const note = 'locales/de/app.json: it is a link, or behind one, and was left out.'
    expect(await pull('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining(note) })
    expect(await sync()).toMatchObject({ code: 0, out: `${note}\n1 text written in 1 file.`, err: '' })
    await rm(join(repository.root, 'locales/de'), { recursive: true })
    await symlink(outside, join(repository.root, 'locales/de'))
    expect(await pull()).toMatchObject({ code: 0, out: `${note}\nNothing to pull: 1 file unchanged.` })
    expect(await readFile(join(outside, 'app.json'), 'utf8')).toBe(DE)
  })

  test('a file that cannot be written is named', async () => {
    await push('--create')
    await repository.server.call(api.languages.add, { params: { project: 'shop' }, body: { tag: 'fr' } })
    await repository.save('fr', 'cart.title', { other: 'Panier' })
    await repository.write({ 'locales/fr': 'Not a folder' })
    expect(await pull()).toMatchObject({
      code: 1,
      err: 'locales/fr/app.json cannot be written: not a file.',
    })
  })

  test('a state that cannot be written is named', async () => {
    await repository.write({ '.dragoman/.gitignore': '*' })
    const state = openSyncState(repository.root, repository.server.server.origin, 'shop')
    await state.write('locales/en/app.json', { hash: '', parts: [] })
    const folder = join(repository.root, '.dragoman')
    const [name = ''] = (await readdir(folder)).filter((one) => one !== '.gitignore')
    await rm(join(folder, name), { recursive: true })
    await repository.write({ [`.dragoman/${name}`]: 'Not a folder' })
    await repository.server.call(api.projects.create, {
      body: { slug: 'shop', name: 'shop', sourceLanguage: 'en' },
    })
    expect(await push()).toMatchObject({ code: 1, err: `${folder} cannot be written: not a file.` })
  })

  test('terminal commands are shown and not executed', async () => {
    await push('--create')
    await repository.save('de', 'cart.title', { other: 'a\u001b[2J\u202eb\u009b1m' })
    expect((await pull('--dry-run')).out).toContain('+ a\\u001b[2J\\u202eb\\u009b1m')
  })

  test("files whose message syntax differs from the project's are reported", async () => {
    await push('--create')
    const params = { project: 'shop' }
    await repository.server.call(api.projects.update, { params, body: { syntax: 'icu' } })
    await repository.write({ 'locales/de/app.json': DE.replace('Korb', 'Wagen') })
    expect((await push()).out).toBe(
      'The project uses the placeholder syntax icu, these files use i18next: change it in the project settings.\n1 change sent to shop.',
    )
  })

  test('two patterns of one project must not match the same texts', async () => {
    const file = JSON.parse(PROJECT)
    file.files.push({ pattern: 'more/{lng}/{ns}.json', format: 'i18next-json' })
    await mkdir(join(repository.root, 'more'))
    await repository.write({ 'dragoman.json': JSON.stringify(file), 'more/en/app.json': '{"a": "A"}' })
    expect((await push('--create')).err).toContain('Give one of their patterns a separate project')
    file.files[1].project = 'more'
    await repository.write({ 'dragoman.json': JSON.stringify(file) })
    const both = await push('--create')
    expect([both.code, both.out]).toEqual([0, '3 changes sent to shop.\n1 change sent to more.'])
  })
})
