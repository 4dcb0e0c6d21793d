import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectFolder } from './inspect-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-inspect-'))
  await mkdir(join(folder, 'deep/locales/en'), { recursive: true })
  await writeFile(join(folder, 'deep/locales/en/app.json'), '{"a":"A"}')
})
afterAll(() => rm(folder, { recursive: true }))

test('a folder that takes too long to scan is refused, and nothing of it is shown', async () => {
  await expect(inspectFolder(folder, undefined, { withinMs: 0 })).rejects.toMatchObject({
    code: 'unusable-folder',
    params: { reason: 'too-many-folders' },
  })
})

test('a folder that is scanned in time is scanned completely', async () => {
  const { candidates } = await inspectFolder(folder, undefined, { withinMs: 60_000 })
  expect(candidates[0]?.files.map((file) => file.path)).toEqual(['deep/locales/en/app.json'])
})
