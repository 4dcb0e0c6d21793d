import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitProject, gitProject } from './git-project.ts'
import { run, runWith } from './git-server.ts'

const EN = '{\n  "pay": "Pay"\n}\n'
const DE = '{\n  "pay": "Zahlen"\n}\n'

test('what a repository wants this machine to execute is not executed, and its other files are translated', async () => {
  const project = await gitProject({ 'locales/en.json': EN, 'locales/de.json': DE })
  try {
    const { repository, test: server, params } = project
    const trap = join(repository.work, '..', 'trapped')
    repository.write({
      '.gitattributes': '*.json filter=trap diff=trap merge=trap text eol=crlf ident\n',
      '.gitmodules': `[submodule "locales/it.json"]\n\tpath = locales/it.json\n\turl = ext::sh -c "touch ${trap}"\n`,
      '.lfsconfig': '[lfs]\n\turl = http://127.0.0.1:1/\n',
      '.githooks/pre-push': `#!/bin/sh\ntouch ${trap}\n`,
      'locales/pl.json': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n',
      'locales/fr\n.json': '{ "pay": "Payer" }\n',
      'locales/es.json/deeper.json': '{}\n',
    })
    symlinkSync('/etc/passwd', join(repository.work, 'locales/cs.json'))
    repository.git('add', '-A')
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD').trim()},locales/it.json`,
    )
    repository.git('commit', '--quiet', '-m', 'Traps')
    repository.git('push', '--quiet', 'origin', 'HEAD')
    await project.sync()
    await project.save('pay', 'de', 'Bezahlen')
    await project.send()
    expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
    expect(repository.git('diff', '--name-only', 'HEAD', ...changedBy(repository.git))).toBe(
      'locales/de.json\n',
    )
    expect(existsSync(trap)).toBe(false)
    const { files } = await server.call(api.files.list, { params })
    const states = new Map(files.map(({ path, state }) => [path, state]))
    expect([...states.keys()]).toEqual(['locales/de.json', 'locales/en.json', 'locales/pl.json'])
    expect(states.get('locales/de.json')).toBe('in-step')
  } finally {
    await project.close()
  }
})

/** Trees that no real Git writes. */
const TREES: readonly (readonly [string, string, string])[] = [
  ['a way out', '40000 ..', '../de.json'],
  ['a file that is the folder above', '100644 ..', '..'],
  ['a repository in it', '40000 .git', '.git/de.json'],
  ['one that begins with a slash', '100644 /etc/passwd', '/etc/passwd'],
  ['no name at all', '100644 ', ''],
]

describe('a name in the branch that Git refuses in a commit', () => {
  let project: GitProject
  beforeAll(async () => {
    project = await gitProject({ 'locales/en.json': EN, 'locales/de.json': DE })
  })
  afterAll(() => project.close())

  let count = 0
  test.each(TREES)(
    '%s: it is reported, translating continues, and is sent once the name is gone',
    async (_, entry, path) => {
      const { repository, params, sourceId, test: server } = project
      const { bare } = repository
      const [before, text] = [run(bare, 'git', 'rev-parse', 'main').trim(), `Bezahlen ${++count}`]
      const id = (of: string) => run(bare, 'git', 'rev-parse', `${before}:${of}`).trim()
      const isFolder = entry.startsWith('4')
      const entries = Buffer.concat([
        ...treeEntry(entry, id(isFolder ? 'locales' : 'locales/de.json')),
        ...treeEntry('40000 locales', id('locales')),
      ])
      const hashing = ['hash-object', '-t', 'tree', '--literally', '-w', '--stdin']
      const tree = runWith(entries, bare, 'git', ...hashing).trim()
      const commit = run(bare, 'git', ...NAMED, 'commit-tree', '-m', 'Odd', '-p', before, tree).trim()
      run(bare, 'git', 'update-ref', 'refs/heads/main', commit)
      await project.save('pay', 'de', text)
      await expect(project.send()).rejects.toMatchObject({ params: { reason: 'unusable-name', path } })
      const problem = async () =>
        (await server.call(api.git.get, { params: { ...params, source: sourceId } })).problem
      expect(await problem()).toMatchObject({ code: 'unusable-name', params: { path } })
      // A problem found while reading ends once that can be read; one found while sending stays until the
      // next send.
      await project.sync().catch(() => undefined)
      expect(await problem()).toMatchObject({ code: 'unusable-name' })
      expect(await project.text('pay', 'de')).toBe(text)
      await project.save('pay', 'de', `${text}!`)
      run(bare, 'git', 'update-ref', 'refs/heads/main', before)
      await project.send()
      expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', `${text}!`))
      expect(await problem()).toBeNull()
    },
  )

  test('is left out of the preview', async () => {
    const { repository, params, git, test: server } = project
    const { bare } = repository
    const id = (of: string) => run(bare, 'git', 'rev-parse', `main:${of}`).trim()
    const entries = `040000 tree ${id('locales')}\t..\n040000 tree ${id('locales')}\tlocales\n`
    const tree = runWith(entries, bare, 'git', 'mktree').trim()
    const commit = run(bare, 'git', ...NAMED, 'commit-tree', '-m', 'Odd', tree).trim()
    run(bare, 'git', 'update-ref', 'refs/heads/odd', commit)
    const signIn = { kind: 'password' as const, user: git.user, password: git.password }
    const body = { repository: repository.url, branch: 'odd', signIn }
    const { candidates, leftOut } = await server.call(api.git.look, { params, body })
    expect(candidates.map(({ pattern }) => pattern)).toEqual(['locales/{lng}.json'])
    expect(leftOut).toEqual(
      ['../de.json', '../en.json'].map((odd) => ({ path: odd, reason: 'unusable-name' })),
    )
  })
})

describe('a repository that is larger than its pack', () => {
  let project: GitProject
  beforeAll(async () => {
    project = await gitProject({ 'locales/en.json': EN, 'locales/de.json': DE })
  })
  afterAll(() => project.close())

  const look = (branch: string) => {
    const { repository, params, git, test: server } = project
    const signIn = { kind: 'password' as const, user: git.user, password: git.password }
    return server.call(api.git.look, { params, body: { repository: repository.url, branch, signIn } })
  }

  /** Puts a folder next to the locale files of `main`, in a commit on another branch. */
  function commitFolder(branch: string, folder: string): void {
    const { bare } = project.repository
    const before = run(bare, 'git', 'ls-tree', 'main:locales')
    const files = runWith(`${before}040000 tree ${folder}\tmore\n`, bare, 'git', 'mktree').trim()
    const tree = runWith(`040000 tree ${files}\tlocales\n`, bare, 'git', 'mktree').trim()
    const commit = run(bare, 'git', ...NAMED, 'commit-tree', '-m', 'Large', '-p', 'main', tree).trim()
    run(bare, 'git', 'update-ref', `refs/heads/${branch}`, commit)
  }

  test('because folders repeat: it is refused as too large, in the look and in the sync', async () => {
    const { bare } = project.repository
    let entry = `100644 blob ${runWith('', bare, 'git', 'hash-object', '-w', '--stdin').trim()}`
    for (let level = 0; level < 3; level++) {
      const lines = Array.from({ length: 150 }, (_, index) => `${entry}\t${'n'.repeat(120)}${index}\n`)
      entry = `040000 tree ${runWith(lines.join(''), bare, 'git', 'mktree').trim()}`
    }
    commitFolder('repeated', entry.split(' ')[2] ?? '')
    await expect(look('repeated')).rejects.toMatchObject({
      code: 'unusable-repository',
      params: { reason: 'too-large' },
    })
    const before = run(bare, 'git', 'rev-parse', 'main').trim()
    run(bare, 'git', 'update-ref', 'refs/heads/main', 'repeated')
    await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'too-large' } })
    run(bare, 'git', 'update-ref', 'refs/heads/main', before)
    await project.sync()
    expect(await project.text('pay', 'de')).toBe('Zahlen')
  })

  test('because a file is: it is found by its beginning, reported as too large, and the others are read', async () => {
    const { repository, test: server, params } = project
    const blanks = ' '.repeat(33 * 1024 * 1024)
    repository.git('checkout', '--quiet', '-B', 'large', 'origin/main')
    repository.write({ 'locales/fr.json': `{ "pay": "Payer"${blanks}}\n` })
    repository.git('add', '-A')
    repository.git('commit', '--quiet', '-m', 'Large')
    repository.git('push', '--quiet', 'origin', 'HEAD:large', 'HEAD:main')
    const { candidates } = await look('large')
    expect(candidates.flatMap(({ files }) => files.map(({ path }) => path)).sort()).toEqual([
      'locales/de.json',
      'locales/en.json',
      'locales/fr.json',
    ])
    await project.sync()
    const { files } = await server.call(api.files.list, { params })
    expect(files.map(({ path, state, problem }) => [path, state, problem?.code ?? null])).toEqual([
      ['locales/de.json', 'in-step', null],
      ['locales/en.json', 'in-step', null],
      ['locales/fr.json', 'unreadable', 'too-large'],
    ])
  })
})

const NAMED = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org']

function treeEntry(modeAndName: string, id: string): readonly Buffer[] {
  return [Buffer.from(`${modeAndName}\0`), Buffer.from(id, 'hex')]
}

/** Fetches the branch into the working copy, and returns its ref. */
function changedBy(git: (...args: readonly string[]) => string): readonly string[] {
  git('fetch', '--quiet', 'origin')
  return ['origin/main']
}
