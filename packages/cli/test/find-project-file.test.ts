import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProjectFile } from '../src/find-project-file.ts'

const FILE = '{ "sourceLanguage": "en", "files": [{ "pattern": "l/{lng}.json", "format": "i18next-json" }] }'
let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-repository-')))
  await mkdir(join(root, 'repository/packages/app'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('is found from any folder of a repository, and not above it', async () => {
  const below = join(root, 'repository/packages/app')
  await writeFile(join(root, 'dragoman.json'), FILE)
  expect((await findProjectFile(below))?.root).toBe(root)
  await writeFile(join(root, 'repository/.git'), 'gitdir: elsewhere')
  expect(await findProjectFile(below)).toBeNull()
  await writeFile(join(root, 'repository/dragoman.json'), FILE)
  expect((await findProjectFile(below))?.root).toBe(join(root, 'repository'))
})

test('an error in it is reported with its position', async () => {
  await writeFile(join(root, 'dragoman.json'), '{\n  "sourceLanguage": "en",\n  "file": []\n}')
  await expect(findProjectFile(root)).rejects.toMatchObject({
    code: 'unusable-project-file',
    params: { line: 3, column: 3, reason: 'field-unknown' },
  })
})
