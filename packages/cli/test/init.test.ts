import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readProjectFile } from '@dragoman/formats'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../src/run.ts'

let root = ''
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'dragoman-init-')), 'My Shop')
  for (const [path, text] of [
    [
      'web/locales/en/app.json',
      '{"cart": {"title": "Cart"}, "items_one": "{{count}} item", "items_other": "{{count}} items"}',
    ],
    ['web/locales/de/app.json', '{"cart": {"title": "Korb"}}'],
    ['app/src/main/res/values/strings.xml', '<resources><string name="a">A</string></resources>'],
    ['app/src/main/res/values-de/strings.xml', '<resources><string name="a">Ä</string></resources>'],
  ] as const) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
})
afterEach(() => rm(dirname(root), { recursive: true, force: true }))

async function init(...args: string[]) {
  const out: string[] = []
  const add = (text: string) => void out.push(text)
  const code = await run(['init', root, ...args], {
    env: { XDG_CONFIG_HOME: root },
    print: add,
    complain: add,
  })
  return { code, out: out.join('\n') }
}
const written = async () => JSON.parse(await readFile(join(root, 'dragoman.json'), 'utf8'))

test('writes the best guess only, and never overwrites a file', async () => {
  const dry = await init('--dry-run')
  expect(JSON.parse(dry.out)).toMatchObject({ project: 'my-shop', sourceLanguage: 'en' })
  const { code, out } = await init('--server', 'https://l10n.example.com/', '--project', 'shop')
  expect([code, out]).toEqual([0, expect.stringContaining('Left out: ')])
  const file = await written()
  expect(file).toMatchObject({ server: 'https://l10n.example.com', project: 'shop', sourceLanguage: 'en' })
  expect(file.files).toHaveLength(1)
  expect((await init()).out).toContain('already exists')
})

test('with --all each set of files is a separate project', async () => {
  await init('--all', '--project', 'shop')
  const { files } = await written()
  expect(files.map(({ format }: { format: string }) => format).sort()).toEqual([
    'android-xml',
    'i18next-json',
  ])
  expect(files[0].project).toBeUndefined()
  expect(files[1].project).toMatch(/^shop-[a-z-]+$/)
})

test('writes the source language as a language code, and refuses what is none', async () => {
  expect(await init('--source-language', 'german!!')).toEqual({
    code: 2,
    out: '--source-language is "german!!". It must be a language code such as de or pt-BR.',
  })
  expect((await init('--source-language', 'en_us')).code).toBe(0)
  expect((await written()).sourceLanguage).toMatch(/^en(-US)?$/)
  expect(readProjectFile(await readFile(join(root, 'dragoman.json'))).problem).toBeNull()
})

test('reports errors', async () => {
  expect((await init('--project', 'My Shop')).out).toContain('such as my-shop')
  expect((await init('--server', 'http://l10n.example.com')).out).toContain('Use https')
})
