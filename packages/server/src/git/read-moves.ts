import { type MovedFile, readRenames } from './read-output.ts'
import type { RunHere } from './run-git.ts'

/** The share of its content that a changed file has to keep to count as moved. */
const SIMILAR = '60%'

export type MovesRequest = {
  /** Ids by path. */
  readonly gone: ReadonlyMap<string, string>
  readonly added: ReadonlyMap<string, string>
  /** Whether to find moved files that were changed too; the copy has to have the contents of all of them. */
  readonly isChangedToo: boolean
}

/**
 * Returns which files that are gone are now among the new ones. Git compares two folders that have nothing
 * but these files: whatever else a commit changed is not read, so nothing has to be fetched. Throws GitError.
 */
export async function readMoves(
  local: RunHere,
  { gone, added, isChangedToo }: MovesRequest,
): Promise<readonly MovedFile[]> {
  const [before, after] = [[...gone], [...added]]
  const trees = [await makeTree(local, 'gone', before), await makeTree(local, 'added', after)]
  const { stdout } = await local([
    'diff-tree',
    '-r',
    '-z',
    `--find-renames=${isChangedToo ? SIMILAR : '100%'}`,
    '--diff-filter=R',
    '--raw',
    ...trees,
  ])
  const indexOf = (name: string) => Number(name.slice(name.indexOf(' ') + 1))
  return readRenames(stdout).map(({ from, to }) => ({
    from: before[indexOf(from)]?.[0] ?? '',
    to: after[indexOf(to)]?.[0] ?? '',
  }))
}

/** Makes a folder in the copy whose files are numbered: Git does not accept every path of a repository. */
async function makeTree(
  local: RunHere,
  side: string,
  files: readonly (readonly [path: string, id: string])[],
): Promise<string> {
  // No name is in both folders: the same name would be a change of that file, not a move.
  const lines = files.map(([, id], index) => `100644 blob ${id}\t${side} ${index}\0`)
  const { stdout } = await local(['mktree', '--missing', '-z'], { input: lines.join('') })
  return stdout.toString('utf8').trim()
}
