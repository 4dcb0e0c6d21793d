import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatById } from '@dragoman/formats'
import {
  addLanguages,
  applyOperation,
  type ChangeRequest,
  createProject,
  createSource,
  listConflicts,
  undoOperation,
  unitsOfFile,
} from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { AT, MARA } from '../../store/test/sample.ts'
import { openFolderFiles } from '../src/sources/folder/folder-files.ts'
import { openSyncContext, type SyncContext } from '../src/sync/run/context.ts'
import type { Reading } from '../src/sync/run/reading.ts'
import { type BatchResult, syncBatch } from '../src/sync/run/sync-batch.ts'
import { json } from './sync-project.ts'
import { DATABASES } from './test-server.ts'

const NAMES = ['key0', 'key1', 'key2', 'key3', 'key4']
const LANGUAGES = ['en', 'de', 'fr']
const NO_CHANGES = new Map()

type Texts = Record<string, string>

const textsIn = (language: string, namespace: string): Texts =>
  Object.fromEntries(NAMES.map((name) => [name, `${language} ${namespace} ${name}`]))

/** What a person does while the files are imported; `step`: after so many transactions of the import. */
type Act = () => Promise<unknown>

describe.each(DATABASES)('the first import of a namespace · %s', (kind) => {
  let database: TestDatabase
  let folder: string
  let context: SyncContext
  let projectId: number
  beforeEach(async () => {
    database = await openTestDatabase(kind)
    folder = await mkdtemp(join(tmpdir(), 'dragoman-first-'))
    for (const language of LANGUAGES)
      for (const namespace of ['app', 'shop'])
        await put(`${language}/${namespace}.json`, textsIn(language, namespace))
    const format = formatById('i18next-json')
    if (format === null) throw new Error('There is no such format')
    const pattern = '{lng}/{ns}.json'
    const created = await database.store.write(async (w) => {
      const { id } = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
      const row = {
        kind: 'folder',
        folder,
        pattern,
        format: format.id,
        writable: true,
        createdAt: AT,
      } as const
      return { id, source: await createSource(w, { projectId: id, ...row }) }
    })
    projectId = created.id
    await database.store.write((w) =>
      addLanguages(w, { projectId, tags: ['de', 'fr'], kind: 'import', by: MARA, at: AT }),
    )
    context = openSyncContext({
      store: database.store,
      now: () => new Date(),
      log: () => undefined,
      projectId,
      source: created.source,
      format,
      files: openFolderFiles({ folder, pattern }),
    })
  })
  afterEach(async () => {
    await database.remove()
    await rm(folder, { recursive: true })
  })

  async function put(path: string, texts: Texts): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), json(texts))
  }
  const file = async (path: string): Promise<Texts> => JSON.parse(await readFile(join(folder, path), 'utf8'))
  async function catalog(language: string, namespace: string): Promise<Texts> {
    const rows = await database.store.read((r) => unitsOfFile(r, projectId, language, namespace))
    return Object.fromEntries(rows.map(({ unit }) => [unit.name, unit.forms.other ?? '']))
  }
  async function keyId(name: string, namespace = 'shop'): Promise<number> {
    const rows = await database.store.read((r) => unitsOfFile(r, projectId, 'en', namespace))
    const found = rows.find(({ unit }) => unit.name === name)
    if (found === undefined) throw new Error(`No key ${name}`)
    return found.keyId
  }
  async function apply(changes: readonly ChangeRequest[]): Promise<number> {
    const at = new Date().toISOString()
    const done = await database.store.write((w) =>
      applyOperation(w, { projectId, kind: 'save', by: MARA, at, changes }),
    )
    if (!done.ok) throw new Error(`refused: ${JSON.stringify(done.refusals)}`)
    return done.operationId
  }
  const remove = async (name: string, namespace = 'shop') =>
    apply([{ kind: 'remove-key', keyId: await keyId(name, namespace) }])
  const edit = async (
    name: string,
    fields: Extract<ChangeRequest, { kind: 'edit-key' }>['fields'],
    namespace = 'shop',
  ) => apply([{ kind: 'edit-key', keyId: await keyId(name, namespace), fields }])
  const translate = async (name: string, language: string, text: string) =>
    apply([{ kind: 'translate', keyId: await keyId(name), language, forms: { other: text } }])
  const conflicts = () => database.store.read((r) => listConflicts(r, projectId, { state: 'open' }))

  /** A job's way to read: two keys in each transaction, and `acts` before the transactions of these numbers. */
  function reading(acts: Readonly<Record<number, Act>> = {}): Reading {
    let operationId: number | null = null
    let transactions = 0
    return {
      isStopped: () => false,
      found: () => {},
      reads: () => {},
      hasRead: () => {},
      hasPartlyRead: () => {},
      operationId: () => operationId,
      stepSize: () => 2,
      async write(work) {
        await acts[transactions]?.()
        transactions++
        const done = await database.store.write((w) => work(w, operationId ?? undefined))
        if (done.operationId !== 0) operationId = done.operationId
        return done
      },
    }
  }
  const importFiles = (by: Reading, paths: readonly string[]): Promise<BatchResult> =>
    syncBatch(context, { paths, fromCatalog: NO_CHANGES, kind: 'import', reading: by })
  const pathsOf = (namespace: string) => LANGUAGES.map((language) => `${language}/${namespace}.json`)
  /** Writes what the catalog has into the files, as happens after each operation of a person. */
  const writeBack = (namespace: string) =>
    syncBatch(context, {
      paths: pathsOf(namespace),
      fromCatalog: new Map(
        LANGUAGES.map((language) => [`${language}/${namespace}.json`, new Map([[language, 'any' as const]])]),
      ),
      kind: 'sync',
    })

  /** Compares catalog and files with the texts that were imported, changed by `how`. */
  async function expectTexts(
    namespace: string,
    how: (texts: Texts, language: string) => Texts,
  ): Promise<void> {
    for (const language of LANGUAGES) {
      const wanted = how(textsIn(language, namespace), language)
      expect({ language, ...(await catalog(language, namespace)) }).toEqual({ language, ...wanted })
      expect({ language, ...(await file(`${language}/${namespace}.json`)) }).toEqual({ language, ...wanted })
    }
    expect(await conflicts()).toEqual([])
  }
  const without =
    (...names: readonly string[]) =>
    (texts: Texts): Texts =>
      Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)))
  const renamed =
    (from: string, to: string) =>
    (texts: Texts): Texts =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name === from ? to : name, text]))

  describe.each([
    ['in the next step', 1],
    ['in the last step', 2],
    ['after all keys were added', 3],
  ])('in steps, %s', (_when, step) => {
    test('a key removed here stays removed and leaves all files', async () => {
      await importFiles(reading({ [step]: () => remove('key0') }), pathsOf('shop'))
      await expectTexts('shop', without('key0'))
    })

    test('a key renamed here has its new name with all its texts', async () => {
      await importFiles(reading({ [step]: () => edit('key1', { name: 'label' }) }), pathsOf('shop'))
      await expectTexts('shop', renamed('key1', 'label'))
    })

    test('a key renamed twice has its last name', async () => {
      const act = async () => {
        await edit('key1', { name: 'label' })
        await edit('label', { name: 'caption' })
      }
      await importFiles(reading({ [step]: act }), pathsOf('shop'))
      await expectTexts('shop', renamed('key1', 'caption'))
    })

    test('a key renamed and then removed stays removed', async () => {
      const act = async () => {
        await edit('key1', { name: 'label' })
        await remove('label')
      }
      await importFiles(reading({ [step]: act }), pathsOf('shop'))
      await expectTexts('shop', without('key1'))
    })

    test('all keys so far removed here stay removed', async () => {
      const names: string[] = []
      const act = async () => {
        names.push(...Object.keys(await catalog('en', 'shop')))
        for (const name of names) await remove(name)
      }
      await importFiles(reading({ [step]: act }), pathsOf('shop'))
      expect(names.length).toBeGreaterThan(1)
      await expectTexts('shop', without(...names))
    })

    test('a removed key whose removal was undone is there with all its texts', async () => {
      const act = async () => {
        const operationId = await remove('key0')
        const at = new Date().toISOString()
        await database.store.write((w) => undoOperation(w, { projectId, operationId, by: MARA, at }))
      }
      await importFiles(reading({ [step]: act }), pathsOf('shop'))
      await expectTexts('shop', (texts) => texts)
    })

    test('a key moved to another namespace leaves the files of this one', async () => {
      const by = reading({ [step + 4]: () => edit('key0', { namespace: 'app', name: 'moved' }) })
      await importFiles(by, pathsOf('app'))
      await importFiles(by, pathsOf('shop'))
      await writeBack('app')
      await expectTexts('shop', without('key0'))
      await expectTexts('app', (texts, language) => ({ ...texts, moved: `${language} shop key0` }))
    })

    test('a text changed here goes to its file', async () => {
      await importFiles(reading({ [step]: () => translate('key0', 'de', 'Von Hand') }), pathsOf('shop'))
      await expectTexts('shop', (texts, language) =>
        language === 'de' ? { ...texts, key0: 'Von Hand' } : texts,
      )
    })

    test('a text changed in its file goes to the catalog', async () => {
      // A person's change makes the import read the files again.
      const act = async () => {
        await put('de/shop.json', { ...textsIn('de', 'shop'), key0: 'Im Editor' })
        await remove('key1')
      }
      await importFiles(reading({ [step]: act }), pathsOf('shop'))
      await expectTexts('shop', (texts, language) =>
        without('key1')(language === 'de' ? { ...texts, key0: 'Im Editor' } : texts),
      )
    })

    test('a text changed here and in its file is a conflict', async () => {
      const act = async () => {
        await put('de/shop.json', { ...textsIn('de', 'shop'), key0: 'Im Editor' })
        await translate('key0', 'de', 'Von Hand')
      }
      await importFiles(reading({ [step]: act }), pathsOf('shop'))
      expect(await conflicts()).toMatchObject([
        {
          name: 'key0',
          base: { other: 'de shop key0' },
          theirs: { other: 'Im Editor' },
          ours: { other: 'Von Hand' },
        },
      ])
    })
  })

  describe('one file after the other', () => {
    /** Imports the files in this order, with an act after the first. */
    async function importApart(act: Act, order: readonly string[] = LANGUAGES): Promise<void> {
      const by = reading()
      for (const [index, language] of order.entries()) {
        if (index === 1) await act()
        await importFiles(by, [`${language}/shop.json`])
      }
      await writeBack('shop')
    }

    test.each([[['en', 'de', 'fr']], [['de', 'en', 'fr']], [['fr', 'de', 'en']]])(
      'a key removed here stays removed and leaves all files, in the order %j',
      async (order) => {
        await importApart(() => remove('key0'), order)
        await expectTexts('shop', without('key0'))
      },
    )

    test('a key renamed here takes the texts that are read later', async () => {
      await importApart(() => edit('key0', { name: 'label' }))
      await expectTexts('shop', renamed('key0', 'label'))
    })

    test('a key moved to another namespace takes the texts that are read later', async () => {
      const by = reading()
      await importFiles(by, pathsOf('app'))
      await importFiles(by, ['en/shop.json'])
      await edit('key0', { namespace: 'app', name: 'moved' })
      const later = await importFiles(by, ['de/shop.json', 'fr/shop.json'])
      expect(later.movedTo).toEqual([
        { namespace: 'app', language: 'de' },
        { namespace: 'app', language: 'fr' },
      ])
      await writeBack('shop')
      await writeBack('app')
      await expectTexts('shop', without('key0'))
      await expectTexts('app', (texts, language) => ({ ...texts, moved: `${language} shop key0` }))
    })

    test('a text that was written here for a renamed key stays', async () => {
      await importApart(async () => {
        await edit('key0', { name: 'label' })
        await translate('label', 'de', 'Von Hand')
      })
      await expectTexts('shop', (texts, language) =>
        renamed('key0', 'label')(language === 'de' ? { ...texts, key0: 'Von Hand' } : texts),
      )
    })

    test('a source text changed here goes to its file, and the others are read', async () => {
      await importApart(() => translate('key0', 'en', 'By hand'))
      await expectTexts('shop', (texts, language) =>
        language === 'en' ? { ...texts, key0: 'By hand' } : texts,
      )
    })

    test('all keys removed here stay removed', async () => {
      await importApart(async () => {
        for (const name of NAMES) await remove(name)
      })
      await expectTexts('shop', () => ({}))
    })
  })

  test('a key that was removed before the files were connected is imported', async () => {
    await apply([
      { kind: 'add-key', namespace: 'shop', name: 'key0', plural: 'none', path: ['key0'], texts: new Map() },
    ])
    await remove('key0')
    await importFiles(reading(), pathsOf('shop'))
    await expectTexts('shop', (texts) => texts)
  })
})
