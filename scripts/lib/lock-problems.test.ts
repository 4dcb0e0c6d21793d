import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { lockProblems } from './lock-problems.mjs'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-lock-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const DRIVER = {
  version: '1.0.0',
  optionalDependencies: { 'driver-linux': '1.0.0', 'driver-win32': '1.0.0' },
}
const COMPLETE = {
  '': { workspaces: ['packages/*'] },
  'node_modules/app': { resolved: 'packages/app', link: true },
  'node_modules/driver': DRIVER,
  'node_modules/driver-linux': { version: '1.0.0', optional: true },
  'node_modules/driver-win32': { version: '1.0.0', optional: true },
  'packages/app': { dependencies: { driver: '1.0.0', old: '1.0.0' } },
  'packages/app/node_modules/old': { version: '1.0.0', peerDependencies: { driver: '1' } },
}

/** Writes a workspace with one package and a lock file with these packages; returns its folder. */
function workspaceWith(packages: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(path.join(scratch, 'workspace-'))
  const app = path.join(folder, 'packages/app')
  mkdirSync(app, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"workspaces": ["packages/*"]}')
  writeFileSync(path.join(app, 'package.json'), '{"dependencies": {"old": "1.0.0", "driver": "1.0.0"}}')
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  return folder
}

test('accepts a complete lock file', () => {
  expect(lockProblems(workspaceWith(COMPLETE))).toEqual([])
})

test('reports the missing package of another platform', () => {
  const { 'node_modules/driver-win32': _, ...rest } = COMPLETE
  expect(lockProblems(workspaceWith(rest))).toEqual([
    'the lock file lacks driver-win32, which node_modules/driver needs, perhaps on another platform',
  ])
})

test('reports a changed version of a dependency', () => {
  const changed = { ...COMPLETE, 'packages/app': { dependencies: { driver: '2.0.0', old: '1.0.0' } } }
  expect(lockProblems(workspaceWith(changed))).toEqual([
    'the lock file has other dependencies of packages/app/package.json',
  ])
})

test('reports a package that is not needed, and one of another registry', () => {
  const other = {
    ...COMPLETE,
    'node_modules/extra': { version: '1.0.0', extraneous: true },
    'node_modules/driver': { ...DRIVER, resolved: 'http://registry.example/driver.tgz' },
  }
  expect(lockProblems(workspaceWith(other))).toEqual([
    'node_modules/driver is locked to http://registry.example/driver.tgz, which is not the public registry',
    'node_modules/extra is in the lock file, but nothing needs it',
  ])
})

test('reports the lock file of a package that does not exist', () => {
  const removed = { ...COMPLETE, 'packages/gone': {} }
  expect(lockProblems(workspaceWith(removed))).toEqual([
    'packages/gone/package.json is in the lock file, but does not exist',
  ])
})
