import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { nodeOf } from '../../../scripts/lib/other-node.mjs'
import { bundleCli } from './bundle-cli.ts'

let folder: string
let data: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-node-'))
  program = join(await bundleCli(), 'dragoman.js')
  nodeOf(24) // So that Node.js 20 finds it in this checkout.
})
beforeEach(async () => {
  data = await mkdtemp(join(folder, 'data-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a server in a new data folder and waits until it prints its address. */
async function startOn(
  node: string,
  options: ForkOptions = {},
): Promise<{ child: ChildProcess; address: string }> {
  const env = { ...process.env, DRAGOMAN_DATA: data, DRAGOMAN_PORT: '0' }
  const child = fork(program, ['start'], { ...options, env, silent: true, execPath: node })
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk)
    const [address] = /http:\S+/.exec(printed) ?? []
    if (address !== undefined) return { child, address }
  }
  throw new Error(`It ended before it listened: ${printed}`)
}

test('on Node.js 20 the program runs on a newer one and stops with it', async () => {
  const { child, address } = await startOn(nodeOf(20))
  expect((await fetch(new URL('/health/ready', address))).status).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await expect(fetch(address)).rejects.toThrow()
})

test('a signal to both processes stops the server gracefully', async () => {
  const { child } = await startOn(nodeOf(20), { detached: true })
  const ended = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a killed Node.js 20 leaves no server behind', async () => {
  const { child, address } = await startOn(nodeOf(20))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect
    .poll(() =>
      fetch(address).then(
        ({ status }) => status,
        () => 'gone',
      ),
    )
    .toBe('gone')
  const again = await startOn(nodeOf(20))
  again.child.kill('SIGTERM')
  expect(await once(again.child, 'exit')).toEqual([0, null])
})
