import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../src/run.ts'
import { filesOf } from './corpus-projects.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-pseudo-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function pseudo(...args: string[]) {
  const said: string[] = []
  const add = (text: string) => void said.push(text)
  const code = await run(['pseudo', root, ...args], {
    env: { XDG_CONFIG_HOME: root },
    print: add,
    complain: add,
  })
  return { code, said: said.join('\n') }
}
async function write(path: string, text: string) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
const json = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'))
const EN =
  '{\n\t"cart": { "title": "Cart of {{name}}" },\n\t"items_one": "{{count}} item",\n\t"items_other": "{{count}} items"\n}\n'

test('writes the files of a pseudo language, keeps them up to date, and changes no others', async () => {
  await write('locales/en/app.json', EN)
  await write('locales/de/app.json', '{ "cart": { "title": "Korb von {{name}}" } }')
  const before = await filesOf(root)
  const dry = await pseudo('--dry-run')
  expect([dry.code, dry.said]).toEqual([0, 'locales/en-XA/app.json: 2 texts to write'])
  expect(await filesOf(root)).toEqual(before)
  expect((await pseudo('--length', '0')).said).toBe('locales/en-XA/app.json: 2 texts')
  expect(await readFile(join(root, 'locales/en-XA/app.json'), 'utf8')).toBe(
    EN.replace('{ "title": "Cart of {{name}}" }', '{\n\t\t"title": "Çåŕţ öƒ {{name}}"\n\t}')
      .replace('item"', 'îţéɱ"')
      .replace('items"', 'îţéɱš"'),
  )
  expect((await pseudo('--length', '0')).said).toBe('The files of en-XA are up to date.')
  await write('locales/en/app.json', EN.replace('"Cart', '"My cart').replace('"cart"', '"basket"'))
  await pseudo('--length', '0')
  expect(await json('locales/en-XA/app.json')).toMatchObject({ basket: { title: 'Ṁý çåŕţ öƒ {{name}}' } })
  expect((await json('locales/en-XA/app.json')).cart).toBeUndefined()
  for (const [path, bytes] of before)
    if (!path.includes('en')) expect((await filesOf(root)).get(path)).toEqual(bytes)
})

test('a right-to-left pseudo language has its own plural forms', async () => {
  await write('locales/en/app.json', EN)
  expect((await pseudo('--rtl')).code).toBe(0)
  expect(Object.keys(await json('locales/ar-XB/app.json')).sort()).toEqual(
    ['cart', ...['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `items_${form}`)].sort(),
  )
})

test('reports errors', async () => {
  await write('locales/en/app.json', EN)
  expect((await pseudo('--length', 'much')).said).toContain('It must be a percentage')
  expect((await pseudo('--language', 'en')).said).toContain('It must be another, such as en-XA')
  await write('locales/de/app.json', '{ "cart": { "title": "Korb von {{name}}" } }')
  const before = await filesOf(root)
  expect(await pseudo('--language', 'de')).toEqual({
    code: 2,
    said: '--language is "de", which already has translations. It must be an artificial language, such as en-XA.',
  })
  expect(await filesOf(root)).toEqual(before)
  for (const language of ['fr', 'qps-ploc', 'qps-ploc'])
    expect((await pseudo('--language', language)).code).toBe(0)
})
