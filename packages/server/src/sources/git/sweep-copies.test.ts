import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderProject } from '../../../test/folder-project.ts'
import { BOTH_DATABASES, DATABASES, eventually, openTestServer } from '../../../test/test-server.ts'
import { PROCESS_MARK } from '../../process-mark.ts'

const FILES = { 'en.json': '{\n  "title": "Shop"\n}\n' }
const [MACHINE] = PROCESS_MARK.split('-')
/** Larger than any number of a process. */
const NO_PROCESS = 2 ** 22 + 1
const OLD = new Date(Date.now() - 25 * 60 * 60_000)

/** Puts folders with a file each into the folder of copies. */
async function put(server: { readonly folder: string }, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const folder = join(server.folder, 'data/git', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'key'), 'secret')
  }
}

const left = ({ folder }: { readonly folder: string }, names: readonly string[]) =>
  names.filter((name) => existsSync(join(folder, 'data/git', name)))

describe.each(DATABASES)('on %s', (database) => {
  test('the copy of a source is removed with it, and one without a source at the next start', async () => {
    const { test: first, params } = await folderProject(FILES, { database })
    const { id } = (await first.call(api.sources.list, { params })).sources[0] ?? { id: 0 }
    const own = [`${id}`, `${id}-history`]
    const gone = [`${id + 1}`, `${id + 1}-history`]
    const server = await first.restart(() => put(first, [...own, ...gone, 'notes']))
    onTestFinished(server.close)
    await eventually(async () => left(server, gone).length === 0)
    expect(left(server, [...own, 'notes'])).toEqual([...own, 'notes'])
    await server.call(api.sources.remove, { params: { ...params, source: id } })
    await eventually(async () => left(server, own).length === 0)
    expect(left(server, ['notes'])).toEqual(['notes'])
  })
})

describe.each(BOTH_DATABASES)('after a kill, on %s', (database) => {
  const isShared = database === 'postgres'

  test('the next start removes keys and temporary copies that no running process needs', async () => {
    const first = await openTestServer({ database })
    const dead = `${MACHINE}-${NO_PROCESS}-00000000`
    const unneeded = [
      `keys/ssh-${dead}-Ab12Cd`,
      `keys/sign-${dead}-Ab12Cd`,
      `look-${dead}-ab12`,
      `test-${dead}-ab12`,
    ]
    const old = ['keys/ssh-old', 'keys/new-old', `look-000000-1-00000000-ab12`]
    const needed = [`keys/ssh-${PROCESS_MARK}-Ab12Cd`, `look-${PROCESS_MARK}-ab12`]
    // Another process that shares the data folder can need them.
    const ofOthers = ['keys/ssh-x', 'look-ab12', `keys/ssh-${MACHINE}-${process.ppid}-00000000-Ab12Cd`]
    const server = await first.restart(async () => {
      await put(first, [...unneeded, ...old, ...needed, ...ofOthers])
      for (const name of old) await utimes(join(first.folder, 'data/git', name), OLD, OLD)
    })
    onTestFinished(server.close)
    const kept = isShared ? [...needed, ...ofOthers] : needed
    const all = [...unneeded, ...old, ...needed, ...ofOthers]
    await eventually(async () => left(server, all).length <= kept.length)
    expect(left(server, all)).toEqual(kept)
  })
})
