import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { listProjects } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../../test/folder-project.ts'
import { eventually, openTestServer } from '../../../test/test-server.ts'
import { makeSample } from '../../areas/projects/make-sample.ts'
import { hashOf } from '../../sync/hash-of.ts'
import { inspectFolder } from './inspect-folder.ts'
import { readFileInside } from './read-locale-file.ts'
import { replaceFile } from './replace-file.ts'

const SECRET = '{ "token": "s3cret" }\n'

let outside: string
let project: FolderProject | null = null
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'dragoman-outside-'))
  await writeFile(join(outside, 'app.json'), SECRET)
})
afterEach(async () => {
  await project?.test.close()
  project = null
  await rm(outside, { recursive: true })
})

async function leftOut(of: FolderProject): Promise<readonly { path: string; reason: string }[]> {
  return (await of.test.call(api.files.list, { params: of.params })).leftOut
}

/** Nothing of the file outside is in the catalog, in the delivered files, or in a response. */
async function expectNothingLeaked(of: FolderProject): Promise<void> {
  const { languages } = await of.test.call(api.projects.get, { params: of.params })
  for (const language of ['fr', 'de', 'en', ...languages.map(({ tag }) => tag)]) {
    for (const namespace of ['app', 'common', 'credentials']) {
      const reply = await of.test.request(`/d/shop/live/locales/${language}/${namespace}.json`)
      expect(await reply.text()).not.toContain('s3cret')
    }
  }
  const answers = await Promise.all([
    of.test.request('/api/projects/shop/files').then((reply) => reply.text()),
    of.test.request('/api/projects/shop/translations?language=en&limit=500').then((reply) => reply.text()),
  ])
  expect(answers.join('\n')).not.toMatch(/s3cret|token/)
  expect(await readFile(join(outside, 'app.json'), 'utf8')).toBe(SECRET)
  expect(await readdir(outside)).toEqual(['app.json'])
}

describe('a link in a connected folder', () => {
  const EN = '{ "title": "Shop" }\n'

  test('to a file, there from the start: not read, not delivered, listed as left out', async () => {
    project = await folderProject({ 'en/app.json': EN, 'de/app.json': EN }, {}, (locales) =>
      linkFile(locales, 'fr/app.json'),
    )
    const opened = project
    expect(await eventually(async () => (await leftOut(opened)).length > 0 && leftOut(opened))).toEqual([
      { path: 'fr/app.json', reason: 'link' },
    ])
    await expectNothingLeaked(opened)
  })

  test('to a file, created while the folder is watched: not read, listed, and no longer once it is a file', async () => {
    project = await folderProject({ 'en/app.json': EN })
    const opened = project
    await linkFile(opened.locales, 'fr/app.json')
    expect(await eventually(() => leftOutOf(opened, 'fr/app.json'))).toEqual({
      path: 'fr/app.json',
      reason: 'link',
    })
    await expectNothingLeaked(opened)
    await unlink(join(opened.locales, 'fr/app.json'))
    await opened.write('fr/app.json', '{ "title": "Boutique" }\n')
    await eventually(async () => (await opened.text('title', 'fr').catch(() => null)) === 'Boutique')
    await eventually(async () => (await leftOut(opened)).length === 0)
  })

  test('to a folder: nothing is read from there and nothing written', async () => {
    project = await folderProject({ 'en/app.json': EN }, {}, (locales) =>
      symlink(outside, join(locales, 'de')),
    )
    const opened = project
    await opened.test.call(api.languages.add, { params: opened.params, body: { tag: 'de' } })
    await opened.save('title', 'de', 'WRITTEN')
    expect(await eventually(() => leftOutOf(opened, 'de'))).toEqual({ path: 'de', reason: 'link' })
    const file = await eventually(
      async () => (await stateOf(opened, 'de/app.json'))?.problem && stateOf(opened, 'de/app.json'),
    )
    expect(file).toMatchObject({ state: 'unwritable', problem: { code: 'link' } })
    expect(await opened.text('title', 'de')).toBe('WRITTEN')
    await expectNothingLeaked(opened)
  })

  test('to a folder, created while the folder is watched, is listed', async () => {
    project = await folderProject({ 'en/app.json': EN })
    const opened = project
    await symlink(outside, join(opened.locales, 'de'))
    expect(await eventually(() => leftOutOf(opened, 'de'))).toEqual({ path: 'de', reason: 'link' })
    await expectNothingLeaked(opened)
  })

  test('that replaces a synced file: the catalog keeps its texts, nothing is read or written', async () => {
    project = await folderProject({ 'en/app.json': EN, 'de/app.json': '{ "title": "Laden" }\n' })
    const opened = project
    await linkFile(opened.locales, 'de/app.json.new')
    await rename(join(opened.locales, 'de/app.json.new'), join(opened.locales, 'de/app.json'))
    const broken = await eventually(
      async () => (await stateOf(opened, 'de/app.json'))?.problem && stateOf(opened, 'de/app.json'),
    )
    expect(broken?.problem?.code).toBe('link')
    await opened.save('title', 'de', 'Geschäft')
    await eventually(async () => (await stateOf(opened, 'de/app.json'))?.problem?.code === 'link')
    await opened.test.call(api.sources.sync, { params: { ...opened.params, source: 1 } })
    expect(await opened.text('title', 'de')).toBe('Geschäft')
    await expectNothingLeaked(opened)
  })

  test('that replaces a folder of synced files: nothing is read or written there', async () => {
    project = await folderProject({ 'en/app.json': EN, 'de/app.json': '{ "title": "Laden" }\n' })
    const opened = project
    await rename(join(opened.locales, 'de'), join(opened.test.folder, 'aside'))
    await symlink(outside, join(opened.locales, 'de'))
    await opened.save('title', 'de', 'Geschäft')
    await eventually(async () => (await stateOf(opened, 'de/app.json'))?.problem?.code === 'link')
    await opened.test.call(api.sources.sync, { params: { ...opened.params, source: 1 } })
    expect(await opened.text('title', 'de')).toBe('Geschäft')
    await expectNothingLeaked(opened)
  })

  test('at the folder that all files are in is not followed either', async () => {
    await mkdir(join(outside, 'en'))
    await writeFile(join(outside, 'en/app.json'), '{ "token": "s3cret" }\n')
    project = await folderProject({ 'en/site.json': EN })
    const opened = project
    const repository = join(opened.test.folder, 'repository')
    await mkdir(join(repository, 'i18n/en'), { recursive: true })
    await writeFile(join(repository, 'i18n/en/app.json'), EN)
    await opened.test.call(api.sources.create, { params: opened.params, body: { folder: repository } })
    await opened.test.server.deps.jobs.idle()
    await rename(join(repository, 'i18n'), join(repository, 'aside'))
    await symlink(outside, join(repository, 'i18n'))
    const { sources } = await opened.test.call(api.sources.list, { params: opened.params })
    const source = sources.find(({ folder }) => folder?.endsWith('repository'))?.id ?? 0
    await opened.test.call(api.sources.sync, { params: { ...opened.params, source } })
    expect(await leftOutOf(opened, 'i18n')).toEqual({ path: 'i18n', reason: 'link' })
    await rm(join(outside, 'en'), { recursive: true })
    await expectNothingLeaked(opened)
  })

  test('at the path of a new file is left alone, and the file is not created', async () => {
    project = await folderProject({ 'en/app.json': EN })
    const opened = project
    await mkdir(join(opened.locales, 'de'))
    await symlink(join(outside, 'new.json'), join(opened.locales, 'de/app.json'))
    await opened.test.call(api.languages.add, { params: opened.params, body: { tag: 'de' } })
    await opened.save('title', 'de', 'WRITTEN')
    await eventually(async () => (await stateOf(opened, 'de/app.json'))?.problem?.code === 'link')
    await expectNothingLeaked(opened)
  })
})

/** Keeps replacing a folder with a link to another and back: `node -e SWAPPER folder link aside`. */
const SWAPPER = `
  const fs = require('node:fs')
  const [folder, link, aside] = process.argv.slice(1)
  process.stdout.write('ready')
  for (;;) {
    fs.renameSync(folder, aside); fs.renameSync(link, folder)
    fs.renameSync(folder, link); fs.renameSync(aside, folder)
  }
`

test('a folder that is constantly replaced with a link: what is read and written is never outside', async () => {
  const root = join(outside, 'root')
  const inside = '{ "token": "inside" }\n'
  await mkdir(join(root, 'de'), { recursive: true })
  await writeFile(join(root, 'de/app.json'), inside)
  await mkdir(join(outside, 'target'))
  await writeFile(join(outside, 'target/app.json'), SECRET)
  await symlink(join(outside, 'target'), join(root, 'link'))
  // gate: only another process can replace the folder in the middle of an operation
  const swapper = spawn(process.execPath, [
    '-e',
    SWAPPER,
    join(root, 'de'),
    join(root, 'link'),
    join(root, 'aside'),
  ])
  const ended = new Promise((resolve) => swapper.once('exit', resolve))
  await new Promise((resolve) => swapper.stdout.once('data', resolve))
  const kinds = new Set<string>()
  let expected = inside
  try {
    const hasMetBoth = () => kinds.has('bytes') && kinds.has('link') && expected !== inside
    for (let round = 0; round < 400 || !hasMetBoth(); round++) {
      const file = await readFileInside(root, 'de/app.json')
      kinds.add(file.kind === 'unreadable' ? file.code : file.kind)
      if (file.kind === 'bytes') expect(Buffer.from(file.bytes).toString()).toBe(expected)
      const next = `{ "token": "written ${round}" }\n`
      const bytes = Buffer.from(next)
      const done = await replaceFile({
        folder: root,
        path: 'de/app.json',
        bytes,
        expected: hashOf(Buffer.from(expected)),
      }).catch(() => null) // a link
      if (done?.kind === 'written') expected = next
    }
  } finally {
    swapper.kill('SIGKILL')
    await ended
  }
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['bytes', 'link']))
  expect(expected).not.toBe(inside)
  expect(await readFile(join(outside, 'target/app.json'), 'utf8')).toBe(SECRET)
  expect(await readdir(join(outside, 'target'))).toEqual(['app.json'])
})

test('the connected folder itself can be reached through a link', async () => {
  const [through, real] = [join(outside, 'way'), join(outside, 'real')]
  const opened = await folderProject({ 'en/other.json': '{ "other": "Other" }\n' })
  project = opened
  await mkdir(join(real, 'en'), { recursive: true })
  await writeFile(join(real, 'en/app.json'), '{ "title": "Shop" }')
  await symlink(real, through)
  await opened.test.call(api.projects.create, {
    body: { slug: 'again', name: 'Again', sourceLanguage: 'en', folder: through },
  })
  await opened.test.server.deps.jobs.idle()
  const { rows } = await opened.test.call(api.translations.page, {
    params: { project: 'again' },
    query: { language: 'en', limit: 10 },
  })
  expect(rows.map(({ target }) => target.forms.other)).toEqual(['Shop'])
})

test('a hostile repository: detection reads no link, neither for dragoman.json nor for what files hold', async () => {
  const repository = join(outside, 'repository')
  await mkdir(join(repository, 'locales/en'), { recursive: true })
  await writeFile(join(repository, 'locales/en/app.json'), '{ "a": "A" }')
  await writeFile(
    join(outside, 'other.json'),
    '{ "sourceLanguage": "en", "files": [{ "pattern": "locales/{lng}/{ns}.json", "format": "s3cret" }] }',
  )
  await symlink(join(outside, 'other.json'), join(repository, 'dragoman.json'))
  await expect(inspectFolder(repository)).rejects.toMatchObject({
    code: 'unusable-project-file',
    params: { reason: 'link' },
  })
  await unlink(join(repository, 'dragoman.json'))
  await symlink(outside, join(repository, 'locales/de'))
  await symlink(join(outside, 'app.json'), join(repository, 'locales/en/secret.json'))
  const { candidates } = await inspectFolder(repository)
  expect(candidates.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(['locales/en/app.json'])
  await rm(repository, { recursive: true })
  await unlink(join(outside, 'other.json'))
})

test('a sample is copied without the targets of its links', async () => {
  const from = join(outside, 'sample')
  await mkdir(join(from, 'en'), { recursive: true })
  await writeFile(join(from, 'en/app.json'), '{ "a": "A" }')
  await mkdir(join(from, 'de'))
  await writeFile(join(from, 'de/checkout.json'), '{ "a": "A" }')
  await symlink(join(outside, 'app.json'), join(from, 'en/secret.json'))
  const test = await openTestServer()
  try {
    await makeSample(test.server.deps, { from, dataFolder: join(test.folder, 'data') })
    expect(await readdir(join(test.folder, 'data/sample/locales/en'))).toEqual(['app.json'])
    expect(await test.server.deps.store.read(listProjects)).toHaveLength(1)
  } finally {
    await test.close()
    await rm(from, { recursive: true })
  }
})

async function linkFile(locales: string, path: string): Promise<void> {
  await mkdir(join(locales, path, '..'), { recursive: true })
  await symlink(join(outside, 'app.json'), join(locales, path))
}

async function leftOutOf(of: FolderProject, path: string) {
  return (await leftOut(of)).find((one) => one.path === path)
}

async function stateOf(of: FolderProject, path: string) {
  const { files } = await of.test.call(api.files.list, { params: of.params })
  return files.find((file) => file.path === path)
}
