import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { git, openPull } from '../../server/test/forges/double-world.ts'
import { type DoubleName, type ForgeDouble, openForgeDouble } from '../../server/test/forges/forge-double.ts'
import { writeProgram } from '../../server/test/write-program.ts'
import { bundleCli } from './bundle-cli.ts'
import { type ProgramEnd, startProgram } from './programs.ts'

/**
 * The CI jobs that people copy, run as on a runner: real Git, a base branch, the program itself, and a forge.
 */

const FOLDER = resolve(import.meta.dirname, '../../../integrations')

let program: string
beforeAll(async () => {
  program = join(await bundleCli(), 'dragoman.js')
})

let root: string
let bare: string
let work: string
let double: ForgeDouble | null = null

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-integration-'))
  bare = join(root, 'shop.git')
  work = join(root, 'shop')
  git(root, 'init', '--bare', '--quiet', '--initial-branch', 'main', bare)
  git(root, 'clone', '--quiet', bare, work)
  commit('Base', {
    'locales/en.json': { hello: 'Hello {{name}}', old: 'Old {{count}}' },
    'locales/de.json': { hello: 'Hallo {{name}}', old: 'Alt' },
    'src/app.ts': "t('hello')\nt('old')\n",
  })
  git(work, 'push', '--quiet', 'origin', 'HEAD:main')
  git(work, 'checkout', '--quiet', '-b', 'texts')
  commit('Texts', {
    'locales/de.json': { hello: 'Hallo', old: 'Alt' },
    'src/app.ts': "t('hello')\nt('old')\nt('basket.title')\n",
  })
  git(work, 'push', '--quiet', 'origin', 'HEAD:texts')
  // As in a checkout of the pull request: its commit and all remote branches.
  git(work, 'checkout', '--quiet', '--detach')
  git(work, 'branch', '--quiet', '-D', 'main', 'texts')
})
afterEach(async () => {
  rmSync(root, { recursive: true, force: true })
  await double?.end()
  // Each request and response conforms to the forge's published API.
  expect(double?.problems ?? []).toEqual([])
  double = null
})

function commit(message: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    writeFileSync(join(work, path), text)
  }
  git(work, 'add', '-A')
  git(work, '-c', 'user.name=Dana', '-c', 'user.email=dana@example.org', 'commit', '--quiet', '-m', message)
}

async function openForge(kind: DoubleName) {
  double = await openForgeDouble(kind, 's3cret')
  const world = double.addRepository('acme/shop', bare)
  const pull = openPull(world, { head: 'texts', base: 'main', title: 'Texts', body: '' })
  return { origin: double.origin, world, pull }
}

/** Runs a script of a job, in which `npx … dragoman` is the program of this repository. */
async function runJob(script: string, env: Readonly<Record<string, string>>): Promise<ProgramEnd> {
  const bin = join(root, 'bin')
  mkdirSync(bin, { recursive: true })
  const npx = `#!/bin/bash\nshift 3\nexec ${process.execPath} ${program} "$@"\n`
  writeProgram(join(bin, 'npx'), npx)
  return startProgram('bash', ['--norc', '-e', '-c', script], {
    cwd: work,
    env: { ...env, HOME: root, PATH: `${bin}:${process.env.PATH}` },
  }).ended
}

function read(path: string): unknown {
  return parse(readFileSync(join(FOLDER, path), 'utf8'))
}

/** New findings on the branch, without existing ones of `main`. */
const ANNOTATIONS = [
  /^::error file=locales\/de\.json,line=2,col=\d+,title=placeholder-missing::hello: /m,
  /^::error file=src\/app\.ts,line=3,col=\d+,title=[\w-]+::basket\.title/m,
]

function expectComment(pull: { readonly comments: readonly { readonly body: string }[] }): void {
  expect(pull.comments).toHaveLength(1)
  expect(pull.comments[0]?.body).toContain('**Locale files:** 2 errors')
}

test('the GitHub action comments and reports new issues', async () => {
  const { origin, pull } = await openForge('github')
  const { inputs, runs } = read('github/action.yml') as {
    inputs: Record<string, { default?: string }>
    runs: { steps: [{ env: Record<string, string>; run: string }] }
  }
  const { jobs } = read('github/workflow.yml') as {
    jobs: { check: { steps: { with?: Record<string, string> }[] } }
  }
  const given = { ...jobs.check.steps.at(-1)?.with, base: 'origin/main', token: 's3cret' }
  const values = new Map([
    ...Object.entries(inputs).map(([name, input]) => [name, input.default ?? ''] as const),
    ...Object.entries(given),
  ])
  const [step] = runs.steps
  const env = Object.entries(step.env).map(([name, value]) => [
    name,
    value.replace(/^\$\{\{ inputs\.(\w+) \}\}$/, (_, input: string) => values.get(input) ?? ''),
  ])
  const { code, out, err } = await runJob(step.run, {
    ...Object.fromEntries(env),
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: `${origin}/api/v3`,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REF: `refs/pull/${pull.number}/merge`,
  })
  expect([code, err]).toEqual([1, ''])
  for (const annotation of ANNOTATIONS) expect(out).toMatch(annotation)
  expect(out).not.toContain('old:')
  expectComment(pull)
})

test('the GitLab job comments and reports new issues', async () => {
  const { origin, world, pull } = await openForge('gitlab')
  const { locales } = read('gitlab/dragoman-check.yml') as {
    locales: { script: string[]; variables: Record<string, string | number> }
  }
  const { code } = await runJob(locales.script.join('\n'), {
    LOCALES: String(locales.variables.LOCALES),
    CODE: String(locales.variables.CODE),
    DRAGOMAN_PACKAGE: './dragoman.tgz',
    GITLAB_CI: 'true',
    GITLAB_TOKEN: 's3cret',
    CI_API_V4_URL: `${origin}/api/v4`,
    CI_PROJECT_ID: String(world.id),
    CI_MERGE_REQUEST_IID: String(pull.number),
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  })
  expect(code).toBe(1)
  const report: readonly { location: { path: string } }[] = JSON.parse(
    readFileSync(join(work, 'locales.json'), 'utf8'),
  )
  expect(report.map(({ location }) => location.path).toSorted()).toEqual(['locales/de.json', 'src/app.ts'])
  expectComment(pull)
})

test('the Forgejo job comments and reports new issues', async () => {
  const { origin, pull } = await openForge('forgejo')
  const { jobs } = read('forgejo/workflow.yml') as { jobs: { check: { steps: { run?: string }[] } } }
  const { code, out, err } = await runJob(jobs.check.steps.at(-1)?.run ?? '', {
    BASE: 'origin/main',
    PACKAGE: './dragoman.tgz',
    DRAGOMAN_FORGE_TOKEN: 's3cret',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: `${origin}/api/v1`,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REF: `refs/pull/${pull.number}/head`,
  })
  expect([code, err]).toEqual([1, ''])
  for (const annotation of ANNOTATIONS) expect(out).toMatch(annotation)
  expectComment(pull)
})
