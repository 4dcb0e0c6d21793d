import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Format, formatById } from '@dragoman/formats'
import {
  applyOperation,
  type ConflictRow,
  createProject,
  createSource,
  type FileRow,
  listConflicts,
  listFiles,
  type Store,
  unitsOfFile,
} from '@dragoman/store'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { AT, MARA } from '../../store/test/sample.ts'
import { openFolderFiles } from '../src/sources/folder/folder-files.ts'
import { openSyncContext, type SyncContext } from '../src/sync/run/context.ts'
import { syncBatch } from '../src/sync/run/sync-batch.ts'

export const PATHS = ['en/common.json', 'de/common.json']

export function json(texts: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(texts, null, 2)}\n`
}

/** A project over a folder of i18next files in English and German, synced step by step without watching. */
export type SyncProject = {
  readonly store: Store
  readonly folder: string
  /** What a freshly started process knows about the folder. */
  readonly freshContext: (store?: Store) => SyncContext
  /** The German texts of the catalog. */
  readonly texts: () => Promise<Record<string, string>>
  readonly file: () => Promise<Record<string, string>>
  readonly writeFile: (texts: Readonly<Record<string, string>>) => Promise<void>
  /** Saves a German text, by Mara unless another person is given; returns the id of its key. */
  readonly save: (name: string, text: string, by?: typeof MARA) => Promise<number>
  readonly conflicts: () => Promise<readonly ConflictRow[]>
  readonly files: () => Promise<readonly FileRow[]>
  readonly remove: () => Promise<void>
}

export async function openSyncProject(
  before: Readonly<Record<string, string>>,
  kind: 'sqlite' | 'postgres' = 'sqlite',
): Promise<SyncProject> {
  const database = await openTestDatabase(kind)
  const { store } = database
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-sync-'))
  for (const path of PATHS) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), json(before))
  }
  const format = formatById('i18next-json') as Format // it is a format
  const { projectId, source } = await store.write(async (w) => {
    const { id } = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
    const row = {
      kind: 'folder',
      folder,
      pattern: '{lng}/{ns}.json',
      format: format.id,
      writable: true,
      createdAt: AT,
    } as const
    return { projectId: id, source: await createSource(w, { projectId: id, ...row }) }
  })
  const freshContext = (through: Store = store) =>
    openSyncContext({
      store: through,
      now: () => new Date(),
      log: () => undefined,
      projectId,
      source,
      format,
      files: openFolderFiles({ folder, pattern: source.pattern }),
    })
  await syncBatch(freshContext(), { paths: PATHS, fromCatalog: new Map(), kind: 'import' })
  const german = () => store.read((r) => unitsOfFile(r, projectId, 'de', 'common'))
  return {
    store,
    folder,
    freshContext,
    texts: async () =>
      Object.fromEntries((await german()).map(({ unit }) => [unit.name, unit.forms.other ?? ''])),
    file: async () =>
      // the file is flat
      JSON.parse(await readFile(join(folder, 'de/common.json'), 'utf8')) as Record<string, string>,
    writeFile: (texts) => writeFile(join(folder, 'de/common.json'), json(texts)),
    async save(name, text, by = MARA) {
      const keyId = (await german()).find(({ unit }) => unit.name === name)?.keyId
      if (keyId === undefined) throw new Error(`No key ${name}`)
      const changes = [{ kind: 'translate', keyId, language: 'de', forms: { other: text } }] as const
      const done = await store.write((w) =>
        applyOperation(w, { projectId, kind: 'save', by, at: new Date().toISOString(), changes }),
      )
      if (!done.ok) throw new Error(`refused: ${JSON.stringify(done.refusals)}`)
      return keyId
    },
    conflicts: () => store.read((r) => listConflicts(r, projectId, { state: 'open' })),
    files: () => store.read((r) => listFiles(r, { sourceId: source.id })),
    async remove() {
      await database.remove()
      await rm(folder, { recursive: true })
    },
  }
}
