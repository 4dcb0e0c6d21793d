import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../src/run.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-base-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

function write(files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(
      join(root, path),
      typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
    )
  }
}

function commit(message: string): void {
  git('add', '-A')
  git('-c', 'user.name=Dana', '-c', 'user.email=dana@example.org', 'commit', '--quiet', '-m', message)
}

/** A repository whose branch `work` left `main`, which has gone on since. */
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

async function check(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const terminal = {
    env: {},
    print: (text: string) => void out.push(text),
    complain: (text: string) => void err.push(text),
  }
  const code = await run(['check', ...args], terminal)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('what was wrong before is not told again, and nothing new ends with 0', async () => {
  openRepository()
  const folder = join(root, 'web/locales')
  expect((await check(folder)).code).toBe(1)
  expect(await check(folder, '--base', 'main')).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new keys, 0 changed, 0 removed.\n1 finding of before not repeated.'),
  })
  expect((await check(folder, '--base', 'main', '--format', 'github')).out).toBe('')
})

test('new, changed and removed keys, what is not translated, and what is broken since', async () => {
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
  expect(out).toContain(
    'de/shop.json:4:12  error    stays: the placeholder {{count}} of the source is missing',
  )
  expect(out).toContain('de/shop.json:5:10  warning  old: the source language does not have this key')
  expect(out).not.toContain('hello:')
  expect(out).toContain('1 new key, 2 changed, 1 removed.')
  expect(out).toContain('Translations of changed keys to look at again: de 2.')
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

test('files that were moved are the same files', async () => {
  openRepository()
  git('mv', 'web/locales', 'web/texts')
  expect(await check(join(root, 'web'), '--base', 'main')).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new keys, 0 changed, 0 removed.'),
  })
})

test('reports for GitLab and SARIF name files from the root of the repository', async () => {
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

test('nothing to compare with says what to do', async () => {
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
