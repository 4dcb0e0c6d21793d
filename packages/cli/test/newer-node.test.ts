import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { VERSIONS } from '../../../scripts/lib/other-node.mjs'
import { findNewerNode, NEWER_NODE, runOn } from '../src/newer-node.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-node-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const IN_PACKAGE = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`

async function place(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  return file
}

test('the program and the scripts of a checkout use the same version', () => {
  expect(NEWER_NODE).toBe(VERSIONS[24])
})

test('finds no newer Node.js where none is installed', () => {
  expect(findNewerNode(folder)).toBeNull()
})

test('finds the newer Node.js of a checkout', async () => {
  const program = await place(join(folder, 'checkout/node_modules/.cache/node', NEWER_NODE, IN_PACKAGE))
  expect(findNewerNode(join(folder, 'checkout/packages/cli/dist'))).toBe(program)
})

test('prefers the newer Node.js next to the program', async () => {
  const dist = join(folder, 'checkout/packages/installed/dist')
  const program = await place(join(dist, IN_PACKAGE))
  expect(findNewerNode(dist)).toBe(program)
})

test.each([
  ['the exit code of the program', ['-e', 'process.exit(3)'], 3],
  ['the code of the signal that ended it', ['-e', "process.kill(process.pid, 'SIGKILL')"], 137],
])('returns %s', async (_, args, code) => {
  expect(await runOn(process.execPath, args)).toBe(code)
})

test('returns null for a program that does not start', async () => {
  expect(await runOn(join(folder, 'missing'), [])).toBeNull()
})
