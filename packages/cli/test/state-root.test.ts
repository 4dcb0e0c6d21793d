import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareStateRoot, stateRoot } from '../src/state-folder.ts'

test('the folder of what is known about folders is for this user only, also where it was open before', async () => {
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
