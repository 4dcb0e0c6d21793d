import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { openTestServer, type TestServer, type TestServerOptions } from '../../server/test/test-server.ts'
import { run } from '../src/run.ts'

export type Said = { readonly code: number; readonly out: string; readonly err: string }

/** A folder with files, and a server with a project, as a developer would have them. */
export type TestRepository = {
  readonly root: string
  /** The one that runs now. */
  readonly server: TestServer
  /** With a token of that server, and a separate home folder. */
  readonly env: Readonly<Record<string, string>>
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>
  readonly text: (path: string) => Promise<string>
  /** Runs the program in the folder, with a token for the server. */
  readonly dragoman: (...args: string[]) => Promise<Said>
  /** Changes a text on the server, as someone in the editor would. */
  readonly save: (language: string, name: string, forms: Readonly<Record<string, string>>) => Promise<void>
  /** Returns the texts of a key on the server by language; null if the key does not exist. */
  readonly onServer: (name: string, languages: string) => Promise<Record<string, unknown> | null>
  /** Stops the server, runs `meanwhile`, starts it again on the same data, and creates a new token. */
  readonly restart: (meanwhile: () => Promise<void>) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openRepository(
  project = 'shop',
  options: TestServerOptions = {},
): Promise<TestRepository> {
  let server = await openTestServer(options)
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-repository-'))
  const root = join(folder, 'repository')
  await mkdir(root)
  const envWithToken = async () => {
    const { secret } = await server.call(api.tokens.createOwn, {
      body: { name: 'Laptop', scopes: ['files', 'admin'], languages: null, days: 30 },
    })
    return {
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      DRAGOMAN_TOKEN: secret,
      DRAGOMAN_SERVER: server.server.origin,
    }
  }
  let env = await envWithToken()
  const params = { project }
  const keysNamed = async (name: string, languages: string) => {
    const { rows } = await server.call(api.keys.page, { params, query: { languages, limit: 500 } })
    return rows.filter(({ key }) => key.name === name)
  }
  return {
    root,
    get server() {
      return server
    },
    get env() {
      return env
    },
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true })
        await writeFile(join(root, path), content)
      }
    },
    text: (path) => readFile(join(root, path), 'utf8'),
    async dragoman(command = '', ...args) {
      const out: string[] = []
      const err: string[] = []
      const at = args.some((arg) => !arg.startsWith('-') && arg.startsWith('/')) ? [] : [root]
      const code = await run([command, ...at, ...args], {
        env,
        print: (text) => void out.push(text),
        complain: (text) => void err.push(text),
      })
      return { code, out: out.join('\n'), err: err.join('\n') }
    },
    async save(language, name, forms) {
      const [row] = await keysNamed(name, language)
      const text = row?.translations[0]
      if (row === undefined || text === undefined) throw new Error(`There is no ${name} on the server`)
      await server.call(api.translations.save, {
        params: { ...params, key: row.key.id, language },
        body: { forms, baseVersion: text.version },
      })
    },
    async onServer(name, languages) {
      const [row] = await keysNamed(name, languages)
      if (row === undefined) return null
      return Object.fromEntries(row.translations.map(({ language, forms }) => [language, forms]))
    },
    async restart(meanwhile) {
      server = await server.restart(meanwhile)
      env = await envWithToken()
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
