import { matchFile } from '@dragoman/formats'
import {
  applyOperation,
  type GitSource,
  lockLimitedPeople,
  lockProject,
  moveSourceFile,
  projectById,
  renameChosenNamespace,
  unitsOfFile,
  type Writer,
} from '@dragoman/store'
import type { MovedFile } from '../../../git/read-output.ts'
import { sourceOrigin, syncOf } from '../../../sync/run/sync-of.ts'
import type { BranchFiles } from './branch-files.ts'

/** A namespace whose files were renamed in every language. */
export type NamespaceMove = {
  readonly from: string
  readonly to: string
  readonly files: readonly MovedFile[]
}

export type MoveRequest = {
  readonly source: GitSource
  readonly projectId: number
  readonly sourceId: number
  readonly at: string
  readonly moves: readonly NamespaceMove[]
}

/** Maximum number of keys moved in one transaction; a larger namespace counts as new. */
const KEYS_MAX = 20_000

/**
 * Returns the namespaces that were moved as a whole: all files of one are gone, and each has a new file of
 * the same language.
 */
export function movedNamespaces(
  pattern: string,
  {
    before,
    after,
    moved,
  }: {
    readonly before: BranchFiles
    readonly after: BranchFiles
    readonly moved: readonly MovedFile[]
  },
): readonly NamespaceMove[] {
  const found = new Map<string, { from: string; to: string; files: MovedFile[] }>()
  for (const file of moved) {
    const [was, is] = [matchFile(pattern, file.from), matchFile(pattern, file.to)]
    if (was === null || is === null || was.language !== is.language || was.namespace === is.namespace)
      continue
    const id = `${was.namespace}\n${is.namespace}`
    const known = found.get(id) ?? { from: was.namespace, to: is.namespace, files: [] }
    known.files.push(file)
    found.set(id, known)
  }
  return [...found.values()].filter(({ from, to, files }) => {
    const own = [...before.files.keys()].filter((path) => matchFile(pattern, path)?.namespace === from)
    const isWhole = own.every((path) => files.some((file) => file.from === path))
    const isGone = own.every((path) => !after.files.has(path))
    const isNew = ![...before.files.keys()].some((path) => matchFile(pattern, path)?.namespace === to)
    return isWhole && isGone && isNew
  })
}

/**
 * Moves the keys of such namespaces, with their history, comments and states, and the rows of their files. Members and
 * webhooks that are limited to one get its new name. If the new name already has keys, the namespace is not moved: its
 * files count as new. Returns the new path of each file by its old one.
 */
export async function moveNamespaces(
  w: Writer,
  { source, projectId, at, moves }: MoveRequest,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>()
  if (moves.length === 0) return paths
  await lockLimitedPeople(w, projectId)
  await lockProject(w, projectId)
  const project = await projectById(w, projectId)
  if (project === null) return paths
  for (const { from, to, files } of moves) {
    const keys = await unitsOfFile(w, projectId, project.sourceLanguage, from)
    const taken = await unitsOfFile(w, projectId, project.sourceLanguage, to)
    if (keys.length === 0 || keys.length > KEYS_MAX || taken.length > 0) continue
    const result = await applyOperation(w, {
      projectId,
      kind: 'sync',
      by: syncOf(source),
      at,
      origin: sourceOrigin(source),
      changes: keys.map(({ keyId }) => ({ kind: 'edit-key', keyId, fields: { namespace: to } })),
    })
    if (!result.ok)
      throw new Error(`Keys of ${from} could not be moved: ${JSON.stringify(result.refusals[0])}`)
    await renameChosenNamespace(w, { projectId, from, to, at })
    for (const file of files) {
      await moveSourceFile(w, { sourceId: source.id, namespace: to, ...file })
      paths.set(file.from, file.to)
    }
  }
  return paths
}
