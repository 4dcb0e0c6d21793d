import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { openTestServer } from '../../server/test/test-server.ts'
import { run } from '../src/run.ts'

/** Starts a server with a project, and returns the program with a token for it. */
async function openExport() {
  const server = await openTestServer()
  onTestFinished(() => server.close())
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const params = { project: 'shop' }
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  await server.call(api.languages.add, { params, body: { tag: 'de' } })
  for (const namespace of ['app', 'cart'])
    await server.call(api.keys.create, {
      params,
      body: { namespace, name: 'title', plural: 'none', forms: { other: `Title of ${namespace}` } },
    })
  const body = { name: 'CI', scopes: ['files' as const], languages: null, days: 30 }
  const { secret } = await server.call(api.tokens.createOwn, { body })
  const { origin } = server.server
  async function dragoman(...args: string[]) {
    let out = ''
    const add = (text: string) => {
      out += `${text}\n`
    }
    const env = { XDG_CONFIG_HOME: folder, DRAGOMAN_TOKEN: secret, DRAGOMAN_SERVER: origin }
    const code = await run(args, { env, print: add, complain: add })
    return [code, out]
  }
  return { folder, dragoman, origin }
}

/** Starts a proxy that cuts the connection in the middle of each archive; returns its address. */
async function openCuttingProxy(origin: string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body.length === 0 ? {} : { body }),
    })
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type, 'content-length': bytes.length })
    if (type === 'application/zip') response.write(bytes.subarray(0, 10), () => response.destroy())
    else response.end(bytes)
  })
  onTestFinished(() => new Promise((done) => void proxy.close(() => done())))
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = proxy.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

test('a download that breaks off leaves no file and names the reason', async () => {
  const { folder, dragoman, origin } = await openExport()
  const proxy = await openCuttingProxy(origin)
  const file = join(folder, 'all.zip')
  expect(await dragoman('export', file, '--project', 'shop', '--server', proxy)).toEqual([
    1,
    `The download from ${proxy} was not finished: the connection was cut. Try again.\n`,
  ])
  expect(await readdir(folder)).toEqual([])
})

test('a project, or a part of it, is downloaded as an archive; existing files are never replaced', async () => {
  const { folder, dragoman } = await openExport()
  const filesOf = async (name: string) => unzipSync(await readFile(join(folder, name)))
  const all = join(folder, 'all.zip')
  expect(await dragoman('export', all, '--project', 'shop')).toEqual([0, expect.stringContaining(all)])
  const files = await filesOf('all.zip')
  expect(Object.keys(files).sort()).toEqual([
    'de/app.de.json',
    'de/cart.de.json',
    'en/app.en.json',
    'en/cart.en.json',
  ])
  expect(Buffer.from(files['en/cart.en.json'] ?? []).toString()).toContain('Title of cart')
  const part = ['--project', 'shop', '--format', 'gettext-po', '--language', 'en', '--namespace', 'app']
  expect((await dragoman('export', join(folder, 'part.zip'), ...part))[0]).toBe(0)
  expect(Object.keys(await filesOf('part.zip'))).toEqual(['en/app.en.po'])
  expect(await dragoman('export', all, '--project', 'shop')).toEqual([
    1,
    expect.stringContaining('already exists'),
  ])
  const other = join(folder, 'other.zip')
  expect(await dragoman('export', other)).toEqual([2, expect.stringContaining('Which project?')])
  expect(await dragoman('export', other, '--project', 'shopp')).toEqual([
    1,
    expect.stringMatching(/Did you mean shop\? dragoman whoami \S+ lists those it can access\.\n$/),
  ])
  expect((await dragoman('export', other, '--project', 'shop', '--language', 'fr'))[0]).toBe(1)
  expect((await dragoman('export', other, '--project', 'shop', '--format', 'none'))[0]).toBe(1)
  expect((await readdir(folder)).sort()).toEqual(['all.zip', 'part.zip'])
})
