import { groupBy } from '@dragoman/core'
import { readFileInside } from '@dragoman/server/sync'
import { NO_FILE, partOf } from './collect-namespaces.ts'
import type { FileSet } from './local-files.ts'
import { markName } from './server-texts.ts'
import type { FileState, PartState, SyncState } from './sync-state.ts'

type Request = {
  readonly root: string
  readonly sets: readonly FileSet[]
  readonly state: SyncState
}

/** Parts that both sides agreed on in a file that is missing, and the new file with the same texts. */
type Move = {
  readonly from: string
  readonly to: string
  readonly before: FileState
  readonly parts: readonly PartState[]
}

/**
 * Returns the state in which a new file of the same language and namespace takes the place of a missing one, so that
 * files that were moved keep their common base. Once the state of the new file is written, the old one is forgotten.
 */
export async function followMoved(request: Request): Promise<SyncState> {
  const { state } = request
  const moves = groupBy(await findMoves(request), ({ to }) => to)
  if (moves.size === 0) return state
  return {
    ...state,
    read: async (path) => (await state.read(path)) ?? movedState(moves.get(path)),
    async write(path, written) {
      await state.write(path, written)
      for (const { from } of moves.get(path) ?? []) await forget(state, from, written.parts)
    },
  }
}

async function findMoves({ root, sets, state }: Request): Promise<readonly Move[]> {
  const files = sets.flatMap((set) => set.files)
  const paths = new Map(
    files.flatMap(({ path, parts }) =>
      parts.map(({ namespace, language }) => [markName(namespace, language), path] as const),
    ),
  )
  const moves: Move[] = []
  for (const from of await state.pathsExcept(new Set(files.map(({ path }) => path)))) {
    const before = await state.read(from)
    if (before === null || before.hash === NO_FILE) continue
    const byPath = groupBy(before.parts, (part) => paths.get(markName(part.namespace, part.language)) ?? '')
    byPath.delete('') // No other file has these texts.
    if (byPath.size === 0 || (await readFileInside(root, from)).kind !== 'missing') continue
    for (const [to, parts] of byPath)
      if ((await state.read(to)) === null) moves.push({ from, to, before, parts })
  }
  return moves
}

/** Without marks, because the new file has never been compared with the server. */
function movedState(moves: readonly Move[] = []): FileState | null {
  const [first] = moves
  if (first === undefined) return null
  const parts = moves.flatMap((move) => move.parts)
  const sending = moves.flatMap(({ before }) => before.sending ?? []).filter((one) => partOf(parts, one))
  const { sending: _, ...state } = first.before
  return {
    ...state,
    hash: NO_FILE,
    parts: parts.map((part) => ({ ...part, mark: null })),
    ...(sending.length === 0 ? {} : { sending }),
  }
}

async function forget(state: SyncState, path: string, written: readonly PartState[]): Promise<void> {
  const before = await state.read(path)
  if (before === null) return
  const parts = before.parts.filter((part) => partOf(written, part) === null)
  if (parts.length === 0) await state.remove(path)
  else await state.write(path, { ...before, parts })
}
