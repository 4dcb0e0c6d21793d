import type { ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { git } from '../../../server/test/forges/double-world.ts'
import { bundleCli } from '../bundle-cli.ts'
import { startScript } from '../programs.ts'
import { openRepository, type TestRepository } from '../repository.ts'
import type { CommandResult } from '../run-command.ts'
import { tomorrow } from '../tomorrow.ts'
import type { Example } from './read-examples.ts'
import type { CommandLine } from './run-in-folder.ts'

/** Commands that serve until stopped, or replace running servers; tested in `cli.test.ts`. */
export const SERVING: ReadonlySet<string> = new Set([
  'start',
  'deliver',
  'open',
  'backup',
  'restore',
  'copy-database',
  'reset-password',
  'forget-secret',
])
const SERVER = 'https://l10n.example.com'
/** The day in the examples; it must be in the future. */
const DATE = '2026-12-01'
/** The highest number of a release in the examples. */
const LAST_RELEASE = 13

const PROJECT = {
  project: 'shop',
  sourceLanguage: 'en',
  files: [{ pattern: 'locales/{lng}/{ns}.json', format: 'i18next-json' }],
}
const EN = { 'cart.title': 'Cart', 'cart.pay': 'Pay {{sum}}', save: 'Save' }
const DE = { 'cart.title': 'Korb', 'cart.pay': '{{sum}} zahlen', save: 'Speichern' }
const FR = { 'cart.title': 'Panier', 'cart.pay': 'Payer {{sum}}', save: 'Enregistrer' }
const CODE = `import { useTranslation } from 'react-i18next'
export function Cart() {
  const { t } = useTranslation('checkout')
  return [t('cart.title'), t('cart.pay', { sum: 5 }), t('save')]
}
`

let repository: TestRepository
let template = ''
let program: ChildProcess
const folders: string[] = []

/** Opens a server and a repository before the tests of a file, and removes them after it. */
export function setUpExamples(): void {
  beforeAll(async () => {
    repository = await openRepository()
    template = await mkdtemp(join(tmpdir(), 'dragoman-examples-'))
    folders.push(template)
    const files = new Map<string, unknown>([['dragoman.json', PROJECT]])
    for (const folder of ['locales', 'web/locales', 'public/locales'])
      for (const [language, texts] of Object.entries({ en: EN, de: DE, fr: FR }))
        files.set(`${folder}/${language}/checkout.json`, texts)
    for (const [path, content] of files) await write(template, path, `${JSON.stringify(content, null, 2)}\n`)
    await write(template, 'src/Cart.tsx', CODE)
    git(template, 'init', '--quiet', '--initial-branch', 'main')
    git(template, 'add', '-A')
    git(template, 'commit', '--quiet', '-m', 'Base')
    git(template, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    git(template, 'remote', 'add', 'origin', 'https://git.example.com/team/shop.git')
    program = startScript(join(await bundleCli(), 'run-in-folder.js'))
  })
  afterAll(async () => {
    program.kill()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    await repository.close()
  })
}

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

/** Writes a screenshot like those of tests; only the size of the image is checked. */
async function writeShot(folder: string): Promise<void> {
  const picture = Buffer.alloc(33)
  picture.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  picture.writeUInt32BE(800, 16)
  picture.writeUInt32BE(600, 20)
  const place = { part: 'text', x: 10, y: 10, width: 90, height: 20 }
  const shot = { name: 'Cart', language: 'en', strings: [{ namespace: 'checkout', key: 'save', ...place }] }
  await write(folder, 'screenshots/cart.en.json', JSON.stringify(shot))
  await writeFile(join(folder, 'screenshots/cart.en.png'), picture)
}

function end(line: CommandLine): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The program has ended'))
    program.once('exit', fail)
    program.once('message', (said: CommandResult) => {
      program.off('exit', fail)
      resolve(said)
    })
    program.send(line)
  })
}

/** Creates a copy of the repository, whose texts are on the server too. */
async function begin(examples: readonly Example[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'))
  folders.push(folder)
  await cp(template, folder, { recursive: true })
  const first = examples[0]?.args ?? []
  if (examples.some(({ args }) => args[0] === 'init')) await rm(join(folder, 'dragoman.json'))
  if (first[0] === 'convert')
    for (const [language, texts] of Object.entries({ en: EN, de: DE }))
      await write(folder, `locales/${language}.json`, JSON.stringify(texts))
  if (first[0] === 'shots') await writeShot(folder)
  if (!examples.some(usesServer)) return folder
  const { projects } = await repository.server.call(api.projects.list, {})
  if (projects.length > 0)
    await repository.server.call(api.projects.remove, {
      params: { project: 'shop' },
      body: { confirm: 'shop' },
    })
  if (first[0] === 'logout')
    await end({ folder, args: ['login', repository.env.DRAGOMAN_SERVER ?? ''], env: repository.env })
  const makesProject = examples.some(({ args }) => args.includes('--create'))
  if (!makesProject)
    expect(
      await end({ folder, args: ['push', '--create', '--project', 'shop'], env: repository.env }),
    ).toMatchObject({ code: 0 })
  if (first[0] === 'release') await createReleases()
  return folder
}

/** Creates the channels and releases of the examples, and a change that is in no release yet. */
async function createReleases(): Promise<void> {
  const params = { project: 'shop' }
  const { server } = repository
  for (const name of ['staging', 'production'])
    await server.call(api.releases.addChannel, { params, body: { name, kind: 'release', settings: {} } })
  for (let number = 1; number <= LAST_RELEASE; number++) {
    await repository.save('de', 'save', { other: `Speichern ${number}` })
    await server.call(api.releases.create, { params, body: { title: `Release ${number}`, notes: '' } })
  }
  await repository.save('de', 'save', { other: 'Sichern' })
}

function usesServer({ args }: Example): boolean {
  const asks = ['--send', '--from-server', '--server']
  return (
    ['push', 'pull', 'sync', 'shots', 'release', 'logout'].includes(args[0] ?? '') ||
    args.some((arg) => asks.includes(arg))
  )
}

/** Runs examples one after another in a new copy of the repository, and expects success of each. */
export async function runAll(examples: readonly Example[]): Promise<void> {
  const folder = await begin(examples)
  for (const { line, args, env } of examples) {
    if (args[0] === undefined || SERVING.has(args[0])) continue
    const origin = repository.env.DRAGOMAN_SERVER ?? ''
    const own = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        name === 'DRAGOMAN_TOKEN' ? (repository.env.DRAGOMAN_TOKEN ?? '') : value.replaceAll(SERVER, origin),
      ]),
    )
    const said = await end({
      folder,
      args: args.map((arg) => arg.replaceAll(SERVER, origin).replace(DATE, tomorrow().slice(0, 10))),
      env: { ...repository.env, ...own },
    })
    expect({ line, ...said }).toMatchObject({ line, code: 0, err: '' })
  }
}
