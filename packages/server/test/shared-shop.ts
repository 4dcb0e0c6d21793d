import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { type ServerProcess, type ServerProcesses, serverProcesses } from './server-processes.ts'
import { eventually } from './test-server.ts'

const params = { project: 'shop' }

/** A project with a folder that several processes serve. */
export type SharedShop = {
  readonly locales: string
  readonly processes: ServerProcesses
  /** Connects the folder through one of the processes. */
  readonly connect: (at: ServerProcess) => Promise<void>
  readonly write: (path: string, text: string) => Promise<void>
  readonly save: (at: ServerProcess, name: string, text: string) => Promise<void>
  /** What a process delivers for `a` in German. */
  readonly delivered: (at: ServerProcess) => Promise<string>
  /** Reads the German file. */
  readonly german: () => Promise<string>
  readonly remove: () => Promise<void>
}

export async function sharedShop(program: string, databaseUrl: string): Promise<SharedShop> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-processes-'))
  const locales = join(folder, 'shop')
  const processes = serverProcesses({ program, folder, databaseUrl })

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(locales, path)), { recursive: true })
    await writeFile(join(locales, path), text)
  }

  return {
    locales,
    processes,
    write,
    async connect(at) {
      await write('en/common.json', '{\n  "a": "A",\n  "b": "B"\n}\n')
      await write('de/common.json', '{\n  "a": "Ä"\n}\n')
      const { job } = await at.call(api.projects.create, {
        body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales, deliverPublic: true },
      })
      await eventually(async () => {
        const { state } = await at.call(api.jobs.get, { params: { ...params, job: job?.id ?? 0 } })
        return state === 'done'
      })
    },
    async save(at, name, text) {
      const { rows } = await at.call(api.translations.page, {
        params,
        query: { language: 'de', q: `key:${name}`, limit: 1 },
      })
      const [row] = rows
      if (row === undefined) throw new Error(`No key ${name}`)
      await at.call(api.translations.save, {
        params: { ...params, key: row.key.id, language: 'de' },
        body: { forms: { other: text }, baseVersion: row.target.version },
      })
    },
    async delivered(at) {
      const response = await fetch(`${at.origin}/d/shop/live/locales/de/common.json`)
      const texts: unknown = await response.json()
      return String(Object(texts).a)
    },
    german: () => readFile(join(locales, 'de/common.json'), 'utf8'),
    async remove() {
      await processes.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
