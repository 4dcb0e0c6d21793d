import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { openTestServer } from '../../server/test/test-server.ts'
import { run } from '../src/run.ts'

test('a project, or a part of it, is downloaded as an archive; existing files are never replaced', async () => {
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
  async function dragoman(...args: string[]) {
    let out = ''
    const add = (text: string) => {
      out += `${text}\n`
    }
    const env = { XDG_CONFIG_HOME: folder, DRAGOMAN_TOKEN: secret, DRAGOMAN_SERVER: server.server.origin }
    const code = await run(args, { env, print: add, complain: add })
    return [code, out]
  }
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
