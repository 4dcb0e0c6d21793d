import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runGit } from './programs.ts'
import { runCommand, writeFiles } from './run-command.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-check-code-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(root, files)

const git = (...args: readonly string[]) => runGit(root, ...args)

const check = (...args: readonly string[]) => runCommand(['check', ...args])

const FILES = {
  'web/src/app.ts': "t('title')\nt('gone')\n",
  'web/locales/en.json': { title: 'Title', old: 'Old' },
  'web/locales/de.json': { title: 'Titel', old: 'Alt' },
}

test('keys missing in the files are errors where the code uses them, unused keys are warnings', async () => {
  write({ ...FILES, 'web/.git/HEAD': 'ref: refs/heads/main\n' })
  const locales = join(root, 'web/locales')
  expect(await check(locales)).toMatchObject({ code: 0 })
  const { code, out } = await check(locales, '--code', join(root, 'web/src'))
  expect(code).toBe(1)
  expect(out).toContain(
    `../src/app.ts:2:3  error    gone: The code uses this key, but the source language does not have it.\nen.json:3:10  warning  old: No code uses this key.`,
  )
  const { out: annotations } = await check(locales, '--code', join(root, 'web/src'), '--format', 'github')
  expect(annotations).toMatch(/^::error file=src\/app\.ts,line=2,col=3,title=missing-key::gone/)
  expect(await check(locales, '--functions', 'say')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--code'),
  })
})

test('with a base only new findings in code and files are reported', async () => {
  write(FILES)
  git('init', '--quiet', '-b', 'main')
  git('add', '-A')
  git('commit', '--quiet', '-m', 'First')
  write({
    'web/src/app.ts': "t('gone')\nt('newly')\n",
    'web/src/app.test.ts': "t('in a test')",
    'web/locales/en.json': { title: 'Title', old: 'Old', more: 'More' },
  })
  const args = [join(root, 'web/locales'), '--code', join(root, 'web/src'), '--base', 'main']
  const { findings, base } = JSON.parse((await check(...args, '--format', 'json')).out)
  expect(findings.map((one: { code: string; key: string }) => `${one.code} ${one.key}`)).toEqual([
    'missing-key newly',
    // Used until now.
    'unused-key title',
    'unused-key more',
  ])
  expect(base.known).toBe(2)
})

test('findings link to the editor', async () => {
  write({
    'en.json': { 'a b': 'Hello {{name}}', 'say "x"': 'X', fine: 'Fine  text' },
    'de.json': { 'a b': 'Hallo', 'say "x"': 'X {{y}}', fine: 'Gut' },
  })
  const editor = 'https://l10n.example.com/p/shop/overview'
  const { findings } = JSON.parse((await check(root, '--editor', editor, '--format', 'json')).out)
  const links = findings.map((one: { link: string }) => decodeURIComponent(one.link))
  expect(links).toEqual(
    expect.arrayContaining([
      'https://l10n.example.com/p/shop/translate/de?q=key:"a b"',
      'https://l10n.example.com/p/shop/translate/de?q=key:"say \\"x\\""',
      'https://l10n.example.com/p/shop/keys?q=key:fine',
    ]),
  )
  const text = (await check(root, '--editor', editor)).out
  expect(text).toContain('is missing.\n  https://l10n.example.com/p/shop/translate/de?q=key%3A%22a%20b%22')
  expect((await check(root, '--editor', editor, '--format', 'github')).out).toContain('%0Ahttps://l10n')
  const [issue] = JSON.parse((await check(root, '--editor', editor, '--format', 'gitlab')).out)
  expect(issue.content.body).toContain('](https://l10n.example.com/p/shop/')
  const sarif = JSON.parse((await check(root, '--editor', editor, '--format', 'sarif')).out)
  expect(sarif.runs[0].results[0].hostedViewerUri).toContain('https://l10n.example.com/p/shop/')
  for (const wrong of ['shop', 'https://l10n.example.com', 'ftp://x/p/shop', 'https://x/p/../y'])
    expect(await check(root, '--editor', wrong)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not the address of a project'),
    })
})

test('without --editor the project file specifies where the texts are translated', async () => {
  write({
    'dragoman.json': {
      server: 'https://l10n.example.com',
      project: 'shop',
      sourceLanguage: 'en',
      files: [{ pattern: 'locales/{lng}.json', format: 'i18next-json' }],
    },
    'locales/en.json': { a: 'Hello {{name}}' },
    'locales/de.json': { a: 'Hallo' },
  })
  expect((await check(root)).out).toContain('https://l10n.example.com/p/shop/translate/de?q=key%3Aa')
})
