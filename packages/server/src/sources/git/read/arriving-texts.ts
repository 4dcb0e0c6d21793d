import { addGitSync, listOperations } from '@dragoman/store'
import { isFromSource } from '../../../sync/run/sync-of.ts'
import type { BranchReading } from './branch-reader.ts'

/** Number of recent operations searched for what a commit brought in. */
const RECENT_OPERATIONS = 100

/** Returns the id of the last operation of the project. */
export async function newestOperation(reader: BranchReading): Promise<number> {
  const { store, projectId } = reader
  const { rows } = await store.read((r) => listOperations(r, { projectId, limit: 1 }))
  return rows[0]?.id ?? 0
}

/** Adds what a commit brought in to the history, once all of its files are merged. */
export async function noteArrived(reader: BranchReading): Promise<void> {
  const { store, now, row, projectId, mirror, state } = reader
  if (state.arriving === null) return
  const { commit, after } = state.arriving
  state.arriving = null
  const { author, subject } = await mirror.describe(commit)
  const { rows } = await store.read((r) => listOperations(r, { projectId, limit: RECENT_OPERATIONS }))
  const own = rows.filter((operation) => operation.id > after && isFromSource(row, operation))
  if (own.length === 0) return
  const texts = own.reduce((sum, { summary }) => sum + summary.translations, 0)
  const at = now().toISOString()
  const note = `${author}: ${subject}`
  await store.write((w) =>
    addGitSync(w, row.id, {
      at,
      kind: 'in',
      commit,
      texts,
      files: 0,
      people: [],
      attempts: 1,
      note,
      problem: null,
    }),
  )
}

/** Some files were merged; once all files of a commit are, what came in is added to the history. */
export async function noteMerged(reader: BranchReading, paths: readonly string[]): Promise<void> {
  const { state } = reader
  if (state.foreign.size > 0)
    state.foreign = new Map(
      [...state.foreign].filter(([path, { isBroken }]) => isBroken || !paths.includes(path)),
    )
  if (state.arriving === null) return
  for (const path of paths) state.arriving.paths.delete(path)
  if (state.arriving.paths.size === 0 && state.newest === state.current) await noteArrived(reader)
}
