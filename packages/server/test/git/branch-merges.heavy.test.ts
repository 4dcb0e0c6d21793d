import { api } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { commitBranch, file, listed, openedBranch, rowOf, saveIn } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'
import type { TestRepository } from './git-server.ts'

let open: GitProject | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

type Kind = 'merge' | 'rebase' | 'squash'
/**
 * For the long test; the short tests use a merge and a rebase. Run all by hand:
 * `DRAGOMAN_MERGES=merge,rebase,squash npx vitest run packages/server/test/git/branch-merges.heavy.test.ts`.
 */
const KINDS = (process.env.DRAGOMAN_MERGES ?? 'squash').split(',') as readonly Kind[]

/** The texts that the branch of a kind of merge changes, as `main` has them initially. */
const textsOf = (kind: Kind, prefix: string) => ({
  [`${kind}_old`]: `${prefix} named`,
  [`${kind}_gone`]: `${prefix} gone`,
  [`${kind}_items_one`]: `${prefix} one`,
  [`${kind}_items_other`]: `${prefix} {{count}}`,
})
const appOf = (prefix: string, change: (kind: Kind) => Readonly<Record<string, string>>) =>
  file({ title: `${prefix} title`, ...Object.assign({}, ...KINDS.map(change)), help: `${prefix} help` })

/** Moves the working copy to `main`, with what Dragoman has pushed. */
function catchUp(repository: TestRepository): void {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', 'main')
  repository.git('reset', '--quiet', '--hard', 'origin/main')
}

/** Merges like a forge, after `main` has moved on. */
function mergeInto({ repository }: GitProject, branch: string, kind: Kind): void {
  catchUp(repository)
  repository.write({ [`notes/${kind}.txt`]: 'Of main' })
  repository.commit(`Notes ${kind}`)
  if (kind === 'merge') repository.git('merge', '--quiet', '--no-ff', '--no-edit', `origin/${branch}`)
  if (kind === 'squash') repository.git('merge', '--quiet', '--squash', `origin/${branch}`)
  if (kind === 'rebase') {
    repository.git('checkout', '--quiet', '-B', 'rebased', `origin/${branch}`)
    repository.git('rebase', '--quiet', 'main')
    repository.git('checkout', '--quiet', 'main')
    repository.git('merge', '--quiet', '--ff-only', 'rebased')
  }
  repository.commit(`Merged by ${kind}`)
}

async function saveForms(project: GitProject, slug: string, name: string, forms: Forms): Promise<void> {
  const row = await rowOf(project, name, 'de', slug)
  await project.test.call(api.translations.save, {
    params: { project: slug, language: 'de', key: row.key.id },
    body: { forms, baseVersion: row.target.version },
  })
}

const syncBranch = ({ test: server }: GitProject, slug: string, source: number) =>
  server.call(api.sources.sync, { params: { project: slug, source } })

test(`merged by a ${KINDS.join(', a ')}: new, renamed, removed and plural keys, new and moved files`, async () => {
  const files = {
    'locales/en/app.json': appOf('en', (kind) => textsOf(kind, 'en')),
    'locales/de/app.json': appOf('de', (kind) => textsOf(kind, 'de')),
    ...Object.fromEntries(
      KINDS.flatMap((kind) =>
        ['en', 'de'].map((language) => [
          `locales/${language}/${kind}Menu.json`,
          file({ [`${kind}_home`]: `${language} home`, [`${kind}_back`]: `${language} back` }),
        ]),
      ),
    ),
  }
  const project = await gitProject(files, {
    pattern: 'locales/{lng}/{ns}.json',
    settings: { quietMinutes: 60 },
  })
  open = project
  const { repository, test: server, params } = project
  /** The texts as the merged branches left them. */
  const changed = (prefix: string, kind: Kind) => {
    const { [`${kind}_old`]: named = '', [`${kind}_gone`]: _gone, ...rest } = textsOf(kind, prefix)
    const own = prefix === 'en' ? { [`${kind}_new`]: 'New', [`${kind}_items_one`]: 'Just one' } : {}
    return { [`${kind}_named`]: named, ...rest, ...own }
  }
  const merged: Kind[] = []
  for (const kind of KINDS) {
    const branch = `feature/${kind}`
    const slug = `shop-feature-${kind}`
    const app = (prefix: string) =>
      appOf(prefix, (one) =>
        one === kind || merged.includes(one) ? changed(prefix, one) : textsOf(one, prefix),
      )
    catchUp(repository)
    repository.git('checkout', '--quiet', '-b', branch, 'main')
    for (const language of ['en', 'de'])
      repository.git('mv', `locales/${language}/${kind}Menu.json`, `locales/${language}/${kind}Nav.json`)
    repository.write({
      'locales/en/app.json': app('en'),
      'locales/de/app.json':
        merged.length === 0
          ? app('de')
          : repository
              .fileAt('main', 'locales/de/app.json')
              .replace(`"${kind}_old"`, `"${kind}_named"`)
              .replace(new RegExp(`  "${kind}_gone".*\\n`), ''),
      [`locales/en/${kind}Extra.json`]: file({ [`${kind}_hello`]: 'Hello' }),
    })
    repository.commit(branch)
    repository.git('checkout', '--quiet', 'main')
    const { source } = await openedBranch(project, branch, 6)
    await saveIn(project, slug, `${kind}_new`, 'Neu')
    await saveIn(project, slug, `${kind}_hello`, 'Hallo')
    await saveIn(project, slug, `${kind}_home`, 'Zu Hause')
    await saveForms(project, slug, `${kind}_items`, { one: 'Genau eins', other: '{{count}} Dinge' })
    expect((await listed(project))[0]).toMatchObject({ unsent: 4 })
    mergeInto(project, branch, kind)
    await syncBranch(project, slug, source)
    await eventually(async () => (await listed(project)).length === 0)
    merged.push(kind)
    expect(await project.text(`${kind}_new`, 'de')).toBe('Neu')
    expect(await project.text(`${kind}_hello`, 'de')).toBe('Hallo')
    expect(await project.text(`${kind}_home`, 'de')).toBe('Zu Hause')
    expect(await project.text(`${kind}_back`, 'de')).toBe('de back')
    expect((await project.row(`${kind}_home`, 'de'))?.key.namespace).toBe(`${kind}Nav`)
    expect((await project.row(`${kind}_items`, 'de'))?.target.forms).toEqual({
      one: 'Genau eins',
      other: '{{count}} Dinge',
    })
    expect(await project.text(`${kind}_named`, 'de')).toBe('de named')
    expect(await project.row(`${kind}_gone`, 'de')).toBeNull()
    expect((await server.call(api.files.conflicts, { params })).total).toBe(0)
    await project.send()
    expect(repository.fileAt('main', 'locales/de/app.json')).toContain(`"${kind}_new": "Neu"`)
    expect(repository.fileAt('main', `locales/de/${kind}Nav.json`)).toContain('Zu Hause')
    expect(repository.fileAt('main', `locales/de/${kind}Extra.json`)).toContain('Hallo')
  }
})

test('a merge that is reverted keeps what was not sent, until the keys are back', async () => {
  const project = await gitProject(
    { 'locales/en.json': file({ title: 'Shop' }), 'locales/de.json': file({ title: 'Laden' }) },
    { settings: { quietMinutes: 60 } },
  )
  open = project
  const { repository, test: server, params } = project
  const slug = 'shop-feature-undo'
  commitBranch(project, 'feature/undo', { 'locales/en.json': file({ title: 'Shop', pay: 'Pay' }) })
  const { source } = await openedBranch(project, 'feature/undo', 1)
  await saveIn(project, slug, 'pay', 'Zahlen')
  mergeInto(project, 'feature/undo', 'merge')
  repository.git('revert', '--no-edit', '-m', '1', 'HEAD~1')
  const reverted = repository.commit('Taken back')
  await syncBranch(project, slug, source)
  await eventually(async () => (await listed(project))[0]?.state === 'closed')
  expect(await listed(project)).toMatchObject([{ closeReason: 'merged', unsent: 1 }])
  expect(await project.row('pay', 'de')).toBeNull()
  repository.git('revert', '--no-edit', `${reverted}~1`)
  repository.commit('After all')
  await project.sync()
  await server.call(api.branches.close, { params: { ...params, branch: slug }, body: { texts: 'move' } })
  expect(await project.text('pay', 'de')).toBe('Zahlen')
  expect(await listed(project)).toEqual([])
})

test('a branch that keeps texts when it is closed is synced again after it is reopened', async () => {
  const project = await gitProject(
    { 'locales/en.json': file({ title: 'Shop' }), 'locales/de.json': file({ title: 'Laden' }) },
    { settings: { quietMinutes: 60 } },
  )
  open = project
  const { repository, test: server, params, sourceId } = project
  const slug = 'shop-feature-pay'
  commitBranch(project, 'feature/pay', { 'locales/en.json': file({ title: 'Shop', pay: 'Pay' }) })
  const { source } = await openedBranch(project, 'feature/pay', 1)
  await saveIn(project, slug, 'pay', 'Zahlen')
  const close = { params: { ...params, branch: slug }, body: { texts: 'move' } } as const
  expect(await server.call(api.branches.close, close)).toMatchObject({ moved: 0, left: 1 })
  await server.call(api.branches.open, { params, body: { source: sourceId, branch: 'feature/pay' } })
  await syncBranch(project, slug, source)
  await server.call(api.git.send, { params: { project: slug, source } })
  expect(repository.fileAt('feature/pay', 'locales/de.json')).toContain('Zahlen')
})

test('a file with all languages contains only the rows that differ, merged by a rebase', async () => {
  const rows = (...texts: readonly (readonly [string, string, string])[]) =>
    ['key,en,de', ...texts.map((one) => one.join(',')), ''].join('\r\n')
  const path = 'translations/shop.csv'
  const project = await gitProject(
    { [path]: rows(['title', 'Shop', 'Laden'], ['pay', 'Pay', 'Zahlen'], ['help', 'Help', 'Hilfe']) },
    { pattern: path, format: 'csv', settings: { quietMinutes: 60 } },
  )
  open = project
  const { repository } = project
  const slug = 'shop-feature-tip'
  commitBranch(project, 'feature/tip', {
    [path]: rows(
      ['title', 'Shop', 'Laden'],
      ['pay', 'Pay now', 'Zahlen'],
      ['tip', 'Tip', ''],
      ['help', 'Help', 'Hilfe'],
    ),
  })
  const { source } = await openedBranch(project, 'feature/tip', 2)
  await saveIn(project, slug, 'tip', 'Trinkgeld')
  await project.test.call(api.git.send, { params: { project: slug, source } })
  const sent = rows(
    ['title', 'Shop', 'Laden'],
    ['pay', 'Pay now', 'Zahlen'],
    ['tip', 'Tip', 'Trinkgeld'],
    ['help', 'Help', 'Hilfe'],
  )
  expect(repository.fileAt('feature/tip', path)).toBe(sent)
  await saveIn(project, slug, 'pay', 'Jetzt zahlen')
  mergeInto(project, 'feature/tip', 'rebase')
  await syncBranch(project, slug, source)
  await eventually(async () => (await listed(project)).length === 0)
  expect(await project.text('tip', 'de')).toBe('Trinkgeld')
  expect(await project.text('pay', 'de')).toBe('Jetzt zahlen')
  await project.send()
  expect(repository.fileAt('main', path)).toBe(sent.replace('Pay now,Zahlen', 'Pay now,Jetzt zahlen'))
})
