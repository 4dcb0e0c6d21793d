import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareStateRoot, stateRoot } from '../src/state-folder.ts'

test('the folder with state about folders is private to this user, even if it was public before', async () => {
  const home = await mkdtemp(join(tmpdir(), 'dragoman-state-'))
  const env = { XDG_STATE_HOME: home }
  const mode = async () => ((await stat(stateRoot(env))).mode & 0o777).toString(8)
  await prepareStateRoot(env)
  expect(await mode()).toBe('700')
  await rm(stateRoot(env), { recursive: true })
  await mkdir(stateRoot(env), { mode: 0o755 })
  await prepareStateRoot(env)
  expect(await mode()).toBe('700')
  await rm(home, { recursive: true })
})
