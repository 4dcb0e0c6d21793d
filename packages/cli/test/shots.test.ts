import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'
import { run } from '../src/run.ts'

const params = { project: 'shop' }

let server: TestServer
let folder: string
let secret: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-shots-'))
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  for (const name of ['title', 'pay'])
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural: 'none', forms: { other: `The ${name}` } },
    })
  const body = { name: 'CI', scopes: ['files' as const], languages: null, days: 30 }
  secret = (await server.call(api.tokens.createOwn, { body })).secret
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function dragoman(...args: string[]): Promise<[number, string]> {
  let out = ''
  const add = (text: string) => {
    out += `${text}\n`
  }
  const env = { XDG_CONFIG_HOME: folder, DRAGOMAN_TOKEN: secret, DRAGOMAN_SERVER: server.server.origin }
  const code = await run(['shots', ...args, '--project', 'shop'], { env, print: add, complain: add })
  return [code, out]
}

/** Returns the first bytes of a PNG, which contain its size; the rest is not checked. */
function png(width: number, height: number, salt = ''): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  return Buffer.concat([
    signature,
    Buffer.from('IHDR'),
    size,
    Buffer.from([8, 6, 0, 0, 0]),
    Buffer.from(salt),
  ])
}

const place = (key: string, { x = 10, namespace = 'app' } = {}) => ({
  namespace,
  key,
  part: 'text',
  x,
  y: 20,
  width: 100,
  height: 30,
})

async function write(
  name: string,
  { keys = ['title'], x = 10, namespace = 'app', salt = '', takenAt = '2026-11-01T10:00:00.000Z' } = {},
): Promise<void> {
  const strings = keys.map((key) => place(key, { x, namespace }))
  await writeFile(join(folder, `${name}.en.png`), png(800, 600, salt))
  await writeFile(join(folder, `${name}.en.json`), JSON.stringify({ name, language: 'en', takenAt, strings }))
}

const listed = async () => (await server.call(api.screenshots.list, { params })).screenshots

test('only changed screenshots are sent', async () => {
  await write('basket', { keys: ['title', 'pay'] })
  await write('home')
  expect(await dragoman(folder, '--dry-run')).toEqual([
    0,
    'Would send "basket" (en).\nWould send "home" (en).\n2 to send, 0 unchanged.\n',
  ])
  expect(await listed()).toEqual([])
  expect(await dragoman(folder)).toEqual([
    0,
    'Sent "basket" (en): 2 strings.\nSent "home" (en): 1 string.\n2 sent, 0 unchanged.\n',
  ])
  expect((await listed()).map(({ name, strings, stale }) => [name, strings, stale]).sort()).toEqual([
    ['basket', 2, 0],
    ['home', 1, 0],
  ])
  expect(await dragoman(folder)).toEqual([0, '0 sent, 2 unchanged.\n'])
  // A different position in the same image, and a different image with the same positions.
  await write('basket', { keys: ['title', 'pay'], x: 11 })
  await write('home', { salt: 'other' })
  expect((await dragoman(folder))[1]).toContain('2 sent, 0 unchanged')
  expect(await listed()).toHaveLength(2)
})

test("a screenshot in the language of an app gets the project's, and is sent once", async () => {
  await write('home')
  const file = join(folder, 'home.en.json')
  const shot: object = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...shot, language: 'en-US' }))
  expect(await dragoman(folder)).toEqual([0, 'Sent "home" (en): 1 string.\n1 sent, 0 unchanged.\n'])
  expect((await listed()).map(({ language }) => language)).toEqual(['en'])
  expect((await dragoman(folder))[1]).toBe('0 sent, 1 unchanged.\n')
})

test('a stale screenshot is only replaced by a newer one', async () => {
  await write('home')
  await dragoman(folder)
  const { rows } = await server.call(api.translations.page, {
    params,
    query: { language: 'en', q: 'key:title', limit: 1 },
  })
  const [row] = rows
  await server.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'en' },
    body: { forms: { other: 'Another title' }, baseVersion: row?.target.version ?? 0 },
  })
  expect((await listed())[0]?.stale).toBe(1)
  expect((await dragoman(folder))[1]).toBe('0 sent, 1 unchanged.\n')
  await write('home', { takenAt: '2026-11-02T10:00:00.000Z' })
  expect((await dragoman(folder))[1]).toContain('1 sent')
  expect((await listed())[0]?.stale).toBe(0)
})

test('unknown keys are named; a screenshot with only such keys fails, the others are sent', async () => {
  await write('basket', { keys: ['title', 'gone'] })
  await write('away', { keys: ['gone'] })
  const [code, said] = await dragoman(folder)
  expect(code).toBe(1)
  expect(said).toContain('away.en.json: the project has none of its strings.')
  expect(said).toContain('Not in the project: app:gone.')
  expect(said).toContain('1 sent, 0 unchanged, 1 not sent.')
  expect((await listed()).map(({ name }) => name)).toEqual(['basket'])
})

test('a namespace or name that no key can have is unknown, and the others are sent', async () => {
  await write('basket', { keys: ['title', 'pay'] })
  const file = join(folder, 'basket.en.json')
  const shot = JSON.parse(await readFile(file, 'utf8')) as { strings: object[] }
  const others = [
    place('title', { namespace: '@acme/ui' }),
    place('title', { namespace: '' }),
    place('x'.repeat(1025)),
  ]
  await writeFile(file, JSON.stringify({ ...shot, strings: [...shot.strings, ...others] }))
  await write('library', { namespace: '@acme/ui' })
  const [code, said] = await dragoman(folder)
  expect([code, said.split('\n')]).toEqual([
    1,
    [
      'Sent "basket" (en): 2 strings.',
      `${join(folder, 'library.en.json')}: the project has none of its strings.`,
      `Not in the project: :title, @acme/ui:title, app:${'x'.repeat(1025)}.`,
      '1 sent, 0 unchanged, 1 not sent.',
      '',
    ],
  ])
})

test("an unreadable screenshot is named with the error's position, and nothing is sent", async () => {
  await write('home')
  const file = join(folder, 'home.en.json')
  const whole = JSON.parse(await readFile(file, 'utf8')) as { strings: object[] }
  await writeFile(
    join(folder, 'basket.en.json'),
    JSON.stringify({ ...whole, strings: [{ ...place('title'), x: -1 }] }),
  )
  await writeFile(join(folder, 'basket.en.png'), png(800, 600))
  const [code, said] = await dragoman(folder)
  expect(code).toBe(1)
  expect(said).toMatch(/basket\.en\.json, strings\.0\.x: /)
  await rm(join(folder, 'basket.en.png'))
  expect((await dragoman(folder))[1]).toContain('basket.en.png is missing')
  await writeFile(join(folder, 'basket.en.png'), 'no picture')
  await writeFile(join(folder, 'basket.en.json'), '{')
  expect((await dragoman(folder))[1]).toMatch(/basket\.en\.json: .*JSON/)
  expect(await listed()).toEqual([])
  expect(await dragoman(join(folder, 'none'))).toEqual([1, expect.stringContaining('There is no folder')])
  expect((await dragoman())[0]).toBe(2)
})
