import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const UNIT = new URL('../../../deploy/systemd/dragoman.service', import.meta.url)
const PROGRAM = '/usr/local/bin/dragoman'
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!isThere)('systemd finds nothing wrong with the unit', async () => {
  const unit = await readFile(UNIT, 'utf8')
  expect(unit).toContain(`ExecStart=${PROGRAM} start\n`)
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-unit-'))
  try {
    const file = join(folder, 'dragoman.service')
    // It checks that the program exists, which is not installed here
    await writeFile(file, unit.replace(PROGRAM, process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  } finally {
    await rm(folder, { recursive: true })
  }
})
