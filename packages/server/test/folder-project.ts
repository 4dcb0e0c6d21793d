import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { api, type EditorRowReply } from '@dragoman/contract'
import { openTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

export type FolderProject = {
  readonly test: TestServer
  /** The connected folder. */
  readonly locales: string
  readonly write: (path: string, text: string) => Promise<void>
  readonly read: (path: string) => Promise<string>
  readonly row: (name: string, language: string) => Promise<EditorRowReply | null>
  readonly text: (name: string, language: string) => Promise<string | null>
  readonly save: (name: string, language: string, text: string) => Promise<void>
  readonly params: { readonly project: string }
}

/**
 * Creates a project `shop` over a folder with the given files; `prepare` adds to the folder what is not a
 * file.
 */
export async function folderProject(
  files: Readonly<Record<string, string>>,
  options: TestServerOptions = {},
  prepare: (locales: string) => Promise<void> = async () => {},
): Promise<FolderProject> {
  const test = await openTestServer(options)
  const locales = join(test.folder, 'locales')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(locales, path)), { recursive: true })
    await writeFile(join(locales, path), text)
  }
  for (const [path, text] of Object.entries(files)) await write(path, text)
  await prepare(locales)
  await test.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales, deliverPublic: true },
  })
  await test.server.deps.jobs.idle()
  return { ...overServer(test), locales, write }
}

/** Returns the same project after a restart. */
export function reopened({ locales, write }: FolderProject, test: TestServer): FolderProject {
  return { ...overServer(test), locales, write }
}

export function overServer(test: TestServer): Omit<FolderProject, 'locales' | 'write'> {
  const params = { project: 'shop' }
  const row = async (name: string, language: string) => {
    const { rows } = await test.call(api.translations.page, {
      params,
      query: { language, q: `key:${name}`, limit: 10 },
    })
    return rows[0] ?? null
  }
  return {
    test,
    params,
    row,
    read: (path) => readFile(join(test.folder, 'locales', path), 'utf8'),
    text: async (name, language) => (await row(name, language))?.target.forms.other ?? null,
    async save(name, language, text) {
      const found = await row(name, language)
      if (found === null) throw new Error(`No key ${name}`)
      await test.call(api.translations.save, {
        params: { ...params, key: found.key.id, language },
        body: { forms: { other: text }, baseVersion: found.target.version },
      })
    },
  }
}
