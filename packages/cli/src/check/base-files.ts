import { readBlobs, readTreeEntries } from '@dragoman/server'
import { askGit, git, gitError, isOutsideOfRepository, runGit, textOf } from '../run-git.ts'
import { CommandError } from '../terminal.ts'

/** The files of a folder as of a given commit. */
export type BaseFiles = {
  /** The commit compared against: the merge base of both histories. */
  readonly commit: string
  /** Current paths relative to the folder, with `/`. Links and submodules are excluded. */
  readonly paths: readonly string[]
  /** File contents by path; missing files are omitted. */
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>
}

/**
 * Opens a folder of a Git repository as of a branch, tag or commit, at the merge base with HEAD, so that
 * commits made there since then do not count as changes made here. Throws CommandError if there is no
 * repository or no such commit, or if Git fails.
 */
export async function openBase(folder: string, ref: string): Promise<BaseFiles> {
  const prefix = await prefixOf(folder)
  const found = await askGit(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ])
  if (found === null)
    throw new CommandError(
      `There is no commit "${ref}" here. Fetch it first: git fetch origin ${ref.replace(/^origin\//, '')} (with actions/checkout: fetch-depth: 0).`,
    )
  const named = textOf(found)
  // A shallow clone might not contain the merge base.
  const mergeBase = await askGit(folder, ['merge-base', named, 'HEAD'])
  const commit = mergeBase === null ? named : textOf(mergeBase)
  const ids = new Map(await listFiles(folder, { commit, prefix }))
  for (const { from, to } of await listMoved(folder, { commit, prefix })) {
    const id = ids.get(from)
    if (id === undefined) continue
    ids.delete(from)
    ids.set(to, id)
  }
  return {
    commit,
    paths: [...ids.keys()],
    async read(paths) {
      const wanted = paths.flatMap((path) => {
        const id = ids.get(path)
        return id === undefined ? [] : [{ path, id }]
      })
      const asked = wanted.map(({ id }) => `${id}\n`).join('')
      const contents = readBlobs(await git(folder, ['cat-file', '--batch'], asked))
      return new Map(
        wanted.flatMap(({ path, id }) => {
          const bytes = contents.get(id)
          return bytes === undefined ? [] : [[path, bytes]]
        }),
      )
    },
  }
}

/**
 * Returns the path of a folder within its repository: `web/`, or an empty string. Throws CommandError outside
 * of a repository.
 */
async function prefixOf(folder: string): Promise<string> {
  const args = ['rev-parse', '--show-prefix']
  const end = await runGit(folder, args)
  if (end.code === 0) return textOf(end.out)
  if (!isOutsideOfRepository(end)) throw gitError(end, args)
  throw new CommandError(
    `${folder} is not in a Git repository: there is nothing to compare with. Leave out --base.`,
  )
}

async function listFiles(
  folder: string,
  { commit, prefix }: { readonly commit: string; readonly prefix: string },
): Promise<ReadonlyMap<string, string>> {
  const below = prefix === '' ? [] : ['--', prefix]
  const listed = await git(folder, ['ls-tree', '-r', '-z', '--full-tree', commit, ...below])
  const files = readTreeEntries(listed).filter(({ kind }) => kind === 'file')
  return new Map(files.map(({ path, id }) => [path.slice(prefix.length), id]))
}

/** Lists renamed files, so that each one is compared with its old version. */
async function listMoved(
  folder: string,
  { commit, prefix }: { readonly commit: string; readonly prefix: string },
): Promise<readonly { readonly from: string; readonly to: string }[]> {
  const output = await git(folder, ['diff', '-M', '-z', '--name-status', '--diff-filter=R', commit, '--'])
  const fields = output.toString('utf8').split('\0')
  const moved: { from: string; to: string }[] = []
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [from = '', to = ''] = fields.slice(at + 1, at + 3)
    if (from.startsWith(prefix) && to.startsWith(prefix))
      moved.push({ from: from.slice(prefix.length), to: to.slice(prefix.length) })
  }
  return moved
}
