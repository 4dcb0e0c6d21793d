import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitServer, openGitServer } from '../git/git-server.ts'
import { commitOf } from './double-world.ts'
import { type ForgeDouble, openForgeDouble } from './forge-double.ts'

let git: GitServer
let double: ForgeDouble
beforeAll(async () => {
  git = await openGitServer()
  double = await openForgeDouble('forgejo', git.password)
})
afterAll(async () => {
  await double.end()
  await git.close()
})

/** Runs `npm run forge`, with its token in the environment. */
async function runScript(token: string, ...args: readonly string[]) {
  const root = join(import.meta.dirname, '../../../..')
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/forge.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, FORGE_TOKEN: token, GIT_CONFIG_GLOBAL: '/dev/null' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, output }
}

test('npm run forge reports each step, and leaves nothing behind', async () => {
  const repository = git.createRepository('team/shop')
  repository.write({ 'README.md': 'Shop\n' })
  repository.commit('First')
  const world = double.addRepository('team/shop', repository.bare)
  const { code, output } = await runScript(
    git.password,
    repository.url,
    '--origin',
    double.origin,
    '--user',
    git.user,
  )
  expect([code, output]).toEqual([0, expect.stringContaining('All steps succeeded.')])
  expect(output.match(/^ {2}ok {2}/gm)?.length).toBe(11)
  expect(output).not.toContain(git.password)
  expect(world.pulls.map(({ state }) => state)).toEqual(['closed'])
  expect(commitOf(world, world.pulls[0]?.head ?? '')).toBeNull()
  expect(double.problems).toEqual([])

  const wrong = await runScript('wrong-token', repository.url, '--kind', 'gitea', '--origin', double.origin)
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('sign-in-refused')])
  expect(wrong.output).not.toContain('wrong-token')
  expect((await runScript('t', 'git@example.org:a/b.git')).code).toBe(2)
})
