import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isCopyOf, makeCopy } from './make-copy.ts'
import { readRemoteAddress } from './remote-address.ts'
import { type Git, openGit } from './run-git.ts'

const home = mkdtempSync(join(tmpdir(), 'dragoman-copy-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const git = openGit({ searchPath: process.env.PATH ?? '' })
const address = readRemoteAddress('https://git.example.org/team/shop.git')
if ('fault' in address) throw new Error(address.fault)

test('a copy is created although a program of a killed process still writes into its folder', async () => {
  const folder = join(home, 'copy')
  let locks = 0
  const beside: Git = async (request) => {
    const done = await git(request)
    if (request.args[0] === 'init' && locks++ === 0) writeFileSync(join(folder, 'config.lock'), '')
    return done
  }
  await makeCopy(beside, { folder, address, idLength: 40, filter: 'blob:none' })
  expect(await isCopyOf((args) => git({ repository: folder, args }), folder, address)).toBe(true)
})
