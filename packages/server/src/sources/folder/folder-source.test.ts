import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { putConflict } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject, reopened } from '../../../test/folder-project.ts'
import { DATABASES, eventually, leaveTime } from '../../../test/test-server.ts'

const EN = `{
  "title": "Shop",
  "cart": {
    "empty": "Your cart is empty",
    "item_one": "{{count}} item",
    "item_other": "{{count}} items"
  },
  "pay": "Pay"
}
`
const DE = `{
  "title": "Laden",
  "cart": {
    "empty": "Der Warenkorb ist leer",
    "item_one": "{{count}} Artikel",
    "item_other": "{{count}} Artikel"
  }
}
`
const FILES = { 'en/common.json': EN, 'de/common.json': DE }

describe.each(DATABASES)('on %s', (database) => {
  let project: FolderProject | null = null
  afterEach(async () => {
    await project?.test.close()
    project = null
  })

  async function open(files: Readonly<Record<string, string>> = FILES): Promise<FolderProject> {
    project = await folderProject(files, { database })
    return project
  }

  function lineDiff(before: string, after: string): { removed: string[]; added: string[] } {
    const old = before.split('\n')
    const now = after.split('\n')
    return {
      removed: old.filter((line) => !now.includes(line)),
      added: now.filter((line) => !old.includes(line)),
    }
  }

  describe('first import', () => {
    test('reads every file and leaves it unchanged', async () => {
      const { test: server, read, row, params } = await open()
      expect(await read('en/common.json')).toBe(EN)
      expect(await read('de/common.json')).toBe(DE)
      const item = await row('cart.item', 'de')
      expect(item?.key.plural).toBe('cardinal')
      expect(item?.target.forms).toEqual({ one: '{{count}} Artikel', other: '{{count}} Artikel' })
      const { files } = await server.call(api.files.list, { params })
      expect(files.map((file) => [file.path, file.state])).toEqual([
        ['de/common.json', 'in-step'],
        ['en/common.json', 'in-step'],
      ])
      const { operations } = await server.call(api.operations.list, { params, query: { limit: 10 } })
      expect(operations.filter((operation) => operation.kind === 'import')).toHaveLength(1)
    })

    test('keeps the order of the source file', async () => {
      const { test: server, params } = await open()
      const { rows } = await server.call(api.translations.page, {
        params,
        query: { language: 'de', limit: 10 },
      })
      expect(rows.map((row) => row.key.name)).toEqual(['title', 'cart.empty', 'cart.item', 'pay'])
    })
  })

  describe('from here to the folder', () => {
    test('one saved string changes one line of one file', async () => {
      const { save, read } = await open()
      await save('title', 'de', 'Geschäft')
      const after = await eventually(async () => {
        const text = await read('de/common.json')
        return text !== DE && text
      })
      expect(lineDiff(DE, after)).toEqual({
        removed: ['  "title": "Laden",'],
        added: ['  "title": "Geschäft",'],
      })
      expect(await read('en/common.json')).toBe(EN)
    })

    test('a missing key is added where the source has it', async () => {
      const { save, read } = await open()
      await save('pay', 'de', 'Zahlen')
      const after = await eventually(async () => {
        const text = await read('de/common.json')
        return text !== DE && text
      })
      expect(after).toBe(DE.replace('  }\n}', '  },\n  "pay": "Zahlen"\n}'))
    })

    test('an emptied translation leaves a target file and stays empty in the source file', async () => {
      const { save, read } = await open()
      await save('title', 'de', '')
      await save('pay', 'en', '')
      await eventually(async () => !(await read('de/common.json')).includes('title'))
      await eventually(async () => (await read('en/common.json')).includes('"pay": ""'))
    })

    test('a deleted key leaves every file, an undo brings it back', async () => {
      const { test: server, row, read, params } = await open()
      const key = (await row('title', 'de'))?.key.id ?? 0
      const { operation } = await server.call(api.keys.remove, { params: { ...params, key } })
      await eventually(
        async () =>
          !(await read('de/common.json')).includes('title') &&
          !(await read('en/common.json')).includes('title'),
      )
      await server.call(api.operations.undo, {
        params: { ...params, operation: operation?.id ?? 0 },
        body: { keepNewer: false },
      })
      await eventually(
        async () => (await read('de/common.json')) === DE && (await read('en/common.json')) === EN,
      )
    })

    test('a renamed key keeps its place', async () => {
      const { test: server, row, read, params } = await open()
      const key = (await row('title', 'de'))?.key.id ?? 0
      await server.call(api.keys.update, { params: { ...params, key }, body: { name: 'heading' } })
      await eventually(async () => (await read('de/common.json')) === DE.replace('"title"', '"heading"'))
      await eventually(async () => (await read('en/common.json')) === EN.replace('"title"', '"heading"'))
    })

    test('a new language gets its file with its first text, in the style of the source', async () => {
      const { test: server, save, read, params, locales } = await open()
      await server.call(api.languages.add, { params, body: { tag: 'pt-BR' } })
      expect(await readdir(locales)).toEqual(['de', 'en'])
      await save('cart.empty', 'pt-BR', 'Vazio')
      expect(await eventually(() => read('pt-BR/common.json').catch(() => null))).toBe(
        '{\n  "cart": {\n    "empty": "Vazio"\n  }\n}\n',
      )
    })

    test('plural forms of another language are written with their suffixes', async () => {
      const { test: server, row, read, params } = await open()
      await server.call(api.languages.add, { params, body: { tag: 'pl' } })
      const item = await row('cart.item', 'pl')
      await server.call(api.translations.save, {
        params: { ...params, key: item?.key.id ?? 0, language: 'pl' },
        body: {
          forms: {
            one: '{{count}} rzecz',
            few: '{{count}} rzeczy',
            many: '{{count}} rzeczy',
            other: '{{count}} rzeczy',
          },
          baseVersion: 0,
        },
      })
      const text = await eventually(() => read('pl/common.json').catch(() => null))
      expect(Object.keys(JSON.parse(text).cart)).toEqual(['item_one', 'item_few', 'item_many', 'item_other'])
    })
  })

  describe('from the folder to here', () => {
    test('a changed text, a new key and a new file arrive', async () => {
      const { write, text, test: server, params } = await open()
      await write('de/common.json', DE.replace('Laden', 'Kiosk'))
      await eventually(async () => (await text('title', 'de')) === 'Kiosk')
      await write(
        'en/common.json',
        EN.replace('  "cart"', '  "search": "Search",\n  "find": "Find",\n  "cart"'),
      )
      await eventually(async () => (await text('find', 'en')) === 'Find')
      const { rows } = await server.call(api.translations.page, {
        params,
        query: { language: 'de', limit: 10 },
      })
      expect(rows.map((row) => row.key.name)).toEqual([
        'title',
        'search',
        'find',
        'cart.empty',
        'cart.item',
        'pay',
      ])
      await write('fr/common.json', '{ "title": "Boutique" }')
      await eventually(async () => (await text('title', 'fr').catch(() => null)) === 'Boutique')
    })

    test('an entry removed from the source file only empties the source', async () => {
      const { write, row, text } = await open()
      await write('en/common.json', EN.replace('  "title": "Shop",\n', ''))
      await eventually(async () => (await text('title', 'en')) === null)
      expect((await row('title', 'de'))?.target.forms).toEqual({ other: 'Laden' })
    })

    test('a key removed from all files is removed here', async () => {
      const { write, row } = await open()
      await write('en/common.json', EN.replace('  "title": "Shop",\n', ''))
      await write('de/common.json', DE.replace('  "title": "Laden",\n', ''))
      await eventually(async () => (await row('title', 'de')) === null)
    })

    test('a deleted file removes nothing, and a save makes it again', async () => {
      const { test: server, locales, text, save, read, params } = await open()
      await unlink(join(locales, 'de/common.json'))
      await eventually(async () => {
        const { files } = await server.call(api.files.list, { params })
        return files.find((file) => file.path === 'de/common.json')?.state === 'missing'
      })
      expect(await text('title', 'de')).toBe('Laden')
      await save('title', 'de', 'Geschäft')
      const made = await eventually(() => read('de/common.json').catch(() => null))
      expect(JSON.parse(made)).toEqual({
        title: 'Geschäft',
        cart: {
          empty: 'Der Warenkorb ist leer',
          item_one: '{{count}} Artikel',
          item_other: '{{count}} Artikel',
        },
      })
    })

    test('single keys become a plural when a file shows that they are one', async () => {
      const { write, row } = await open({
        'en/common.json': '{\n  "a": "A",\n  "file_other": "files"\n}\n',
        'de/common.json': '{\n  "file_other": "Dateien"\n}\n',
      })
      expect((await row('file_other', 'en'))?.key.plural).toBe('none')
      await write('en/common.json', '{\n  "a": "A",\n  "file_one": "file",\n  "file_other": "files"\n}\n')
      await eventually(async () => (await row('file', 'de'))?.target.forms.other === 'Dateien')
      expect((await row('file', 'en'))?.target.forms).toEqual({ one: 'file', other: 'files' })
      expect(await row('file_other', 'en')).toBeNull()
    })
  })

  test('a namespace and a language that are new during a pause get their files after it', async () => {
    const { test: server, params, read, save } = await open()
    const [source] = (await server.call(api.sources.list, { params })).sources
    const body = { namespace: 'new', name: 'hello', plural: 'none', forms: { other: 'Hello' } } as const
    await server.server.deps.sources.whilePaused(source?.id ?? 0, async () => {
      await server.call(api.keys.create, { params, body })
      await server.call(api.languages.add, { params, body: { tag: 'pl' } })
      await save('title', 'pl', 'Sklep')
    })
    expect(JSON.parse(await eventually(() => read('en/new.json').catch(() => null)))).toEqual({
      hello: 'Hello',
    })
    await eventually(() => read('pl/common.json').catch(() => null))
  })

  test('a sync that is requested during a pause runs after it', async () => {
    const { test: server, params, write, text } = await open()
    const [source] = (await server.call(api.sources.list, { params })).sources
    const sourceId = source?.id ?? 0
    const { sources } = server.server.deps
    const done: string[] = []
    let synced: Promise<unknown> = Promise.resolve()
    await sources.whilePaused(sourceId, async () => {
      synced = server
        .call(api.sources.sync, { params: { ...params, source: sourceId } })
        .then(() => done.push('sync'))
      await write('de/common.json', DE.replace('Laden', 'Kiosk'))
      await Promise.race([synced, leaveTime()])
      done.push('task')
    })
    await synced
    expect(done).toEqual(['task', 'sync'])
    expect(await text('title', 'de')).toBe('Kiosk')
  })

  test('a source continues if disconnecting it is refused', async () => {
    const { test: server, params, write, text } = await open()
    const [source] = (await server.call(api.sources.list, { params })).sources
    const { sources, store } = server.server.deps
    const refuse = () => Promise.reject(new Error('refused'))
    await expect(sources.disconnect(store.write, source?.id ?? 0, refuse)).rejects.toThrow('refused')
    await write('de/common.json', DE.replace('Laden', 'Kiosk'))
    await server.call(api.sources.sync, { params: { ...params, source: source?.id ?? 0 } })
    expect(await text('title', 'de')).toBe('Kiosk')
  })

  describe('changes on both sides', () => {
    test('different keys merge automatically', async () => {
      const { write, save, read, text } = await open()
      await Promise.all([
        save('title', 'de', 'Geschäft'),
        write('de/common.json', DE.replace('ist leer', 'ist noch leer')),
      ])
      const merged = DE.replace('ist leer', 'ist noch leer').replace('Laden', 'Geschäft')
      await eventually(async () => (await read('de/common.json')) === merged)
      await eventually(async () => (await text('cart.empty', 'de')) === 'Der Warenkorb ist noch leer')
      expect(await text('title', 'de')).toBe('Geschäft')
    })

    async function conflict(): Promise<FolderProject> {
      const opened = await open()
      const { test: server, params } = opened
      const [source] = (await server.call(api.sources.list, { params })).sources
      // Both sides have changed when they are compared again.
      await server.server.deps.sources.whilePaused(source?.id ?? 0, async () => {
        await opened.write('de/common.json', DE.replace('Laden', 'Kiosk'))
        await opened.save('title', 'de', 'Geschäft')
      })
      return opened
    }

    async function conflictOf({ test: server, params }: FolderProject) {
      return eventually(async () => (await server.call(api.files.conflicts, { params })).conflicts[0])
    }

    test('the same key becomes a conflict, nothing is overwritten, and theirs resolves it', async () => {
      const opened = await conflict()
      const { test: server, params, read, text } = opened
      const found = await conflictOf(opened)
      expect(found).toMatchObject({
        name: 'title',
        language: 'de',
        base: { other: 'Laden' },
        theirs: { other: 'Kiosk' },
        ours: { other: 'Geschäft' },
        merged: null,
        oursBy: { name: 'Ann' },
      })
      expect(await read('de/common.json')).toContain('Kiosk')
      expect(await text('title', 'de')).toBe('Geschäft')
      await server.call(api.files.resolve, {
        params: { ...params, conflict: found.id },
        body: { forms: { other: 'Kiosk' }, mark: found.mark },
      })
      await eventually(async () => (await server.call(api.files.conflicts, { params })).total === 0)
      expect(await text('title', 'de')).toBe('Kiosk')
      expect(await read('de/common.json')).toContain('Kiosk')
    })

    test('ours resolves it and goes to the file', async () => {
      const opened = await conflict()
      const { test: server, params, read } = opened
      const found = await conflictOf(opened)
      await server.call(api.files.resolve, {
        params: { ...params, conflict: found.id },
        body: { forms: { other: 'Geschäft' }, mark: found.mark },
      })
      await eventually(async () => (await read('de/common.json')) === DE.replace('Laden', 'Geschäft'))
      // Once written, the conflict is gone: a later change on disk is an ordinary one.
      await opened.write('de/common.json', DE.replace('Laden', 'Markt'))
      await eventually(async () => (await opened.text('title', 'de')) === 'Markt')
    })

    test('it shows the text as it is now, and is not resolved by someone who saw another', async () => {
      const opened = await conflict()
      const { test: server, params, text } = opened
      const { id, mark } = await conflictOf(opened)
      const resolve = (seen: string) => ({
        params: { ...params, conflict: id },
        body: { forms: { other: 'Kiosk' }, mark: seen },
      })
      await opened.save('title', 'de', 'Kaufhaus')
      expect(await server.fail(api.files.resolve, resolve(mark))).toMatchObject({
        code: 'stale-edit',
        current: { translation: { forms: { other: 'Kaufhaus' } } },
      })
      expect(await text('title', 'de')).toBe('Kaufhaus')
      const found = await conflictOf(opened)
      expect(found).toMatchObject({ id, theirs: { other: 'Kiosk' }, ours: { other: 'Kaufhaus' } })

      await opened.write('de/common.json', DE.replace('Laden', 'Bude'))
      await eventually(async () => (await conflictOf(opened)).theirs.other === 'Bude')
      expect(await server.fail(api.files.resolve, resolve(found.mark))).toMatchObject({ code: 'stale-edit' })
      await server.call(api.files.resolve, resolve((await conflictOf(opened)).mark))
      expect(await text('title', 'de')).toBe('Kiosk')
    })

    test('the removal of its language ends a conflict', async () => {
      const opened = await conflict()
      const { test: server, params } = opened
      await conflictOf(opened)
      await server.call(api.languages.remove, { params: { ...params, language: 'de' } })
      await eventually(async () => (await server.call(api.files.conflicts, { params })).total === 0)
      // If the language returns, its file is read as new.
      const before = await opened.read('de/common.json')
      await server.call(api.languages.add, { params, body: { tag: 'de' } })
      await eventually(async () => (await opened.text('title', 'de')) === 'Kiosk')
      expect(await opened.read('de/common.json')).toBe(before)
    })

    test('a language that returns before the next sync is read as new too', async () => {
      const { test: server, params, read, text } = await open()
      const [source] = (await server.call(api.sources.list, { params })).sources
      await server.server.deps.sources.whilePaused(source?.id ?? 0, async () => {
        await server.call(api.languages.remove, { params: { ...params, language: 'de' } })
        await server.call(api.languages.add, { params, body: { tag: 'de' } })
      })
      await eventually(async () => (await text('title', 'de')) === 'Laden')
      expect(await read('de/common.json')).toBe(DE)
    })

    test('a removed language stays removed if it gets another file', async () => {
      const { test: server, params, text, write } = await open()
      const [source] = (await server.call(api.sources.list, { params })).sources
      const sync = () => server.call(api.sources.sync, { params: { ...params, source: source?.id ?? 0 } })
      await server.call(api.languages.remove, { params: { ...params, language: 'de' } })
      await sync()
      await write('en/more.json', '{ "more": "More" }\n')
      await write('de/more.json', '{ "more": "Mehr" }\n')
      await sync()
      expect(await text('more', 'en')).toBe('More')
      const { languages } = await server.call(api.projects.overview, { params })
      expect(languages.map(({ tag }) => tag)).toEqual(['en'])
      await server.call(api.languages.add, { params, body: { tag: 'de' } })
      await eventually(async () => (await text('more', 'de')) === 'Mehr')
      expect(await text('title', 'de')).toBe('Laden')
    })

    test('a conflict in a removed language can be resolved before the next sync', async () => {
      const opened = await conflict()
      const { test: server, params } = opened
      const { id, mark } = await conflictOf(opened)
      const [source] = (await server.call(api.sources.list, { params })).sources
      await server.server.deps.sources.whilePaused(source?.id ?? 0, async () => {
        await server.call(api.languages.remove, { params: { ...params, language: 'de' } })
        const resolve = { params: { ...params, conflict: id }, body: { forms: { other: 'Kiosk' }, mark } }
        expect(await server.call(api.files.resolve, resolve)).toEqual({ operation: null })
        expect((await server.call(api.files.conflicts, { params })).total).toBe(0)
      })
    })

    test('a conflict whose key was deleted is resolved with a new key, or without one', async () => {
      const opened = await open()
      const { test: server, params, row, text } = opened
      const { files } = await server.call(api.files.list, { params })
      const key = (await row('title', 'de'))?.key.id ?? 0
      const unit = { name: 'title', plural: 'none' as const, path: ['title'], keyId: key }
      const forms = { base: { other: 'Laden' }, theirs: { other: 'Kiosk' }, ours: { other: 'Geschäft' } }
      const fileId = files.find(({ language }) => language === 'de')?.id ?? 0
      const at = '2026-01-01T00:00:00.000Z'
      await server.server.deps.store.write(async (w) => {
        for (const branch of ['first', 'second', 'third'])
          await putConflict(w, { fileId, ...unit, ...forms, at, branch })
      })
      await server.call(api.keys.remove, { params: { ...params, key } })
      const listed = async () => (await server.call(api.files.conflicts, { params })).conflicts
      const resolve = async (other: string) => {
        const [first] = await listed()
        const of = { params: { ...params, conflict: first?.id ?? 0 } }
        const forms = other === '' ? {} : { other }
        return server.call(api.files.resolve, { ...of, body: { forms, mark: first?.mark ?? '' } })
      }
      expect(await listed()).toMatchObject([
        { keyId: null, branch: 'first' },
        { keyId: null, branch: 'second' },
        { keyId: null, branch: 'third' },
      ])
      expect((await listed()).map(({ ours }) => ours)).toEqual([{}, {}, {}])
      expect(await resolve('')).toEqual({ operation: null })
      expect(await row('title', 'de')).toBeNull()
      await resolve('Kiosk')
      expect(await text('title', 'de')).toBe('Kiosk')
      // The new key is what the last one is about.
      expect(await listed()).toMatchObject([{ ours: { other: 'Kiosk' }, branch: 'third' }])
      await resolve('Bude')
      expect(await text('title', 'de')).toBe('Bude')
      expect(await listed()).toEqual([])
    })

    test('conflicts without a key are about the keys that are created with their names', async () => {
      const { test: server, params, text } = await open()
      const { files } = await server.call(api.files.list, { params })
      const fileId = files.find(({ language }) => language === 'de')?.id ?? 0
      const forms = { base: { other: 'Alt' }, theirs: { other: 'Kiosk' }, ours: {} }
      const at = '2026-01-01T00:00:00.000Z'
      await server.server.deps.store.write(async (w) => {
        for (const name of ['first', 'second', 'third']) {
          const unit = { name, plural: 'none' as const, path: [name], keyId: null }
          await putConflict(w, { fileId, ...unit, ...forms, at, branch: 'topic' })
        }
      })
      const create = async (name: string) => {
        const body = { namespace: 'common', name, plural: 'none' as const, forms: { other: 'New' } }
        return (await server.call(api.keys.create, { params, body })).key.id
      }
      const created = [await create('first'), await create('third')]
      const listed = async () => (await server.call(api.files.conflicts, { params })).conflicts
      expect((await listed()).map(({ keyId }) => keyId)).toEqual([created[0], null, created[1]])
      const [, , { id, mark } = { id: 0, mark: '' }] = await listed()
      const of = { params: { ...params, conflict: id } }
      await server.call(api.files.resolve, { ...of, body: { forms: { other: 'Kiosk' }, mark } })
      expect(await text('third', 'de')).toBe('Kiosk')
    })

    test('an edit of the file to the same text ends the conflict', async () => {
      const opened = await conflict()
      await conflictOf(opened)
      await opened.write('de/common.json', DE.replace('Laden', 'Geschäft'))
      await eventually(
        async () => (await opened.test.call(api.files.conflicts, { params: opened.params })).total === 0,
      )
    })
  })

  describe('faults', () => {
    test('an unreadable file is reported with its position and left alone, and others continue', async () => {
      const { write, read, test: server, params, text, save } = await open()
      const broken = DE.replace('"Laden",', '"Laden"')
      await write('de/common.json', broken)
      const file = await eventually(async () => {
        const { files } = await server.call(api.files.list, { params })
        return files.find((candidate) => candidate.state === 'unreadable')
      })
      expect(file.problem).toMatchObject({ code: 'json-expected-comma', line: 3 })
      expect(await text('title', 'de')).toBe('Laden')
      await save('title', 'de', 'Geschäft')
      await write('en/common.json', EN.replace('"Pay"', '"Pay now"'))
      await eventually(async () => (await text('pay', 'en')) === 'Pay now')
      expect(await read('de/common.json')).toBe(broken)
      await write('de/common.json', DE)
      await eventually(async () => (await read('de/common.json')) === DE.replace('Laden', 'Geschäft'))
    })

    test('a missing folder removes nothing, and comes back', async () => {
      const { test: server, locales, params, text, save, read } = await open()
      await rename(locales, `${locales}.away`)
      await eventually(async () =>
        (await server.call(api.files.list, { params })).files.every((file) => file.state === 'missing'),
      )
      expect(await text('title', 'de')).toBe('Laden')
      await save('title', 'de', 'Geschäft')
      await leaveTime()
      expect(existsSync(locales)).toBe(false)
      const [source] = (await server.call(api.sources.list, { params })).sources
      const failure = await server.fail(api.sources.sync, { params: { ...params, source: source?.id ?? 0 } })
      expect(failure.code).toBe('source-unreachable')
      await rename(`${locales}.away`, locales)
      await server.call(api.sources.sync, { params: { ...params, source: source?.id ?? 0 } })
      expect(
        (await server.call(api.files.list, { params })).files.every((file) => file.state === 'in-step'),
      ).toBe(true)
      expect(await read('de/common.json')).toBe(DE.replace('Laden', 'Geschäft'))
    })

    test('a file with a new spelling of its language takes the place of the old one', async () => {
      const pt = '{\n  "a": "Ah"\n}\n'
      const opened = await open({ 'en.json': '{\n  "a": "A"\n}\n', 'pt-br.json': pt })
      const { test: server, locales, params, read, save } = opened
      await rename(join(locales, 'pt-br.json'), join(locales, 'pt-BR.json'))
      const states = async () => {
        const { files } = await server.call(api.files.list, { params })
        return JSON.stringify(files.map(({ path, state }) => [path, state]))
      }
      const renamed = JSON.stringify([
        ['en.json', 'in-step'],
        ['pt-BR.json', 'in-step'],
      ])
      await eventually(async () => (await states()) === renamed)
      await save('a', 'pt-BR', 'Aah')
      await eventually(async () => (await read('pt-BR.json')) === pt.replace('Ah', 'Aah'))
      // An edit of the developer arrives in the same way.
      await opened.write('pt-BR.json', pt.replace('Ah', 'Aaah'))
      await eventually(async () => (await opened.text('a', 'pt-BR')) === 'Aaah')
      expect(existsSync(join(locales, 'pt-br.json'))).toBe(false)
    })

    test('it does so if the old file is removed first, and if both are there for some time', async () => {
      const opened = await open({ 'en.json': '{\n  "a": "A"\n}\n', 'pt-br.json': '{\n  "a": "Ah"\n}\n' })
      const { test: server, locales, params, read, save, write } = opened
      const states = async () =>
        new Map((await server.call(api.files.list, { params })).files.map(({ path, state }) => [path, state]))
      await unlink(join(locales, 'pt-br.json'))
      await eventually(async () => (await states()).get('pt-br.json') === 'missing')
      await write('pt-BR.json', '{\n  "a": "Bah"\n}\n')
      await eventually(async () => (await opened.text('a', 'pt-BR')) === 'Bah')
      expect([...(await states()).keys()]).toEqual(['en.json', 'pt-BR.json'])
      await write('pt_BR.json', '{\n  "a": "Cah"\n}\n')
      const [source] = (await server.call(api.sources.list, { params })).sources
      await server.call(api.sources.sync, { params: { ...params, source: source?.id ?? 0 } })
      expect(await opened.text('a', 'pt-BR')).toBe('Bah')
      await unlink(join(locales, 'pt-BR.json'))
      await eventually(async () => (await opened.text('a', 'pt-BR')) === 'Cah')
      await save('a', 'pt-BR', 'Dah')
      await eventually(async () => (await read('pt_BR.json')).includes('Dah'))
      await eventually(async () => (await states()).get('pt_BR.json') === 'in-step')
      expect([...(await states()).keys()]).toEqual(['en.json', 'pt_BR.json'])
    })

    test('what was saved while the process was down is written at the next start', async () => {
      const opened = await open()
      await writeFile(join(opened.locales, 'de/common.json'), DE.replace('ist leer', 'ist noch leer'))
      await opened.save('title', 'de', 'Geschäft')
      const again = reopened(opened, await opened.test.restart())
      project = again
      await eventually(
        async () =>
          (await again.read('de/common.json')) ===
          DE.replace('ist leer', 'ist noch leer').replace('Laden', 'Geschäft'),
      )
    })

    test('a text that Dragoman had just written when it died is no conflict', async () => {
      const { test: server, locales, read, row, params } = await open()
      const found = await row('title', 'de')
      if (found === null) throw new Error('No key title')
      const saveOver = (text: string, baseVersion: number) =>
        server.call(api.translations.save, {
          params: { ...params, key: found.key.id, language: 'de' },
          body: { forms: { other: text }, baseVersion },
        })
      await saveOver('Kiosk', found.target.version)
      await Promise.all([
        writeFile(join(locales, 'de/common.json'), DE.replace('Laden', 'Kiosk')),
        saveOver('Krämerei', found.target.version + 1),
      ])
      await eventually(async () => (await read('de/common.json')) === DE.replace('Laden', 'Krämerei'))
      expect((await server.call(api.files.conflicts, { params })).total).toBe(0)
    })

    test('a change on disk while the process was down arrives at the next start', async () => {
      const opened = await open()
      const restarted = await opened.test.restart(() =>
        writeFile(join(opened.locales, 'de/common.json'), DE.replace('Laden', 'Kiosk')),
      )
      const again = reopened(opened, restarted)
      project = again
      await eventually(async () => (await again.text('title', 'de')) === 'Kiosk')
    })

    test('a path that cannot be written is reported, nothing is lost, and it is tried again', async () => {
      const { test: server, params, locales, save, text } = await open()
      await server.call(api.languages.add, { params, body: { tag: 'fr' } })
      // A file at the path where the folder of the language should be.
      await writeFile(join(locales, 'fr'), 'in the way')
      await save('title', 'fr', 'Boutique')
      const file = await eventually(async () =>
        (await server.call(api.files.list, { params })).files.find(
          (candidate) => candidate.state === 'unwritable',
        ),
      )
      expect(file).toMatchObject({ path: 'fr/common.json', problem: { code: 'not-a-file' } })
      expect(await text('title', 'fr')).toBe('Boutique')
      await unlink(join(locales, 'fr'))
      await save('title', 'fr', 'Magasin')
      await eventually(async () =>
        (await readFile(join(locales, 'fr/common.json'), 'utf8').catch(() => '')).includes('Magasin'),
      )
      await eventually(async () =>
        (await server.call(api.files.list, { params })).files.every(
          (candidate) => candidate.state === 'in-step',
        ),
      )
    })

    test('leaves no temporary files behind', async () => {
      const { save, read, locales } = await open()
      await save('title', 'de', 'Geschäft')
      await eventually(async () => (await read('de/common.json')).includes('Geschäft'))
      await mkdir(join(locales, 'x'))
      expect(await readdir(join(locales, 'de'))).toEqual(['common.json'])
    })
  })
})
