import { expect, test } from 'vitest'
import { onBoth } from '../../test/on-both.ts'
import { AT, MARA, sampleProject } from '../../test/sample.ts'
import {
  createGitSource,
  createSource,
  gitSource,
  isConnected,
  moveSource,
  openBranch,
  projectById,
  removeBranch,
  requestBranchesOf,
  type Store,
  updateGitSource,
} from '../index.ts'

const SHOP = 'https://git.example.org/shop.git'
const SETTINGS = {
  quietMinutes: 10,
  commitsBy: 'person',
  signOff: false,
  signCommits: false,
  skipCi: false,
  message: null,
  pullRequestBranch: 'l10n/dragoman',
} as const

/** A source of the repository, which opens translation branches. */
async function connected(
  store: Store,
  { slug = 'sample', branch = 'main', repository = SHOP, request = 'l10n/dragoman' } = {},
) {
  const { id: projectId } = await sampleProject(store, ['de'], slug)
  const source = await store.write(async (w) => {
    const made = await createSource(w, {
      kind: 'git',
      repository,
      branch,
      projectId,
      pattern: 'locales/{lng}.json',
      format: 'i18next-json',
      writable: true,
      createdAt: AT,
    })
    await createGitSource(w, {
      sourceId: made.id,
      projectId,
      mode: 'push',
      settings: { ...SETTINGS, pullRequestBranch: request },
      signIn: 'v1.y',
      keyId: null,
      knownHosts: '',
      forge: { kind: 'none', origin: null, token: null },
    })
    return made
  })
  const open = (name: string) =>
    store.write(async (w) => {
      const parent = await projectById(w, projectId)
      if (parent === null || source.kind !== 'git') throw new Error('There is no repository')
      return openBranch(w, { parent, source, branch: name, by: MARA, at: AT })
    })
  const rename = (pullRequestBranch: string) =>
    store.write((w) => updateGitSource(w, source.id, { settings: { ...SETTINGS, pullRequestBranch } }))
  return { sourceId: source.id, open, rename }
}

const nameOf = async (store: Store, { sourceId }: { readonly sourceId: number }) =>
  (await store.read((r) => gitSource(r, sourceId)))?.settings.pullRequestBranch

onBoth('the request branch of a translation branch', (open) => {
  test('differs from that of a branch whose name differs in a slash only', async () => {
    const { store, remove } = await open()
    const shop = await connected(store)
    const slash = await shop.open('a/b')
    const dash = await shop.open('a-b')
    expect(await nameOf(store, slash)).toBe('l10n/dragoman-a-b')
    expect(await nameOf(store, dash)).toBe('l10n/dragoman-a-b-2')
    // The name does not move to another branch while that one might have a pull request.
    await store.write((w) => removeBranch(w, slash))
    await shop.open('c')
    expect(await nameOf(store, dash)).toBe('l10n/dragoman-a-b-2')
    await remove()
  })

  test('is neither that of another source nor a branch that is translated', async () => {
    const { store, remove } = await open()
    const shop = await connected(store)
    await connected(store, { slug: 'web', branch: 'next', request: 'l10n/dragoman-web' })
    const web = await shop.open('web')
    await shop.open('l10n/dragoman-icons')
    const icons = await shop.open('icons')
    expect(await nameOf(store, web)).toBe('l10n/dragoman-web-2')
    expect(await nameOf(store, icons)).toBe('l10n/dragoman-icons-2')
    await remove()
  })

  test('differs from those of the same repository under another address', async () => {
    const { store, remove } = await open()
    const shop = await connected(store)
    const branch = await shop.open('a')
    expect(await nameOf(store, branch)).toBe('l10n/dragoman-a')
    const repository = 'ssh://git@GIT.example.org/shop'
    const again = await connected(store, { slug: 'again', repository, branch: 'next' })
    const other = await again.open('a')
    expect(await nameOf(store, other)).toBe('l10n/dragoman-a-2')
    await remove()
  })

  test.each([
    ['https://git.example.org/shop', true],
    ['https://git.example.org:443/shop.git', true],
    ['ssh://git@git.example.org:22/shop.git', true],
    ['ssh://git@git.example.org:2222/shop.git', false],
    ['https://git.example.org/team/shop.git', false],
    ['https://git.example.com/shop.git', false],
  ])('files of a repository are connected under another address: %s', async (repository, isThere) => {
    const { store, remove } = await open()
    await connected(store)
    const found = (branch: string) =>
      store.read((r) => isConnected(r, { kind: 'git', repository, branch }, 'locales/{lng}.json'))
    expect([await found('main'), await found('next')]).toEqual([isThere, false])
    await remove()
  })

  test('follows that of its source, also to another repository', async () => {
    const { store, remove } = await open()
    const shop = await connected(store)
    const slash = await shop.open('a/b')
    const dash = await shop.open('a-b')
    await shop.rename('texts')
    expect([await nameOf(store, slash), await nameOf(store, dash)]).toEqual(['texts-a-b', 'texts-a-b-2'])
    const repository = 'https://git.example.org/moved.git'
    await connected(store, { slug: 'moved', repository, request: 'texts-a-b' })
    await store.write((w) => moveSource(w, shop.sourceId, { repository, branch: 'main' }))
    const names = await store.read((r) => requestBranchesOf(r, repository))
    expect(names.map(({ name }) => name).sort()).toEqual(['texts', 'texts-a-b', 'texts-a-b-2', 'texts-a-b-3'])
    await remove()
  })
})
