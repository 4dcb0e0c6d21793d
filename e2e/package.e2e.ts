import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npmScript } from '../scripts/lib/npm.mjs'
import { nodeOf } from '../scripts/lib/other-node.mjs'

/** The package as published: installed into an empty folder, on every supported Node.js. */

const root = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-package-'))
let tarball = ''

beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/pack.mjs', scratch], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  tarball = stdout.trim().split('\n').at(-1) ?? ''
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe.each([20, 22, 24])('on Node.js %i', (major) => {
  test('npx dragoman ./locales serves the folder it was installed in', { timeout: 300_000 }, async () => {
    const node = nodeOf(major)
    const folder = mkdtempSync(path.join(scratch, `${major}-`))
    const env = {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      XDG_STATE_HOME: path.join(folder, 'state'),
      DRAGOMAN_PORT: '0',
    }
    const npm = (...args: readonly string[]) => [npmScript(), ...args]
    const installed = spawnSync(node, npm('install', '--no-audit', '--no-fund', tarball), {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(installed.stderr).not.toMatch(/npm (?:error|ERR!)/)
    expect(installed.status).toBe(0)
    cpSync(path.join(root, 'packages/cli/sample/locales'), path.join(folder, 'locales'), { recursive: true })

    const run = npm('exec', '--no', 'dragoman', '--', './locales', '--no-open', '--deliver')
    // A group of its own: npm passes signals to its shell, which does not pass them to the program.
    const child = spawn(node, run, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const ended = once(child, 'exit')
    // When the last process of the group has closed its output
    const allEnded = once(child, 'close')
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
      })
    try {
      const [address = ''] = await untilPrinted(() => printed, /http:\S+/, ended)
      const origin = new URL(address).origin
      const [, slug] = await untilPrinted(() => printed, /\/p\/(\S+)/, ended)
      const texts = await fetch(`${origin}/d/${slug}/live/locales/en/shop.json`)
      expect(await texts.json()).toEqual(
        JSON.parse(readFileSync(path.join(folder, 'locales/en/shop.json'), 'utf8')),
      )
      const page = await (await fetch(origin)).text()
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
      expect((await fetch(new URL(script, origin))).status).toBe(200)
      expect(printed).not.toMatch(/experimental|warning/i)
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await allEnded
    }
  })
})

async function untilPrinted(
  printed: () => string,
  pattern: RegExp,
  ended: Promise<unknown>,
): Promise<RegExpExecArray> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  for (;;) {
    const found = pattern.exec(printed())
    if (found) return found
    if (isOver) throw new Error(`It ended before it listened:\n${printed()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
