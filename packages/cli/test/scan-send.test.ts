import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'
import { remotePermalink } from '../src/scan/repository-links.ts'
import { gitFailingAt, runGit } from './programs.ts'
import { runCommand, writeFiles } from './run-command.ts'

let server: TestServer
let root = ''
beforeEach(async () => {
  server = await openTestServer()
  root = mkdtempSync(join(tmpdir(), 'dragoman-send-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const git = (...args: readonly string[]) => runGit(root, ...args)

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(root, files)

const scan = (env: Record<string, string>, ...args: readonly string[]) =>
  runCommand(['scan', join(root, 'web'), ...args], { XDG_CONFIG_HOME: root, ...env })

test('the uses of a commit are sent to the server, with URLs based on the root of the repository', async () => {
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const params = { project: 'shop' }
  const ids: number[] = []
  for (const name of ['cart.title', 'mode.dark', 'old'])
    ids.push(
      (
        await server.call(api.keys.create, {
          params,
          body: { namespace: 'app', name, plural: 'none', forms: { other: name } },
        })
      ).key.id,
    )
  write({
    'web/src/a.ts':
      "t('cart.title')\nt('gone')\nconst modes = ['mode.dark']\nt(modes[n])\nt('x', 'secret text')\n",
    'web/locales/en.json': { cart: { title: 'Cart' }, mode: { dark: 'Dark' }, old: 'Old', x: 'X' },
    'web/locales/de.json': {},
  })
  git('init', '--quiet', '-b', 'main')
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  git('add', '-A')
  git('commit', '--quiet', '-m', 'First')
  const body = { name: 'CI', scopes: ['files' as const], languages: null, days: 30 }
  const { secret } = await server.call(api.tokens.createOwn, { body })
  const env = { DRAGOMAN_SERVER: server.server.origin, DRAGOMAN_TOKEN: secret }
  const { code, out, err } = await scan(env, '--send', '--project', 'shop')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Keys of shop: 1 unused, 2 missing.')
  const commit = git('rev-parse', 'HEAD')
  const found = await server.call(api.codeUses.ofKey, { params: { ...params, key: ids[0] ?? 0 } })
  expect(found).toMatchObject({
    scan: { revision: commit },
    uses: [
      {
        path: 'web/src/a.ts',
        line: 1,
        column: 3,
        url: `https://github.com/acme/shop/blob/${commit}/web/src/a.ts#L1`,
      },
    ],
  })
  const { rows } = await server.call(api.keys.page, {
    params,
    query: { languages: 'en', q: 'is:unused', limit: 10 },
  })
  expect(rows.map(({ key }) => key.name)).toEqual(['old'])
  const state = await server.call(api.codeUses.get, { params })
  expect(state.missing.map(({ key, namespace }) => [key, namespace])).toEqual([
    ['gone', 'app'],
    ['x', 'app'],
  ])
  const template = 'https://git.example.com/{commit}/{path}?line={line}'
  expect((await scan(env, '--send', '--project', 'shop', '--permalink', template)).code).toBe(0)
  const again = await server.call(api.codeUses.ofKey, { params: { ...params, key: ids[0] ?? 0 } })
  expect(again.uses[0]?.url).toBe(`https://git.example.com/${commit}/web/src/a.ts?line=1`)
})

test('namespaces that no key can have are sent too', async () => {
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const params = { project: 'shop' }
  for (const namespace of ['app', 'legal'])
    await server.call(api.keys.create, {
      params,
      body: { namespace, name: 'title', plural: 'none', forms: { other: 'Title' } },
    })
  const many = Array.from({ length: 51 }, (_, place) => `ns${place}`)
  write({
    'web/a.ts': [
      "const { t } = useTranslation('@acme/ui'); t('title')",
      "const { t: u } = useTranslation(''); u('empty')",
      `const { t: v } = useTranslation('A sentence ${'x'.repeat(300)}'); v('title')`,
      `const { t: w } = useTranslation(${JSON.stringify(many)}); w('some')`,
    ].join('\n'),
  })
  git('init', '--quiet', '-b', 'main')
  git('add', '-A')
  git('commit', '--quiet', '-m', 'First')
  const body = { name: 'CI', scopes: ['files' as const], languages: null, days: 30 }
  const { secret } = await server.call(api.tokens.createOwn, { body })
  const env = { DRAGOMAN_SERVER: server.server.origin, DRAGOMAN_TOKEN: secret }
  const { code, err } = await scan(env, '--send', '--project', 'shop')
  expect([code, err]).toEqual([0, ''])
  const { missing, unused } = await server.call(api.codeUses.get, { params })
  expect([unused, missing.map(({ line, key }) => [line, key])]).toEqual([
    2,
    [
      [1, 'title'],
      [2, 'empty'],
      [3, 'title'],
      [4, 'some'],
    ],
  ])
})

test('a failure of Git is reported with its message', async () => {
  write({ 'web/a.ts': "t('x')" })
  const message = 'fatal: detected dubious ownership in repository at "/srv"'
  vi.stubEnv('PATH', gitFailingAt(join(root, '.programs'), { command: 'rev-parse', message }))
  const env = { DRAGOMAN_SERVER: server.server.origin, DRAGOMAN_TOKEN: 'drg_wrong' }
  const { err } = await scan(env, '--send', '--project', 'shop')
  expect(err).toBe('Git failed: detected dubious ownership in repository at "/srv"')
})

test('missing requirements are reported', async () => {
  write({ 'web/a.ts': "t('x')" })
  const env = { DRAGOMAN_SERVER: server.server.origin, DRAGOMAN_TOKEN: 'drg_wrong' }
  expect((await scan(env, '--send')).err).toContain('Set it with --project shop')
  expect((await scan({}, '--send', '--project', 'shop')).err).toContain('Which server?')
  expect((await scan(env, '--send', '--project', 'shop')).err).toContain('is not in a Git repository')
  expect(await scan(env, '--send', '--project', 'shop', '--permalink', 'x')).toMatchObject({ code: 2 })
})

test.each([
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop/blob/{commit}/{path}#L{line}'],
  ['https://gitlab.example.com/a/b/c.git', 'https://gitlab.example.com/a/b/c/-/blob/{commit}/{path}#L{line}'],
  [
    'ssh://git@codeberg.org:22/acme/shop',
    'https://codeberg.org/acme/shop/src/commit/{commit}/{path}#L{line}',
  ],
  ['https://user:secret@github.com/acme/shop', 'https://github.com/acme/shop/blob/{commit}/{path}#L{line}'],
  ['https://unknown.example.com/acme/shop', null],
  ['/srv/git/shop.git', null],
])('the URL that %s was cloned from', (remote, template) => {
  expect(remotePermalink(remote)).toBe(template)
})
