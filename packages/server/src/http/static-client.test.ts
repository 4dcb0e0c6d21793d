import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaticClient } from './static-client.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-static-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets/app.js'), 'run()')
  await writeFile(join(folder, 'assets/app.map'), '{}')
})
afterAll(() => rm(folder, { recursive: true }))

// Each spelling would keep its own copy of the file in memory, in each encoding.
test.each([
  '//assets/app.js',
  '/assets//app.js',
  '/assets/./app.js',
  '/assets/../assets/app.js',
  '/assets/APP.js',
  '/assets\\app.js',
  'assets/app.js',
  '/assets/app.js/',
  '/assets/app.map',
  '/assets',
  '/assets/app.js\0',
])('a file has one path, which is not %j', async (path) => {
  const client = openStaticClient(folder)
  expect(await client.file(path, new Headers())).toBeNull()
  expect(await (await client.file('/assets/app.js', new Headers()))?.text()).toBe('run()')
})

test('an interface that is built after the start is served', async () => {
  const built = join(folder, 'later')
  const client = openStaticClient(built)
  expect((await client.index()).status).toBe(503)
  await mkdir(built)
  await writeFile(join(built, 'index.html'), '<!doctype html>')
  expect((await client.index()).status).toBe(200)
})

test('a file that could not be read once is read by the next request', async () => {
  const client = openStaticClient(folder)
  expect((await client.index()).status).toBe(200)
  const path = join(folder, 'assets/app.js')
  await rm(path)
  expect(await client.file('/assets/app.js', new Headers())).toBeNull()
  await writeFile(path, 'run()')
  expect(await (await client.file('/assets/app.js', new Headers()))?.text()).toBe('run()')
})

test('no folder has no files', async () => {
  const client = openStaticClient(null)
  expect(await client.file('/assets/app.js', new Headers())).toBeNull()
  expect((await client.index()).status).toBe(503)
})
