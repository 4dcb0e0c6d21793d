import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { git, openPull } from '../../server/test/forges/double-world.ts'
import { type DoubleName, type ForgeDouble, openForgeDouble } from '../../server/test/forges/forge-double.ts'
import { commentMarker } from '../src/check/comment/comment-text.ts'
import { runCommand, writeFiles } from './run-command.ts'

let root: string
/** A repository with a branch that has a pull request. */
let bare: string
let open: ForgeDouble[] = []

beforeAll(() => {
  bare = mkdtempSync(join(tmpdir(), 'dragoman-comment-bare-'))
  git(bare, 'init', '--bare', '--quiet', '--initial-branch', 'main')
  const tree = git(bare, 'hash-object', '-t', 'tree', '-w', '/dev/null')
  const base = git(bare, 'commit-tree', tree, '-m', 'Base')
  git(bare, 'update-ref', 'refs/heads/main', base)
  git(bare, 'update-ref', 'refs/heads/texts', git(bare, 'commit-tree', tree, '-p', base, '-m', 'Texts'))
})
afterAll(() => rmSync(bare, { recursive: true, force: true }))
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-comment-'))
  open = []
})
afterEach(async () => {
  rmSync(root, { recursive: true, force: true })
  for (const double of open) {
    await double.end()
    // Each request and response conforms to the forge's published API.
    expect(double.problems).toEqual([])
  }
})

/** Starts a forge with one pull request, number 12, that already has comments. */
async function openForge(kind: DoubleName, before: readonly string[] = []) {
  const double = await openForgeDouble(kind, 's3cret')
  open.push(double)
  const world = double.addRepository('acme/shop', bare)
  world.nextNumber = 12
  const pull = openPull(world, { head: 'texts', base: 'main', title: 'Texts', body: '' })
  for (const body of before) pull.comments.push({ id: world.nextId++, body, author: 'rita' })
  return {
    double,
    comments: pull.comments,
    calls: double.requests,
    env: envOf(kind, double.origin, world.id),
  }
}

function envOf(kind: DoubleName, origin: string, id: number): Record<string, string> {
  if (kind === 'gitlab')
    return {
      GITLAB_CI: 'true',
      CI_API_V4_URL: `${origin}/api/v4`,
      CI_PROJECT_ID: String(id),
      CI_MERGE_REQUEST_IID: '12',
      GITLAB_TOKEN: 's3cret',
    }
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: kind === 'github' ? `${origin}/api/v3` : `${origin}/api/v1`,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REF: 'refs/pull/12/merge',
    GITHUB_TOKEN: 's3cret',
  }
}

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(root, files)

const check = (env: Record<string, string>, ...args: readonly string[]) =>
  runCommand(['check', root, '--comment', '--format', 'github', ...args], env)

const BROKEN = { 'en.json': { 'a|b': 'Hello {{name}}' }, 'de.json': { 'a|b': 'Hallo {{@Namen<b>}}' } }
const CLEAN = { 'en.json': { 'a|b': 'Hello {{name}}' }, 'de.json': { 'a|b': 'Hallo {{name}}' } }

describe.each(['github', 'gitea', 'forgejo', 'gitlab'] as const)('%s', (kind) => {
  test('one comment is created on the first finding and updated in place, and none if there are no findings', async () => {
    const { comments, calls, env } = await openForge(kind, ['What a nice request!'])
    write(CLEAN)
    expect(await check(env)).toEqual({ code: 0, err: '', out: '' })
    expect(comments).toHaveLength(1)

    write(BROKEN)
    expect(await check(env, '--editor', 'https://l10n.example.com/p/shop')).toMatchObject({
      code: 1,
      err: '',
    })
    expect(comments).toHaveLength(2)
    const { body = '' } = comments[1] ?? {}
    expect(body).toMatch(/^<!-- dragoman check .* -->\n\*\*Locale files:\*\* \d errors?, \d warnings?\./)
    expect(body).toContain(
      '[`a\\|b`](https://l10n.example.com/p/shop/translate/de?q=key%3A%22a%7Cb%22) | \\{\\{name\\}\\} is missing. |',
    )
    // No one is mentioned, and texts contain no HTML.
    expect(body).toContain('&#64;Namen&#60;b>')

    const before = calls.length
    await check(env, '--editor', 'https://l10n.example.com/p/shop')
    expect(calls.slice(before).every((call) => call.startsWith('GET '))).toBe(true)

    write(CLEAN)
    expect(await check(env)).toEqual({ code: 0, err: '', out: '' })
    expect(comments.map(({ body }) => body.includes('no issues found'))).toEqual([false, true])
  })

  test('the comment is found among hundreds', async () => {
    const { comments, env } = await openForge(
      kind,
      Array.from({ length: 250 }, (_, at) => `Comment ${at}`),
    )
    write(BROKEN)
    await check(env)
    comments.push(...Array.from({ length: 10 }, (_, at) => ({ id: 900 + at, body: 'Later', author: 'rita' })))
    write({ ...BROKEN, 'fr.json': { 'a|b': 'Bonjour' } })
    await check(env)
    expect(comments).toHaveLength(261)
    expect(comments[250]?.body).toContain('fr.json')
  })

  test.each([
    [401, 'the token is not valid there'],
    [403, 'Pull requests from forks get a read-only token'],
    [404, 'has no access to this pull request'],
  ])('a refusal (%i) is reported and changes nothing else', async (status, hint) => {
    const { double, env } = await openForge(kind)
    write(CLEAN)
    if (status !== 401) double.faults.push({ status })
    const { GITHUB_TOKEN, GITLAB_TOKEN, ...bare } = env
    const wrong = { ...bare, DRAGOMAN_FORGE_TOKEN: status === 401 ? 'wr0ng' : 's3cret' }
    const { code, err } = await check(wrong)
    expect(code).toBe(0)
    expect(err).toContain(hint)
    expect(err).not.toMatch(/wr0ng|s3cret/)
  })
})

test('a connection that breaks while a comment is written is reported, and the check succeeds', async () => {
  const { double, env } = await openForge('github', [`${commentMarker(root)}\nOutdated`])
  double.faults.push({ how: 'cut', on: /^PATCH / })
  write(CLEAN)
  expect(await check(env)).toEqual({
    code: 0,
    out: '',
    err: `No comment was written: ${double.origin} cannot be reached: the connection was cut.`,
  })
})

/** The token of a pull request from a fork is read-only. */
const READS_ONLY = { status: 403, on: /^(?:POST|PATCH|PUT) / }

test.each(['github', 'forgejo'] as const)(
  'a pull request from a fork (%s): annotations and the summary of the job contain the findings',
  async (kind) => {
    const { double, comments, env } = await openForge(kind)
    double.faults.push(READS_ONLY, READS_ONLY)
    write(BROKEN)
    const summary = join(root, 'summary.md')
    writeFileSync(summary, 'Before\n')
    const forked = { ...env, GITHUB_STEP_SUMMARY: summary }
    const { code, err, out } = await check(forked)
    expect(code).toBe(1)
    expect(err).toBe(
      `No comment was written: ${new URL(double.origin).host} responds with 403: the token cannot write comments. Pull requests from forks get a read-only token. The findings are in the annotations and the summary of the job.`,
    )
    expect(out).toMatch(/^::error file=.*de\.json,line=\d+,col=\d+,title=placeholder-missing::/)
    expect(readFileSync(summary, 'utf8')).toMatch(/^Before\n<!-- dragoman check .*-->\n\*\*Locale files:\*\*/)
    expect(comments).toEqual([])

    // With the text format, annotations are printed after it; without a summary, no one is referred to one.
    const plain = await check(env, '--format', 'text')
    expect(plain.out).toMatch(/ 0 warnings\.\n(?:.*\n)*::error file=/)
    expect(plain.err).toMatch(/The findings are in the annotations\.$/)
  },
)

test('a pull request from a fork without a token, and one without findings, get no comment', async () => {
  const { GITHUB_TOKEN, ...bare } = (await openForge('github')).env
  write(BROKEN)
  const { err, out } = await check(bare, '--format', 'json')
  expect(err).toBe(
    'No comment was written: there is no token: set DRAGOMAN_FORGE_TOKEN or GITHUB_TOKEN or GH_TOKEN. The findings are in the log of the job.',
  )
  expect(JSON.parse(out)).toMatchObject({ errors: 2 })
  const gitlab = await openForge('gitlab')
  gitlab.double.faults.push(READS_ONLY)
  expect((await check(gitlab.env, '--format', 'gitlab')).err).toMatch(/are in the log of the job\.$/)
  write(CLEAN)
  const summary = join(root, 'summary.md')
  expect((await check({ ...bare, GITHUB_STEP_SUMMARY: summary })).err).not.toContain('found')
  expect(existsSync(summary)).toBe(false)
})

test('reports a job without pull request, without token, or with an unknown forge', async () => {
  write(CLEAN)
  const { env } = await openForge('github')
  expect(await check({})).toEqual({
    code: 0,
    out: '',
    err: 'No comment was written: this job does not run for a pull request.',
  })
  expect((await check({ ...env, GITHUB_REF: 'refs/heads/main' })).err).toContain('does not run for')
  expect((await check({ ...env, GITHUB_TOKEN: '' })).err).toContain(
    'set DRAGOMAN_FORGE_TOKEN or GITHUB_TOKEN',
  )
  expect((await check({ ...env, GITHUB_REPOSITORY: '../../evil?x' })).err).toContain(
    'repository is not known',
  )
  expect((await check({ CI_COMMIT_PULL_REQUEST: '3', CI_FORGE_TYPE: 'bitbucket' })).err).toContain(
    'comments on "bitbucket" are not supported',
  )
})

test('the event contains the number if the ref does not, and Woodpecker has its own variables', async () => {
  write({ ...BROKEN, 'event/event.json': { pull_request: { number: 12 } } })
  const github = await openForge('github')
  const event = { GITHUB_REF: 'refs/heads/main', GITHUB_EVENT_PATH: join(root, 'event/event.json') }
  await check({ ...github.env, ...event })
  expect(github.comments).toHaveLength(1)
  const gitea = await openForge('gitea')
  await check({
    CI_FORGE_TYPE: 'forgejo',
    CI_FORGE_URL: gitea.env.GITHUB_API_URL?.replace('/api/v1', '/') ?? '',
    CI_REPO: 'acme/shop',
    CI_COMMIT_PULL_REQUEST: '12',
    FORGEJO_TOKEN: 's3cret',
  })
  expect(gitea.comments).toHaveLength(1)
})
