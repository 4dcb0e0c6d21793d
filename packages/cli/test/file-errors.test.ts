import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileErrorText } from '../src/file-error-text.ts'
import { writeKeptTokens } from '../src/kept-tokens.ts'
import { runCommand } from './run-command.ts'

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-files-'))
  file = join(folder, 'a-file')
  await writeFile(file, '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('an error of the file system is reported with its path and reason', async () => {
  const errorOf = (work: Promise<unknown>) => work.then(String, fileErrorText)
  expect(await errorOf(readdir(file))).toBe(`${file} cannot be read: not a folder.`)
  expect(await errorOf(mkdir(file))).toBe(`${file} cannot be created: it exists already.`)
  expect(await errorOf(rm(join(folder, 'none')))).toBe(
    `${join(folder, 'none')} cannot be read: it does not exist.`,
  )
  expect(fileErrorText(new Error('A bug'))).toBeNull()
})

test('tokens that cannot be stored are reported', async () => {
  const env = { XDG_CONFIG_HOME: file }
  await expect(writeKeptTokens(env, { last: null, tokens: new Map() })).rejects.toThrow(
    `${join(file, 'dragoman/tokens.json')} cannot be written: not a file.`,
  )
})

test('a data folder that cannot be created is reported', async () => {
  const data = join(file, 'data')
  expect(await runCommand(['restore', file], { DRAGOMAN_DATA: data })).toEqual({
    code: 1,
    out: '',
    err: `${data} cannot be created: not a folder.`,
  })
})

test('an export into a folder that does not exist is refused before the server is asked', async () => {
  const archive = join(folder, 'none/all.zip')
  const env = { XDG_CONFIG_HOME: folder, DRAGOMAN_SERVER: 'http://127.0.0.1:9', DRAGOMAN_TOKEN: 't' }
  expect(await runCommand(['export', archive, '--project', 'shop'], env)).toEqual({
    code: 1,
    out: '',
    err: `There is no folder ${join(folder, 'none')}. Create it first.`,
  })
})

test('a screenshot that cannot be read is not reported as missing', async () => {
  const shots = join(folder, 'shots')
  await mkdir(join(shots, 'home.json'), { recursive: true })
  await writeFile(join(shots, 'home.png'), 'x')
  expect((await runCommand(['shots', shots])).err).toBe(
    `${join(shots, 'home.json')} cannot be read: it is a folder.`,
  )
  await mkdir(join(shots, 'basket.png'))
  await writeFile(join(shots, 'basket.json'), '{}')
  expect((await runCommand(['shots', shots])).err).toBe(
    `${join(shots, 'basket.png')} cannot be read: it is a folder.`,
  )
  expect((await runCommand(['shots', file])).err).toBe(`${file} cannot be read: not a folder.`)
})
