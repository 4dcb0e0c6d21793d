import { setImmediate as breathe } from 'node:timers/promises'
import {
  dropGitChange,
  fileBase,
  gitChange,
  gitSource,
  keepFileBase,
  listFiles,
  listNamespaces,
  noteFileDue,
} from '@dragoman/store'
import { blobId } from '../../../git/blob-id.ts'
import { readMoreNamespaces } from '../branches/branch-differences.ts'
import type { ForeignVersions } from '../send/request-branch.ts'
import { adoptCommit } from './adopt-commit.ts'
import { adoptForeign } from './adopt-foreign.ts'
import { type BranchFiles, changedPaths } from './branch-files.ts'
import type { BranchReading } from './branch-reader.ts'
import { movedNamespaces, type NamespaceMove } from './move-namespaces.ts'
import { openPushedFiles } from './push-on-target.ts'
import { openFilesOf } from './request-files.ts'
import { spliceChanged } from './splice-changed.ts'

/** Called between two rounds of the sync: files are read from the newest commit from now on. */
export async function adoptNewest(reader: BranchReading): Promise<void> {
  const { state } = reader
  try {
    await adoptAll(reader)
    state.isStuck = false
  } catch (error) {
    state.isStuck = true
    throw error
  }
}

async function adoptAll(reader: BranchReading): Promise<void> {
  const { state } = reader
  const own = state.pushed
  for (const next of own) await adoptFiles(reader, next)
  state.pushed = state.pushed.slice(own.length)
  await readNewNamespaces(reader)
  await adoptFiles(reader, state.newest)
  await spliceMisplaced(reader)
  await dropChangedBack(reader)
  if (state.toTakeIn.size > 0 && state.current !== null) await adoptTakenIn(reader, state.current)
}

/**
 * For a translation branch: reads the files of namespaces that the branch has not changed, and that got keys here since.
 * Without them, a new key would replace the whole file.
 */
async function readNewNamespaces(reader: BranchReading): Promise<void> {
  const { store, mirror, row, projectId, onFound, state } = reader
  const before = state.newest ?? state.current
  const known = before?.namespaces
  if (before === null || known === undefined) return
  const names = (await store.read((r) => listNamespaces(r, projectId))).map(({ name }) => name)
  const namespaces = new Set(names.filter((name) => !known.has(name)))
  if (namespaces.size === 0) return
  const next = await readMoreNamespaces(mirror, before, { pattern: row.pattern, namespaces })
  // A look has found a newer commit.
  if ((state.newest ?? state.current) !== before) return readNewNamespaces(reader)
  state.newest = next
  onFound(changedPaths(before, next))
}

async function adoptFiles(reader: BranchReading, next: BranchFiles | null): Promise<void> {
  const { store, now, row, projectId, format, mirror, onLeftOut, state } = reader
  if (next === null || next === state.current) return
  const before = state.current
  const differs = before && new Set(changedPaths(before, next))
  const moves = before === null ? [] : await movesTo(reader, before, next)
  const { pushedHead = null } = (await store.read((r) => gitSource(r, row.id))) ?? {}
  const push = state.push?.commit === next.commit ? state.push : null
  state.changed = await adoptCommit(store, {
    source: row,
    projectId,
    sourceId: row.id,
    at: now().toISOString(),
    moves,
    format,
    commit: next.commit,
    changed: state.changed,
    mayDiffer: (path) => differs === null || differs.has(path),
    bytesOf: (path) => bytesIn(reader, next, path),
    requestBytesOf: openFilesOf(mirror, pushedHead, row.pattern),
    push: push && { isContained: push.isContained, fileOf: openPushedFiles(reader, push) },
  })
  state.current = next
  state.wasRead = true
  if (before === null || JSON.stringify(before.leftOut) !== JSON.stringify(next.leftOut)) onLeftOut()
}

/** Puts pending changes at their places in the files of the branch. Called like `dropChangedBack`. */
async function spliceMisplaced({ store, row, projectId, format, state }: BranchReading): Promise<void> {
  if (!state.isMisplaced) return
  const { id: sourceId } = row
  for (const path of state.changed) {
    // Requests are answered between two files. Each is compared in a read, so that no other write waits for it.
    await breathe()
    const bytes = await store.read(async (r) => {
      const rows = (await listFiles(r, { sourceId })).filter((one) => one.path === path)
      return spliceChanged(r, { sourceId, projectId, format, path, rows })
    })
    if (bytes === null) continue
    await store.write(async (w) => {
      await keepFileBase(w, sourceId, path, bytes)
      await noteFileDue(w, { sourceId, path })
    })
  }
  state.isMisplaced = false
}

/** Drops files that match the branch again. Called between two rounds, when nothing else changes them. */
async function dropChangedBack(reader: BranchReading): Promise<void> {
  const { store, row, state } = reader
  const paths = state.changedBack
  state.changedBack = []
  for (const path of paths) {
    const file = { sourceId: row.id, path }
    const isBack = await store.write(async (w) => {
      const change = await gitChange(w, file)
      const own = await fileBase(w, row.id, path)
      if (!change?.bytes || own === null || Buffer.compare(change.bytes, own) !== 0) return false
      await dropGitChange(w, file)
      return true
    })
    if (isBack) state.changed = new Set([...state.changed].filter((one) => one !== path))
  }
}

async function movesTo(
  reader: BranchReading,
  before: BranchFiles,
  after: BranchFiles,
): Promise<readonly NamespaceMove[]> {
  const { mirror, row } = reader
  const moved = await mirror.moves(idsOnlyIn(before, after), idsOnlyIn(after, before))
  return movedNamespaces(row.pattern, { before, after, moved })
}

async function adoptTakenIn(reader: BranchReading, branch: BranchFiles): Promise<void> {
  const { store, now, row, projectId, format, state } = reader
  const taken = state.toTakeIn
  const files = new Map<string, ForeignVersions & { upstream: Uint8Array | null }>()
  for (const [path, versions] of taken)
    files.set(path, { ...versions, upstream: await bytesIn(reader, branch, path) })
  const adopted = await adoptForeign(store, {
    sourceId: row.id,
    projectId,
    format,
    at: now().toISOString(),
    files,
  })
  state.foreign = new Map([...[...state.foreign].filter(([path]) => !taken.has(path)), ...adopted])
  state.changed = new Set([...state.changed, ...taken.keys()])
  state.toTakeIn = new Map()
}

async function bytesIn(
  reader: BranchReading,
  { files }: BranchFiles,
  path: string,
): Promise<Uint8Array | null> {
  const { store, mirror, row } = reader
  const file = files.get(path)
  if (file === undefined) return null
  const { id } = file
  // In most cases this is what we sent, unchanged.
  const base = await store.read((r) => fileBase(r, row.id, path))
  if (base !== null && blobId(base, id.length) === id) return base
  return (await mirror.blobs([id])).get(id) ?? null
}

/** Returns the ids of the files that another commit does not have, by path. */
function idsOnlyIn({ files }: BranchFiles, other: BranchFiles): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => !other.files.has(path)).map(([path, { id }]) => [path, id]))
}
