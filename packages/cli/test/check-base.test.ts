import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDescription } from '../../server/test/forges/api-description.ts'
import { gitFailingAt, runGit } from './programs.ts'
import { runCommand, writeFiles } from './run-command.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-base-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const git = (...args: readonly string[]) => runGit(root, ...args)

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(root, files)

function commit(message: string): void {
  git('add', '-A')
  git('commit', '--quiet', '-m', message)
}

/** Creates a repository whose branch `work` diverged from `main`. */
function openRepository(): void {
  git('init', '--quiet', '-b', 'main')
  write({
    'web/locales/en/shop.json': { hello: 'Hello {{name}}', bye: 'Goodbye', old: 'Old', stays: 'Stays' },
    'web/locales/de/shop.json': { hello: 'Hallo', bye: 'Tschüss', old: 'Alt', stays: 'Bleibt' },
  })
  commit('First')
  git('branch', 'work')
  write({ 'web/locales/de/shop.json': { hello: 'Hallo', bye: 'Auf Wiedersehen', old: 'Alt', stays: 'So' } })
  commit('Others')
  git('checkout', '--quiet', 'work')
}

const check = (...args: readonly string[]) => runCommand(['check', ...args])

test('existing problems are not reported again, and without new ones the exit code is 0', async () => {
  openRepository()
  const folder = join(root, 'web/locales')
  expect((await check(folder)).code).toBe(1)
  expect(await check(folder, '--base', 'main')).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new keys, 0 changed, 0 removed.\n1 existing finding not repeated.'),
  })
  expect((await check(folder, '--base', 'main', '--format', 'github')).out).toBe('')
})

test('new, changed and removed keys, untranslated ones, and new problems are reported', async () => {
  openRepository()
  const folder = join(root, 'web/locales')
  write({
    'web/locales/en/shop.json': {
      first: 'A new key, which moves all others a line down',
      hello: 'Hello {{name}}',
      bye: 'See you soon',
      stays: 'Stays {{count}}',
    },
    'web/locales/de/shop.json': { hello: 'Hallo', bye: 'Tschüss', stays: 'Bleibt', old: 'Alt' },
  })
  commit('Work')
  const { code, out } = await check(folder, '--base', 'main')
  expect(code).toBe(1)
  expect(out).toContain('de/shop.json:4:12  error    stays: {{count}} is missing.')
  expect(out).toContain('de/shop.json:5:10  warning  old: The source language does not have this key.')
  expect(out).not.toContain('hello:')
  expect(out).toContain('1 new key, 2 changed, 1 removed.')
  expect(out).toContain('Translations of changed keys to review: de 2.')
  expect(out).toContain('New keys that are not translated: de 1.')

  const json = JSON.parse((await check(folder, '--base', 'main', '--format', 'json')).out)
  expect(json.base).toMatchObject({ ref: 'main', commit: git('merge-base', 'main', 'HEAD') })
  expect(json.base.keys).toEqual([
    { kind: 'new', namespace: 'shop', key: 'first', path: 'en/shop.json', line: 2, column: 12 },
    expect.objectContaining({ kind: 'changed', key: 'bye' }),
    expect.objectContaining({ kind: 'changed', key: 'stays' }),
    expect.objectContaining({ kind: 'removed', key: 'old' }),
  ])
})

test('a removed or emptied translation is reported, unless its key was removed too', async () => {
  openRepository()
  const folder = join(root, 'web/locales')
  write({
    'web/locales/en/shop.json': { hello: 'Hello {{name}}', bye: 'Goodbye', stays: 'Stays' },
    'web/locales/de/shop.json': { hello: 'Hallo', stays: '' },
  })
  const { code, out } = await check(folder, '--base', 'main')
  expect(code).toBe(0)
  expect(out.split('\n').filter((line) => line.includes('warning '))).toEqual([
    'de/shop.json:1:1  warning  bye: The translation was removed.',
    'de/shop.json:3:12  warning  stays: The translation was removed.',
  ])
  expect(out).toContain('1 existing finding not repeated.')
})

test('moved files are recognized', async () => {
  openRepository()
  git('mv', 'web/locales', 'web/texts')
  expect(await check(join(root, 'web'), '--base', 'main')).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new keys, 0 changed, 0 removed.'),
  })
})

test('reports for GitLab and SARIF contain paths from the root of the repository', async () => {
  openRepository()
  const folder = join(root, 'web/locales')
  const [issue] = JSON.parse((await check(folder, '--format', 'gitlab')).out)
  expect(issue).toMatchObject({
    check_name: 'placeholder-missing',
    severity: 'major',
    location: { path: 'web/locales/de/shop.json', lines: { begin: 2 } },
    fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
  })
  const { runs } = JSON.parse((await check(folder, '--format', 'sarif')).out)
  expect(runs[0].results).toEqual([
    expect.objectContaining({
      ruleId: 'placeholder-missing',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'web/locales/de/shop.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 2, startColumn: 12 },
          },
        },
      ],
    }),
  ])
  const { out } = await check(folder, '--format', 'github')
  expect(out).toMatch(/^::error file=web\/locales\/de\/shop\.json,line=2,/)
})

/**
 * GitLab's specification of its report:
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
const SEVERITIES = ['info', 'minor', 'major', 'critical', 'blocker']

test('reports conform to SARIF’s schema and GitLab’s description, with every kind of finding and unusual names', async () => {
  openRepository()
  write({
    'w eb#1/en/shop.json': {
      'a.b': 'One {{x}}',
      ü: 'Two <b>bold</b>',
      n_one: '{{count}} file',
      n_other: '{{count}} files',
    },
    'w eb#1/de/shop.json': {
      'a.b': 'Eins',
      ü: 'Zwei <b>fett',
      n_other: '{{count}} Dateien',
      extra: 'Mehr',
    },
    'w eb#1/de/broken.json': '{ "a": ',
    'src/app.ts': "t('shop:a.b')\nt('shop:nowhere')\n",
  })
  const editor = ['--editor', 'https://l10n.example.com/p/shop']
  const all = [join(root, 'w eb#1'), '--code', join(root, 'src'), ...editor]
  const { code, out } = await check(...all, '--format', 'sarif')
  expect(code).toBe(1)
  const log = JSON.parse(out)
  const { problemsOfValue } = readDescription('sarif.json')
  expect(problemsOfValue('', log)).toEqual([])
  expect(
    problemsOfValue('', { ...log, runs: [{ ...log.runs[0], results: [{ level: 'bad' }] }] }),
  ).not.toEqual([])
  const codes: readonly string[] = log.runs[0].results.map((one: { ruleId: string }) => one.ruleId)
  for (const kind of [
    'placeholder-missing',
    'missing-key',
    'unused-key',
    'json-unclosed',
    'plural-form-missing',
    'tag-unbalanced',
    'not-in-source',
  ])
    expect(codes).toContain(kind)
  const { out: clean } = await check(join(root, 'web/locales'), '--base', 'HEAD', '--format', 'sarif')
  expect(problemsOfValue('', JSON.parse(clean))).toEqual([])

  const report: readonly Record<string, unknown>[] = JSON.parse(
    (await check(...all, '--format', 'gitlab')).out,
  )
  expect(report).toHaveLength(codes.length)
  for (const issue of report) {
    expect(issue).toMatchObject({
      description: expect.stringMatching(/./),
      check_name: expect.stringMatching(/^[\w-]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/),
      location: { path: expect.stringMatching(/^(?:w eb#1|src)\//), lines: { begin: expect.any(Number) } },
    })
    expect(SEVERITIES).toContain(issue.severity)
  }
  // GitLab shows only one of those with the same fingerprint.
  expect(new Set(report.map(({ fingerprint }) => fingerprint)).size).toBe(report.length)
})

const failAt = (command: string, message: string, code?: number) =>
  vi.stubEnv('PATH', gitFailingAt(join(root, '.programs'), { command, message, code }))

test.each([
  [
    'rev-parse',
    'fatal: detected dubious ownership in repository at "/srv"\nTo add an exception, call:',
    'detected dubious ownership in repository at "/srv"',
  ],
  ['--verify', 'fatal: bad config line 1 in file .git/config', 'bad config line 1 in file .git/config'],
  [
    'merge-base',
    'fatal: could not fetch 01ab from promisor remote',
    'could not fetch 01ab from promisor remote',
  ],
  ['ls-tree', 'fatal: not a tree object', 'not a tree object'],
  ['diff', 'warning: slow\nerror: bad signature\nfatal: index file corrupt', 'bad signature'],
  ['cat-file', 'fatal: unable to read 01ab', 'unable to read 01ab'],
])('a failure of git %s is reported with the message of Git', async (command, message, shown) => {
  openRepository()
  failAt(command, message)
  const { code, out, err } = await check(join(root, 'web/locales'), '--base', 'main')
  expect([code, out, err]).toEqual([1, '', `Git failed: ${shown}`])
})

test.each([
  'fatal: not a git repository (or any parent up to mount point /srv)\nStopping at filesystem boundary',
  'fatal: Kein Git-Repository (oder irgendeines der Elternverzeichnisse): .git',
  'fatal: 不是 git 仓库（或者任何父目录）：.git',
])('in no repository, as Git reports in any language: %s', async (message) => {
  openRepository()
  failAt('--show-prefix', message)
  const { err } = await check(join(root, 'web/locales'), '--base', 'main')
  expect(err).toContain('is not in a Git repository')
})

test('a failure of Git without a message is reported with the command', async () => {
  openRepository()
  failAt('ls-tree', '', 3)
  const { err } = await check(join(root, 'web/locales'), '--base', 'main')
  expect(err).toBe('Git failed: git ls-tree ended with code 3')
})

test('a base without a common commit is compared with directly', async () => {
  openRepository()
  git('checkout', '--quiet', '--orphan', 'other')
  commit('Another first')
  expect(await check(join(root, 'web/locales'), '--base', 'main')).toMatchObject({ code: 0, err: '' })
})

test('errors about the base include what to do', async () => {
  write({ 'en.json': { a: 'A' }, 'de.json': { a: 'B' } })
  expect(await check(root, '--base', 'main')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not in a Git repository'),
  })
  git('init', '--quiet', '-b', 'main')
  commit('First')
  expect(await check(root, '--base', 'origin/main')).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'There is no commit "origin/main" here. Fetch it first: git fetch origin main',
    ),
  })
  expect(await check(root, '--base', '--upload-pack=x')).toMatchObject({ code: 1 })
})
