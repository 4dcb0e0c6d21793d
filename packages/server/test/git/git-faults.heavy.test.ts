import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { type GitSourceRow, gitSource } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refHere } from '../../src/git/fetch-branches.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { eventually, leaveTime } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { type GitProject, gitProject } from './git-project.ts'
import { run, type ServerFault } from './git-server.ts'

/** By hand, some minutes: `DRAGOMAN_GIT_LONG=1 npx vitest run packages/server/test/git/git-faults.heavy.test.ts`. */
const IS_LONG = Boolean(process.env.DRAGOMAN_GIT_LONG)
const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const FILES = { 'locales/en.json': EN, 'locales/de.json': DE }

async function stateOf({ test: { server }, sourceId }: GitProject): Promise<GitSourceRow> {
  const state = await server.deps.store.read((r) => gitSource(r, sourceId))
  if (state === null) throw new Error('There is no such source')
  return state
}

/** What Git would leave behind if it were killed in the middle of something. */
function leftovers({ test: { folder } }: GitProject): readonly string[] {
  const names = readdirSync(join(folder, 'data/git'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.lock$|index-|tmp_|(?:ssh|sign)-/.test(name))
}

describe('a server that', () => {
  let project: GitProject
  let count = 0
  beforeAll(async () => {
    project = await gitProject(FILES)
  })
  afterAll(() => project.close())

  const other = createServer((_, response) => void response.end())
  let reached = 0
  beforeAll(async () => {
    other.on('request', () => void reached++)
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void other.close())
  const away = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}/team/shop.git/info/refs`

  const faults: readonly (readonly [string, () => ServerFault, string, 'now' | 'long'])[] = [
    ['asks for another sign-in (401)', () => 'no-sign-in', 'sign-in-refused', 'now'],
    ['refuses (403)', () => ({ status: 403 }), 'sign-in-refused', 'long'],
    ['knows nothing of it (404)', () => ({ status: 404 }), 'not-found', 'long'],
    [
      'was asked too often (429)',
      () => ({ status: 429, headers: { 'retry-after': '1' } }),
      'server-error',
      'long',
    ],
    ['has a fault (500)', () => ({ status: 500 }), 'server-error', 'now'],
    [
      'is being mended (503)',
      () => ({ status: 503, headers: { 'retry-after': '120' } }),
      'server-error',
      'long',
    ],
    ['leads to another address', () => ({ status: 302, headers: { location: away() } }), 'redirected', 'now'],
    ['breaks off at once', () => 'cut', 'unreachable', 'long'],
    ['breaks off in a pack', () => 'cut-pack', 'unreachable', 'now'],
    ['lists branches without end', () => 'endless-list', 'too-large', 'long'],
    ['sends a pack without end (2 GB of it)', () => 'endless-pack', 'too-large', 'long'],
    ['never answers', () => 'hang', 'unreachable', 'long'],
  ]

  test.each(faults.filter(([, , , when]) => IS_LONG || when === 'now'))(
    '%s is reported, and translating goes on',
    async (_, fault, code) => {
      const { repository, git } = project
      repository.git('fetch', '--quiet', 'origin')
      repository.git('reset', '--quiet', '--hard', 'origin/main')
      const file = repository.fileAt('main', 'locales/de.json')
      repository.write({ 'locales/de.json': file.replace(/"title": ".*"/, `"title": "Titel ${++count}"`) })
      const pushed = repository.commit(`Title ${count}`)
      git.fault = fault()
      const saving = project.save('pay', 'de', `Bezahlen ${count}`)
      const failure = await project.send().catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'source-unreachable', params: { reason: code } })
      expect((await stateOf(project)).problem?.code).toBe(code)
      await saving
      await project.save('pay', 'de', `Zur Kasse ${count}`)
      expect(await project.text('pay', 'de')).toBe(`Zur Kasse ${count}`)
      expect(repository.git('ls-remote', 'origin', 'refs/heads/main')).toContain(pushed)
      git.fault = 'none'
      await project.send()
      expect((await stateOf(project)).problem).toBeNull()
      expect(JSON.parse(repository.fileAt('main', 'locales/de.json'))).toEqual({
        title: `Titel ${count}`,
        pay: `Zur Kasse ${count}`,
      })
      expect(await project.text('title', 'de')).toBe(`Titel ${count}`)
      expect(leftovers(project)).toEqual([])
      expect(reached).toBe(0)
      const said = JSON.stringify([project.test.logged, await stateOf(project)], (_key, value) =>
        value instanceof Error ? `${value.stack} ${JSON.stringify(value)} ${value.cause}` : value,
      )
      expect(said).not.toContain(git.password)
    },
  )

  test.runIf(IS_LONG)('answers with 1 kB a second is waited for', async () => {
    const { repository, git } = project
    await project.save('pay', 'de', 'Langsam')
    git.fault = { bytesPerSecond: 1000 }
    try {
      await project.send()
    } finally {
      git.fault = 'none'
    }
    expect(repository.fileAt('main', 'locales/de.json')).toContain('Langsam')
  })
})

test('credentials are in no argument and no file while Git runs', async () => {
  const project = await gitProject(FILES)
  try {
    const { git, repository, test: server } = project
    // The server does not answer a push before it was seen here.
    const seenFile = join(repository.bare, 'seen')
    const hook = join(repository.bare, 'hooks/pre-receive')
    writeProgram(hook, `#!/bin/sh\nuntil [ -e ${seenFile} ]; do sleep 0.02; done\n`)
    const seen: string[] = []
    let isOver = false
    const sampling = (async () => {
      while (!isOver) {
        for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
          const line = commandLineOf(pid)
          if (line.includes('git')) seen.push(line)
        }
        if (seen.some((line) => line.includes('push'))) writeFileSync(seenFile, '')
        await new Promise(setImmediate)
      }
    })()
    for (const text of ['Bezahlen', 'Kaufen', 'Zur Kasse']) {
      await project.save('pay', 'de', text)
      await project.send()
    }
    isOver = true
    await sampling
    expect(seen.some((line) => line.includes('push'))).toBe(true)
    const secrets = [git.password, encodeURIComponent(git.password), btoa(`${git.user}:${git.password}`)]
    for (const secret of secrets) expect(seen.join('\n')).not.toContain(secret)
    const root = join(server.folder, 'data/git')
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        for (const secret of secrets)
          expect(readFileSync(join(entry.parentPath, entry.name)).includes(secret)).toBe(false)
  } finally {
    await project.close()
  }
})

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return '' // it has ended
  }
}

test('texts in which the repository finds a secret are pushed once, and again when they have changed', async () => {
  const project = await gitProject(FILES, { settings: { quietMinutes: 0 } })
  try {
    const { repository } = project
    const tries = join(repository.bare, 'tries')
    const hook = join(repository.bare, 'hooks/pre-receive')
    const said = [
      'error: GH013: Repository rule violations found for refs/heads/main.',
      '- GITHUB PUSH PROTECTION',
      '    - Push cannot contain secrets',
    ]
    const lines = said.map((line) => `echo "${line}" >&2`).join('\n')
    writeProgram(hook, `#!/bin/sh\necho once >> ${tries}\n${lines}\nexit 1\n`)
    const tried = () => readFileSync(tries, 'utf8').trim().split('\n').length
    await project.save('pay', 'de', 'ghp_0123456789')
    const problem = await eventually(async () => (await stateOf(project)).problem)
    expect(problem).toMatchObject({ code: 'secret-found' })
    expect(String(problem.params?.said)).toContain('Push cannot contain secrets')
    for (let look = 0; look < 3; look++) {
      await project.sync()
      await leaveTime()
    }
    expect(tried()).toBe(1)
    expect((await stateOf(project)).problem).toMatchObject({ code: 'secret-found' })
    // A person might have allowed it in the repository.
    await expect(project.send()).rejects.toMatchObject({ params: { reason: 'secret-found' } })
    expect(tried()).toBe(2)
    writeProgram(hook, '#!/bin/sh\nexit 0\n')
    await project.save('pay', 'de', 'Bezahlen')
    await eventually(async () => repository.fileAt('main', 'locales/de.json').includes('"Bezahlen"'))
    await eventually(async () => (await stateOf(project)).problem === null)
  } finally {
    await project.close()
  }
})

test('a forge that asks to wait is not called earlier, except by a person', async () => {
  const double = await openForgeDouble('github')
  const project = await gitProject(FILES, {
    mode: 'pull-request',
    settings: { quietMinutes: 0 },
    forge(repository) {
      double.addRepository('team/shop', repository.bare)
      return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
    },
  })
  try {
    double.faults.push({ status: 429, headers: { 'retry-after': '3600' }, on: /^POST / })
    await project.save('pay', 'de', 'Bezahlen')
    const problem = await eventually(async () => (await stateOf(project)).problem)
    expect(problem).toMatchObject({ code: 'forge-refused', params: { forge: 'rate-limited' } })
    const asked = double.requests.length
    await project.save('pay', 'de', 'Kaufen')
    await project.sync()
    await leaveTime()
    expect(double.requests.length).toBe(asked)
    await project.send()
    expect(double.requests.length).toBeGreaterThan(asked)
    expect((await stateOf(project)).problem).toBeNull()
  } finally {
    await project.close()
    await double.end()
  }
})

test.each([
  ['a file', ''],
  ['a file that a thread of its own reads', ' '.repeat(70_000)],
])('%s missing from the copy is not blamed on the server, and is fetched again', async (_, end) => {
  const project = await gitProject(FILES)
  try {
    const { repository, sourceId, params, test: server } = project
    // A file that cannot be read is read again each time.
    repository.write({ 'locales/de.json': `<<<<<<< HEAD\n${DE}${end}` })
    repository.commit('Merge')
    await project.sync()
    const packs = join(server.folder, 'data/git', String(sourceId), 'objects/pack')
    const id = repository.git('rev-parse', 'HEAD:locales/de.json').trim()
    const withFile = readdirSync(packs).filter(
      (name) => name.endsWith('.idx') && run(packs, 'git', 'verify-pack', '-v', name).includes(id),
    )
    expect(withFile).toHaveLength(1)
    for (const name of readdirSync(packs))
      if (name.startsWith(withFile[0]?.replace(/idx$/, '') ?? '?')) rmSync(join(packs, name))

    const at = { params: { ...params, source: sourceId } }
    const failure = await server.fail(api.sources.sync, at)
    expect(failure).toMatchObject({ code: 'source-unreachable', params: { reason: 'copy-damaged' } })
    await eventually(() =>
      server.call(api.sources.sync, at).then(
        () => true,
        () => false,
      ),
    )
  } finally {
    await project.close()
  }
})

test('a damaged copy, or one left over from a kill, is repaired', {
  timeout: IS_LONG ? 300_000 : 60_000,
}, async () => {
  const project = await gitProject(FILES)
  try {
    const { repository, sourceId, test: server } = project
    const copy = (name: string) => join(server.folder, 'data/git', String(sourceId), name)
    const damages: readonly (readonly [string, () => void])[] = [
      [
        'half of the packs',
        () => {
          for (const name of readdirSync(copy('objects/pack')))
            if (name.endsWith('.pack')) {
              chmodSync(copy(`objects/pack/${name}`), 0o600)
              truncateSync(copy(`objects/pack/${name}`), 40)
            }
        },
      ],
      ['no objects', () => rmSync(copy('objects'), { recursive: true })],
      ['a lock', () => writeFileSync(copy('shallow.lock'), '')],
      ['a lock of the branch', () => writeFileSync(copy(`${refHere('main')}.lock`), '')],
      ['a branch that leads nowhere', () => writeFileSync(copy(refHere('main')), 'garbage\n')],
      ['no HEAD', () => writeFileSync(copy('HEAD'), '')],
      ['a list of shallow commits that is none', () => writeFileSync(copy('shallow'), 'garbage\n')],
      ['settings nobody can read', () => writeFileSync(copy('config'), '[[[')],
      ['nothing', () => rmSync(copy(''), { recursive: true })],
    ]
    let round = 0
    // Each takes a second: run all of them by hand.
    for (const [name, damage] of damages.filter((_, index) => IS_LONG || index % 4 === 0)) {
      round++
      damage()
      await project.save('pay', 'de', `Bezahlen ${round}`)
      repository.git('fetch', '--quiet', 'origin')
      repository.git('reset', '--quiet', '--hard', 'origin/main')
      const file = repository.fileAt('main', 'locales/de.json')
      repository.write({ 'locales/de.json': file.replace(/"title": ".*"/, `"title": "Titel ${round}"`) })
      repository.commit(name)
      await eventually(async () => {
        await project.send().catch(() => undefined) // until it is recreated
        return repository.fileAt('main', 'locales/de.json').includes(`"Bezahlen ${round}"`)
      }).catch(() =>
        expect.fail(
          `${name}: ${JSON.stringify(server.logged.at(-1), (_, v) => (v instanceof Error ? v.stack : v))}`,
        ),
      )
      expect(await project.text('title', 'de'), name).toBe(`Titel ${round}`)
      expect((await stateOf(project)).problem, name).toBeNull()
    }
  } finally {
    await project.close()
  }
})
