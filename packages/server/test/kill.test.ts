import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, callRoute } from '@dragoman/contract'
import { build, type PluginBuild } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './test-server.ts'

const KILLS = 20
const KEYS = 1500
/** Bundled once, because a start from source takes longer than all that is tested here. */
const CHILD = fileURLToPath(new URL('../../../node_modules/.cache/dragoman-test/serve-child.mjs', import.meta.url))
let folder: string
let child: ChildProcess | null = null

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('./serve-child.ts', import.meta.url))],
    outfile: CHILD,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    plugins: [{ name: 'libraries-stay-outside', setup: keepLibrariesOutside }],
  })
  folder = await mkdtemp(join(tmpdir(), 'dragoman-kill-'))
  await mkdir(join(folder, 'locales/en'), { recursive: true })
  await mkdir(join(folder, 'locales/de'), { recursive: true })
  const texts = Array.from({ length: KEYS }, (_, index): [string, string] => [`key${index}`, `Text number ${index} `.repeat(10).trim()])
  await writeFile(join(folder, 'locales/en/common.json'), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
  await writeFile(join(folder, 'locales/de/common.json'), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function keepLibrariesOutside(builder: PluginBuild): void {
  builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@dragoman/') ? undefined : { path, external: true },
  )
}

type Session = { readonly origin: string; readonly fetch: (path: string, init?: RequestInit) => Promise<Response> }

async function serve(): Promise<Session> {
  const started = spawn(process.execPath, [CHILD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const origin = await new Promise<string>((resolve, reject) => {
    started.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    started.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  let cookie = ''
  const fetchAs = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${origin}${path}`, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  await callRoute(fetchAs, api.session.enter, { body: { code: 'test-setup-code' } })
  return { origin, fetch: fetchAs }
}

test(`after ${KILLS} kills in a stream of saves every acknowledged one is in the file, which was whole each time`, {
  timeout: 180_000,
}, async () => {
  const acknowledged = new Map<string, string>()
  const file = () => readFile(join(folder, 'locales/de/common.json'), 'utf8')
  const lines = (await file()).split('\n').length
  let count = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const session = await serve()
    const { projects } = await callRoute(session.fetch, api.projects.list, {})
    const params = { project: projects[0]?.slug ?? '' }
    const { rows } = await eventually(async () => {
      const page = await callRoute(session.fetch, api.translations.page, {
        params,
        query: { language: 'de', limit: 70, offset: kill * 70 },
      })
      return page.rows.length === 70 && page
    }, 20_000)
    const dying = new Promise<void>((resolve) => child?.once('exit', () => resolve()))
    // Some time into the stream, at another moment each time: while saving, while waiting, while writing back.
    for (const [index, { key, target }] of rows.entries()) {
      if (index === 6) setTimeout(() => child?.kill('SIGKILL'), 10 + kill * 13)
      const text = `Kill ${kill} save ${count++}`
      const saved = await callRoute(session.fetch, api.translations.save, {
        params: { ...params, key: key.id, language: 'de' },
        body: { forms: { other: text }, baseVersion: target.version },
      }).catch(() => null) // the process is gone: this one was not acknowledged
      if (saved === null) break
      acknowledged.set(key.name, text)
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    await dying
    const text = await file()
    expect(Object.keys(JSON.parse(text))).toHaveLength(KEYS)
    expect(text.split('\n')).toHaveLength(lines)
  }
  expect(acknowledged.size).toBeGreaterThan(10)
  const session = await serve()
  await eventually(async () => {
    const found = new Map<string, unknown>(Object.entries(JSON.parse(await file())))
    return [...acknowledged].every(([name, text]) => found.get(name) === text)
  }, 20_000)
  expect((await session.fetch('/health/ready')).status).toBe(200)
  child?.kill('SIGTERM')
  expect((await readdir(join(folder, 'locales/de'))).filter((name) => !name.startsWith('.'))).toEqual(['common.json'])
})
