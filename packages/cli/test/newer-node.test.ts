import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeOf, VERSIONS } from '../../../scripts/lib/other-node.mjs'
import { findNewerNode, NEWER_NODE, runOn } from '../src/newer-node.ts'
import { bundleCli } from './bundle-cli.ts'

// gate: what is tested is that one process runs another in its place.

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

test('the program ends when the process that runs it in its place is gone', async () => {
  const program = await bundleCli('newer-node')
  const env = { ...process.env, DRAGOMAN_DATA: join(folder, 'data'), DRAGOMAN_PORT: '0' }
  const child = fork(program, ['start'], { env, silent: true })
  await once(child.stdout ?? child, 'data')
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([1, null])
})

test('Node.js 20 runs the program on the newer one', async () => {
  const program = await bundleCli('newer-node-20')
  nodeOf(24)
  const env = { ...process.env, DRAGOMAN_DATA: join(folder, 'data-20'), DRAGOMAN_PORT: '0' }
  const child = fork(program, ['start'], { env, silent: true, execPath: nodeOf(20) })
  const [printed] = await once(child.stdout ?? child, 'data')
  expect(String(printed)).toContain('http')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
