import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { buildServeChild } from './build-serve-child.ts'
import { eventually } from './test-server.ts'

/** By hand: `DRAGOMAN_KILLS=100 npx vitest run packages/server/test/kill.heavy.test.ts`. */
const KILLS = Number(process.env.DRAGOMAN_KILLS ?? 4)
const KEYS = 1500
let program: string
let folder: string
let child: ChildProcess | null = null

beforeAll(async () => {
  program = await buildServeChild()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-kill-'))
  await mkdir(join(folder, 'locales/en'), { recursive: true })
  await mkdir(join(folder, 'locales/de'), { recursive: true })
  const texts = Array.from({ length: KEYS }, (_, index): [string, string] => [
    `key${index}`,
    `Text number ${index} `.repeat(10).trim(),
  ])
  await writeFile(
    join(folder, 'locales/en/common.json'),
    `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`,
  )
  await writeFile(
    join(folder, 'locales/de/common.json'),
    `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`,
  )
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

type Session = {
  readonly origin: string
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
}

async function serve(): Promise<Session> {
  const started = spawn(process.execPath, [program, folder], {
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

/**
 * Another program that edits its own keys in the file, in place or by a rename, and reports each edit: `node
 * -e EDITOR path first`.
 */
const EDITOR = `
  const fs = require('node:fs')
  const [path, first] = process.argv.slice(1)
  let count = Number(first)
  // Between two edits, which are done in one go.
  process.on('SIGTERM', () => process.exit(0))
  const edit = () => {
    const key = 'key' + (1400 + (count % 100))
    const text = 'Edit ' + count
    const next = fs.readFileSync(path, 'utf8').replace(new RegExp('"' + key + '": "[^"]*"'), '"' + key + '": "' + text + '"')
    if (count % 2) fs.writeFileSync(path, next)
    else { fs.writeFileSync(path + '.editing', next); fs.renameSync(path + '.editing', path) }
    fs.writeSync(1, key + '=' + text + '\\n')
    count += 1
    setTimeout(edit, 20 + Math.random() * 120)
  }
  edit()
`

/** Starts the program; `stop` ends it and returns all its edits. */
function startEditor(
  path: string,
  first: number,
): { readonly stop: () => Promise<ReadonlyMap<string, string>> } {
  const editor = spawn(process.execPath, ['-e', EDITOR, path, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  editor.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  const ended = new Promise<void>((resolve) => editor.once('close', () => resolve()))
  return {
    async stop() {
      editor.kill('SIGTERM')
      await ended
      return new Map(
        said
          .split('\n')
          .flatMap((line): [string, string][] =>
            line.includes('=') ? [[line.split('=')[0] ?? '', line.split('=')[1] ?? '']] : [],
          ),
      )
    },
  }
}

test(`after ${KILLS} kills while people save and a program edits: nothing lost, no false conflict, file and catalog agree`, {
  timeout: TEST_DEADLINE_MS + KILLS * 20_000,
}, async () => {
  const acknowledged = new Map<string, string>()
  const edited = new Map<string, string>()
  const path = join(folder, 'locales/de/common.json')
  const file = async () => new Map<string, unknown>(Object.entries(JSON.parse(await readFile(path, 'utf8'))))
  const lines = (await readFile(path, 'utf8')).split('\n').length
  let count = 0

  /**
   * Checks that after a start everything saved or edited before is in the file and in the catalog, and
   * nothing conflicts.
   */
  async function expectAgreement({ fetch }: Session, params: { readonly project: string }): Promise<void> {
    let differing: readonly (readonly [string, unknown, unknown])[] = []
    await eventually(async () => {
      const texts = await file()
      const catalog = new Map<string, string | undefined>()
      for (let offset = 0; offset < KEYS; offset += 500) {
        const page = await callRoute(fetch, api.translations.page, {
          params,
          query: { language: 'de', limit: 500, offset },
        })
        for (const { key, target } of page.rows) catalog.set(key.name, target.forms.other)
      }
      const expected = new Map([...acknowledged, ...edited])
      differing = [...texts]
        .filter(
          ([name, text]) => catalog.get(name) !== text || (expected.has(name) && expected.get(name) !== text),
        )
        .map(([name, text]) => [name, text, `${catalog.get(name)} / ${expected.get(name)}`] as const)
      return catalog.size === KEYS && differing.length === 0
    }).catch((error: unknown) => {
      throw new Error(`Differing: ${JSON.stringify(differing.slice(0, 5))}`, { cause: error })
    })
    expect((await callRoute(fetch, api.files.conflicts, { params })).total).toBe(0)
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const session = await serve()
    const { projects } = await callRoute(session.fetch, api.projects.list, {})
    const params = { project: projects[0]?.slug ?? '' }
    await expectAgreement(session, params)
    const { rows } = await callRoute(session.fetch, api.translations.page, {
      params,
      query: { language: 'de', limit: 70, offset: (kill * 70) % 1330 },
    })
    const editor = startEditor(path, kill * 1000)
    const dying = new Promise<void>((resolve) => child?.once('exit', () => resolve()))
    // Some time into the stream, at another moment each time: while saving, waiting or writing back.
    for (const [index, { key, target }] of rows.entries()) {
      if (index === 6) setTimeout(() => child?.kill('SIGKILL'), 10 + ((kill * 37) % 1500))
      const text = `Kill ${kill} save ${count++}`
      const saved = await callRoute(session.fetch, api.translations.save, {
        params: { ...params, key: key.id, language: 'de' },
        body: { forms: { other: text }, baseVersion: target.version },
      }).catch(() => null) // the process is gone, so this save was not acknowledged
      if (saved !== null) acknowledged.set(key.name, text)
      else {
        // It might have been written nevertheless.
        acknowledged.delete(key.name)
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    await dying
    for (const [name, text] of await editor.stop()) edited.set(name, text)
    const text = await readFile(path, 'utf8')
    expect(Object.keys(JSON.parse(text))).toHaveLength(KEYS)
    expect(text.split('\n')).toHaveLength(lines)
  }
  expect(acknowledged.size).toBeGreaterThan(10)
  const session = await serve()
  const { projects } = await callRoute(session.fetch, api.projects.list, {})
  await expectAgreement(session, { project: projects[0]?.slug ?? '' })
  expect((await session.fetch('/health/ready')).status).toBe(200)
  child?.kill('SIGTERM')
  const left = (await readdir(join(folder, 'locales/de'))).filter((name) => !name.endsWith('.editing'))
  expect(left).toEqual(['common.json'])
  if (KILLS > 10)
    process.stdout.write(`${KILLS} kills: ${count} saves, ${edited.size} keys edited on disk, all there\n`)
})
