import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleCli } from './bundle-cli.ts'

/** More than a pipe holds, so that the program still writes when its reader has left. */
const KEYS = 5000

let folder: string
let program: string
beforeAll(async () => {
  program = join(await bundleCli(), 'dragoman.js')
  folder = await mkdtemp(join(tmpdir(), 'dragoman-pipe-'))
  await mkdir(join(folder, 'locales'))
  const keys = Array.from({ length: KEYS }, (_, index) => `key${index}`)
  const file = (text: string) => JSON.stringify(Object.fromEntries(keys.map((key) => [key, text])), null, 2)
  await writeFile(join(folder, 'locales/en.json'), file('Hello {{name}}'))
  await writeFile(join(folder, 'locales/de.json'), file('Hallo'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a command whose reader leaves early ends with its own exit code, and reports no error', async () => {
  const child = spawn(process.execPath, [program, 'check', folder])
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk)
  })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await once(child, 'close')).toEqual([1, null])
  expect(complaints).toBe('')
})

test('a server whose reader leaves keeps running', async () => {
  const env = { ...process.env, DRAGOMAN_DATA: join(folder, 'data'), DRAGOMAN_PORT: '0' }
  const child = spawn(process.execPath, [program, 'start'], { env })
  const ended = once(child, 'close')
  try {
    let printed = ''
    for await (const chunk of child.stdout) {
      printed += String(chunk)
      if (/http:\S+/.test(printed)) break // This closes the pipe.
    }
    child.stderr.destroy()
    const [address = ''] = /http:\S+/.exec(printed) ?? []
    expect((await fetch(new URL('/health/ready', address))).status).toBe(200)
  } finally {
    child.kill('SIGTERM')
  }
  // The message that it stops has no reader either.
  expect(await ended).toEqual([0, null])
})
