import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatById } from '@dragoman/formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '../../../../test/git/branch-project.ts'
import { type GitServer, openGitServer } from '../../../../test/git/git-server.ts'
import { type Mirror, openMirror } from '../../../git/mirror.ts'
import { readRemoteAddress } from '../../../git/remote-address.ts'
import { openGit } from '../../../git/run-git.ts'
import { hasAllOfBranch } from './branch-differences.ts'

let server: GitServer
let home: string

beforeAll(async () => {
  server = await openGitServer()
  home = mkdtempSync(join(tmpdir(), 'dragoman-differences-'))
})
afterAll(async () => {
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

const PATTERN = 'locales/{lng}/{ns}.json'

/** A repository with a branch that changes `locales/en/a.json`, and what is read of the files of its mirror. */
async function openPair() {
  const { user, password } = server
  const repository = server.createRepository('app')
  const address = readRemoteAddress(repository.url)
  if ('fault' in address) throw new Error(address.fault)
  const paths = ['en', 'de'].flatMap((language) =>
    ['a', 'b'].map((name) => `locales/${language}/${name}.json`),
  )
  repository.write(Object.fromEntries(paths.map((path) => [path, file({ title: 'Shop', path })])))
  const mergeBase = repository.commit('First')
  repository.git('checkout', '--quiet', '-b', 'feature/pay')
  repository.write({ 'locales/en/a.json': file({ title: 'Garden shop', path: 'locales/en/a.json' }) })
  const tip = repository.commit('Change')
  repository.git('checkout', '--quiet', 'main')

  const credentials = { kind: 'password', user, password } as const
  const mirror = openMirror({
    git: openGit({ searchPath: process.env.PATH ?? '' }),
    folder: join(home, 'app.git'),
    address,
    withRemote: (work) => work({ address, pinned: '127.0.0.1', credentials }),
  })
  const read = new Set<string>()
  const counting: Mirror = {
    ...mirror,
    blobs(ids) {
      for (const id of ids) read.add(id)
      return mirror.blobs(ids)
    },
  }
  /** Returns the answer for the newest commit of `main`, and the paths whose contents were read for it. */
  async function ask() {
    read.clear()
    for (const branch of ['feature/pay', 'main']) await mirror.fetchBranch(branch)
    const target = repository.git('rev-parse', 'main').trim()
    const format = formatById('i18next-json')
    if (format === null) throw new Error('There is no such format')
    const reading = { source: { pattern: PATTERN }, format, sourceLanguage: 'en' }
    const isMerged = await hasAllOfBranch(counting, reading, { mergeBase, tip, target })
    const files = [...(await mirror.tree(target, [''])), ...(await mirror.tree(tip, ['']))]
    return { isMerged, paths: new Set(files.flatMap(({ id, path }) => (read.has(id) ? [path] : []))) }
  }
  return { repository, ask }
}

test('whether a branch is merged is decided by the files that it changes, whatever else its target changes', async () => {
  const { repository, ask } = await openPair()
  repository.write({
    'locales/en/b.json': file({ title: 'Store', path: 'locales/en/b.json' }),
    'locales/de/b.json': file({ title: 'Laden', path: 'locales/de/b.json' }),
  })
  repository.commit('On main')
  expect(await ask()).toEqual({ isMerged: false, paths: new Set(['locales/en/a.json']) })

  repository.write({
    'locales/en/a.json': file({ title: 'Garden shop', path: 'locales/en/a.json', help: 'Help' }),
  })
  repository.commit('Squashed')
  expect(await ask()).toEqual({ isMerged: true, paths: new Set(['locales/en/a.json']) })
})
