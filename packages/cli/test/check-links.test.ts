import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFolder } from '../src/check/check-folder.ts'

test('check does not follow links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-check-'))
  try {
    await mkdir(join(folder, 'repository/locales/en'), { recursive: true })
    await mkdir(join(folder, 'repository/locales/de'))
    await writeFile(join(folder, 'repository/locales/en/app.json'), '{ "a": "A {{name}}" }')
    await writeFile(join(folder, 'secret.json'), '{ "a": "s3cret" }')
    await symlink(join(folder, 'secret.json'), join(folder, 'repository/locales/de/app.json'))
    expect(await checkFolder(join(folder, 'repository'))).toMatchObject({ files: 1, findings: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
})
