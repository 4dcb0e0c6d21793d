import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { eventually } from './test-server.ts'

let project: FolderProject | null = null
afterEach(async () => {
  await project?.test.close()
  project = null
})

async function fileState(of: FolderProject, path: string) {
  const { files } = await of.test.call(api.files.list, { params: of.params })
  return files.find((file) => file.path === path)
}

describe('unusable files', () => {
  test('a file of 100 MB, one nested 10,000 deep, one that is not text, one that is empty', async () => {
    project = await folderProject({
      'en/common.json': '{ "a": "A" }',
      'en/deep.json': `${'{"a":'.repeat(10_000)}"x"${'}'.repeat(10_000)}`,
      'en/empty.json': '',
    })
    const opened = project
    const huge = await open(join(opened.locales, 'en/huge.json'), 'w')
    await huge.truncate(100 * 1024 * 1024)
    await huge.close()
    await writeFile(join(opened.locales, 'en/bytes.json'), new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22]))
    const code = async (name: string) => (await fileState(opened, `en/${name}.json`))?.problem?.code
    expect(await eventually(() => code('huge'))).toBe('too-large')
    expect(await eventually(() => code('bytes'))).toBe('bad-encoding')
    expect(await code('deep')).toBe('too-deep')
    expect((await fileState(opened, 'en/empty.json'))?.state).toMatch(/in-step|unreadable/)
    expect(await opened.text('a', 'en')).toBe('A')
  })

  test('a file in UTF-16 keeps its encoding', async () => {
    const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    project = await folderProject({ 'en/common.json': '{ "a": "A", "b": "B" }' })
    const opened = project
    await mkdir(join(opened.locales, 'de'))
    await writeFile(join(opened.locales, 'de/common.json'), utf16('{\r\n  "a": "Ä",\r\n  "b": "B"\r\n}'))
    await eventually(async () => (await opened.text('a', 'de').catch(() => null)) === 'Ä')
    await opened.save('a', 'de', 'Ö')
    const path = join(opened.locales, 'de/common.json')
    await eventually(async () => (await readFile(path)).equals(utf16('{\r\n  "a": "Ö",\r\n  "b": "B"\r\n}')))
  })

  test('a file of an unknown language is left alone', async () => {
    project = await folderProject({ 'en/common.json': '{ "a": "A" }', 'qqqq/common.json': '{ "a": "Q" }' })
    const { languages } = await project.test.call(api.projects.get, { params: project.params })
    expect(languages.map((language) => language.tag)).toEqual(['en'])
  })
})

describe('a disk that refuses', () => {
  const DE = '{\n  "a": "eins",\n  "b": "zwei"\n}\n'

  async function onSmallDisk(work: (of: FolderProject, disk: SmallDisk) => Promise<void>, skip: () => void) {
    const disk = await smallDisk()
    if (disk === null) return skip()
    try {
      await mkdir(join(disk.folder, 'locales/de'), { recursive: true })
      await mkdir(join(disk.folder, 'locales/en'))
      await writeFile(join(disk.folder, 'locales/en/common.json'), '{ "a": "one", "b": "two" }')
      await writeFile(join(disk.folder, 'locales/de/common.json'), DE)
      project = await folderProject({ 'en/other.json': '{ "x": "X" }' })
      await project.test.call(api.sources.create, {
        params: project.params,
        body: { folder: join(disk.folder, 'locales') },
      })
      await project.test.server.deps.jobs.idle()
      await work(project, disk)
    } finally {
      await project?.test.close()
      project = null
      disk.unmount()
    }
  }

  test('is full: it is reported, the file stays whole, nothing is lost, and it is written once there is room', async (context) => {
    await onSmallDisk(
      async (of, disk) => {
        const path = join(disk.folder, 'locales/de/common.json')
        await writeFile(join(disk.folder, 'filler'), Buffer.alloc(256 * 1024)).catch(() => undefined)
        await of.save('a', 'de', 'EINS')
        expect((await eventually(async () => (await fileState(of, 'de/common.json'))?.problem))?.code).toBe(
          'disk-full',
        )
        expect(await readFile(path, 'utf8')).toBe(DE)
        expect(await of.text('a', 'de')).toBe('EINS')
        await rm(join(disk.folder, 'filler'))
        await of.save('b', 'de', 'ZWEI')
        await eventually(
          async () => (await readFile(path, 'utf8')) === DE.replace('eins', 'EINS').replace('zwei', 'ZWEI'),
        )
      },
      () => context.skip('no right to mount a small disk'),
    )
  })

  test('is read-only: it is reported, nothing is lost, and it is written once the disk is writable', async (context) => {
    await onSmallDisk(
      async (of, disk) => {
        const path = join(disk.folder, 'locales/de/common.json')
        disk.remount('ro')
        await of.save('a', 'de', 'EINS')
        expect(
          await eventually(
            async () =>
              (await fileState(of, 'de/common.json'))?.state === 'unwritable' &&
              fileState(of, 'de/common.json'),
          ),
        ).toMatchObject({
          problem: { code: 'read-only' },
        })
        expect(await readFile(path, 'utf8')).toBe(DE)
        disk.remount('rw')
        await of.save('b', 'de', 'ZWEI')
        await eventually(
          async () => (await readFile(path, 'utf8')) === DE.replace('eins', 'EINS').replace('zwei', 'ZWEI'),
        )
      },
      () => context.skip('no right to mount a small disk'),
    )
  })
})
