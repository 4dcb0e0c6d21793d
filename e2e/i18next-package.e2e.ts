import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** `@dragoman/i18next` as it is built and installed: loaded both ways, with types for each i18next. */

const root = path.resolve(import.meta.dirname, '..')
const VERSIONS = ['i18next-23', 'i18next-24', 'i18next-25', 'i18next'] as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-i18next-'))
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@dragoman'), { recursive: true })
  const ofPackage = createRequire(path.join(root, 'packages/i18next/package.json'))
  symlinkSync(path.join(root, 'packages/i18next'), path.join(modules, '@dragoman/i18next'))
  for (const name of VERSIONS)
    symlinkSync(path.dirname(ofPackage.resolve(`${name}/package.json`)), path.join(modules, name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect([status, stdout + stderr]).toEqual([0, expect.any(String)])
  return stdout.trim()
}

test('can be loaded by import and by require, and does nothing without a page', () => {
  const use = `const { stop } = followChanges({ options: {}, services: {}, on() {}, off() {}, emit() {} })
stop()
console.log(typeof stop)`
  writeFileSync(path.join(folder, 'app.mjs'), `import { followChanges } from '@dragoman/i18next'\n${use}`)
  writeFileSync(
    path.join(folder, 'app.cjs'),
    `const { followChanges } = require('@dragoman/i18next')\n${use}`,
  )
  expect([run('app.mjs'), run('app.cjs')]).toEqual(['function', 'function'])
})

test('its types fit i18next 23 to 26, in both kinds of modules', () => {
  const files = VERSIONS.flatMap((name) =>
    ['mts', 'cts'].map((extension) => {
      const file = `${name}.${extension}`
      writeFileSync(
        path.join(folder, file),
        `import { createInstance } from '${name}'
import { followChanges, type Following } from '@dragoman/i18next'
const following: Following = followChanges(createInstance(), { url: '/d/shop/live/events' })
following.stop()
// @ts-expect-error: an address is text
followChanges(createInstance(), { url: 1 })
`,
      )
      return file
    }),
  )
  run(
    path.join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''],
    ...files,
  )
})
