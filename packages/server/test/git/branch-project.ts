import { api, type BranchReply } from '@dragoman/contract'
import { branchOfProject, projectBySlug } from '@dragoman/store'
import { eventually } from '../test-server.ts'
import type { GitProject } from './git-project.ts'

/** An i18next file with the given texts. */
export const file = (texts: Readonly<Record<string, string>>) => `${JSON.stringify(texts, null, 2)}\n`

export const listed = async ({ test: server, params }: GitProject): Promise<readonly BranchReply[]> =>
  (await server.call(api.branches.list, { params })).branches

/** Enough for several calls of Git on a busy machine. */
const WAIT_MS = 30_000

/** Opens a branch, and waits until its changed keys have arrived. */
export async function openedBranch(project: GitProject, branch: string, keys: number): Promise<BranchReply> {
  const { test: server, params, sourceId } = project
  const opened = await server.call(api.branches.open, { params, body: { source: sourceId, branch } })
  const now = async () => (await listed(project)).find((one) => one.slug === opened.slug)
  await eventually(async () => (await now())?.isRead === true, WAIT_MS)
  await eventually(async () => (await now())?.keys === keys, WAIT_MS)
  return opened
}

/** Waits until all translation branches are read, not only the commits that they are compared with, and have that many keys. */
export async function untilRead(project: GitProject, keys: number): Promise<void> {
  const areRead = async () => {
    const branches = await listed(project)
    return branches.length > 0 && branches.every((one) => one.isRead && one.keys === keys)
  }
  await eventually(areRead, WAIT_MS)
}

/** Commits files to a branch created from the tip of `main`; then the working copy is back on `main`. */
export function commitBranch(
  { repository }: Pick<GitProject, 'repository'>,
  branch: string,
  files: Readonly<Record<string, string>>,
): void {
  repository.git('checkout', '--quiet', '-b', branch, 'main')
  repository.write(files)
  repository.commit(branch)
  repository.git('checkout', '--quiet', 'main')
}

export async function rowInStore({ test: server }: GitProject, slug: string) {
  const row = await server.server.deps.store.read(async (r) => {
    const found = await projectBySlug(r, slug)
    return found && (await branchOfProject(r, found.id))
  })
  if (row === null) throw new Error(`There is no branch ${slug}`)
  return row
}

export async function rowsOf({ test: server }: GitProject, language: string, project: string) {
  const query = { language, limit: 100 }
  return (await server.call(api.translations.page, { params: { project }, query })).rows
}

export async function rowOf(project: GitProject, name: string, language: string, slug: string) {
  const row = (await rowsOf(project, language, slug)).find(({ key }) => key.name === name)
  if (row === undefined) throw new Error(`No key ${name} in ${slug}`)
  return row
}

/** Saves a German text in a branch. */
export async function saveIn(project: GitProject, slug: string, name: string, text: string): Promise<void> {
  const row = await rowOf(project, name, 'de', slug)
  await project.test.call(api.translations.save, {
    params: { project: slug, language: 'de', key: row.key.id },
    body: { forms: { other: text }, baseVersion: row.target.version },
  })
}
