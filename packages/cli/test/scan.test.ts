import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand, writeFiles } from './run-command.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-scan-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(root, files)

const scan = (...args: readonly string[]) => runCommand(['scan', ...args])

const FILES = {
  'src/App.tsx': `import { useTranslation } from 'react-i18next'
export default function App({ kind }) {
  const { t } = useTranslation('shop')
  return <p title={t('title')}>{t(\`kind.\${kind}\`)} {t('item', { count: 2 })} {t('gone')}</p>
}
`,
  'src/App.test.tsx': "t('only-in-a-test')",
  'src/types.d.ts': "declare const a: 'x'",
  'node_modules/lib/index.js': "t('of-a-library')",
  'locales/en/shop.json': {
    title: 'Shop',
    kind: { big: 'Big', small: 'Small' },
    item_one: '{{count}} item',
    item_other: '{{count}} items, see $t(nested)',
    nested: 'Nested',
    old: 'Old',
  },
  'locales/de/shop.json': { title: 'Laden' },
  'locales/en/other.json': { old: 'Old' },
}

test('lists uses, dynamic keys, missing and unused keys, with their positions', async () => {
  write(FILES)
  expect(await scan(root)).toEqual({
    code: 0,
    err: '',
    out: `src/App.tsx:4:22  shop:title
src/App.tsx:4:55  shop:item
src/App.tsx:4:81  shop:gone

src/App.tsx:4:35  dynamic  shop:kind.…

src/App.tsx:4:81  missing  shop:gone

locales/en/other.json:2:10  unused  other:old
locales/en/shop.json:10:10  unused  shop:old

1 file: 3 keys in 3 places, 1 dynamic.
7 keys in locales/{lng}/{ns}.json: 1 missing, 2 unused.`,
  })
})

test('prints a single list, and everything as JSON', async () => {
  write(FILES)
  expect((await scan(join(root, 'src'), '--locales', join(root, 'locales'), '--only', 'missing')).out).toBe(
    'App.tsx:4:81  missing  shop:gone',
  )
  const report: unknown = JSON.parse((await scan(root, '--format', 'json')).out)
  expect(report).toMatchObject({
    files: 1,
    used: [{ key: 'title', namespaces: ['shop'], path: 'src/App.tsx', line: 4, column: 22 }, {}, {}],
    dynamic: [{ prefix: 'kind.', namespaces: ['shop'] }],
    missing: [{ key: 'gone' }],
    unused: [
      { key: 'old', namespace: 'other' },
      { key: 'old', namespace: 'shop' },
    ],
    problems: [],
  })
})

test('works without locale files, with custom functions, and with unreadable code', async () => {
  write({ 'a.ts': "say('hello')\n", 'b.ts': "t('x')\nconst = 1 {{{" })
  expect((await scan(root)).out).toMatch(
    /^b\.ts:2:\d+ {2}not read {2}.*\n2 files: 0 keys in 0 places, 0 dynamic\.$/,
  )
  expect((await scan(root, '--functions', 'say, tell', '--only', 'used')).out).toBe('a.ts:1:5  hello')
})

test('wrong arguments are reported', async () => {
  write(FILES)
  expect(await scan(root, '--format', 'xml')).toMatchObject({
    code: 2,
    err: expect.stringContaining('text or json'),
  })
  expect(await scan(root, '--only', 'all')).toMatchObject({
    code: 2,
    err: expect.stringContaining('missing or unused'),
  })
  for (const name of ['--server', '--project', '--permalink'])
    expect(await scan(root, name, 'x')).toMatchObject({
      code: 2,
      err: `${name} is for --send, which sends the places of the keys to a server.`,
    })
  expect(await scan(join(root, 'nowhere'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no folder'),
  })
  expect(await scan(join(root, 'src/App.tsx'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('is a file'),
  })
  expect(await scan(root, '--locales', join(root, 'src'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('No locale files'),
  })
  expect(await scan(join(root, 'src'), '--only', 'unused')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Set their folder: --locales FOLDER.'),
  })
  expect((await scan(join(root, 'src'))).code).toBe(0)
})

test('code without nearby locale files is compared with those of the dragoman.json above it', async () => {
  write({
    ...FILES,
    'dragoman.json': JSON.stringify({
      sourceLanguage: 'en',
      files: [{ pattern: 'locales/{lng}/{ns}.json', format: 'i18next-json' }],
    }),
  })
  const { out, err } = await scan(root, '--only', 'missing')
  expect(err).toBe('')
  expect(out).toContain('gone')
  const inside = await scan(join(root, 'src'), '--only', 'missing')
  expect(inside.out).toBe(out.replaceAll('src/', ''))
})
