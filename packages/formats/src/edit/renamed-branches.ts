import type { EntryPath } from '@dragoman/core'
import type { EntryEdit } from '../format.ts'
import type { RenameEdit } from './apply-edits.ts'
import { EditError } from './edit-error.ts'
import { keyOf as keyOfName } from './kind-changes.ts'

/** A branch of a file whose entries are all renamed alike, so that it can be renamed as a whole. */
export type RenamedBranch = {
  readonly path: EntryPath
  readonly newPath: EntryPath
  /** The new names of all its entries, by the old ones. */
  readonly names: ReadonlyMap<string, string>
}

export type NamedPath = { readonly name: string; readonly path: EntryPath }

/**
 * Returns the topmost branches that are renamed as a whole, by the names of their entries. `entries`: all texts of the
 * file, with their position in it; `targetOf` returns the new position of an entry.
 */
export function branchesRenamed(
  edits: readonly EntryEdit[],
  entries: () => Iterable<NamedPath>,
  targetOf: (edit: RenameEdit) => NamedPath | null,
): Map<string, RenamedBranch> {
  const found = new Map<string, RenamedBranch>()
  if (!edits.some(({ kind }) => kind === 'rename')) return found
  const targets = targetsOf(edits, targetOf)
  const all = [...entries()]
  const candidates = openCandidates(all, targets)
  collect(candidates, all, targets)
  const touched = touchedNames(edits, targets)
  for (const { name, path } of all) {
    for (let length = 1; length < path.length && targets.has(name); length++) {
      const candidate = candidates.get(keyOf(path, length))
      if (!candidate?.newPath || touched.has(candidate.path.join('.'))) continue
      found.set(name, { ...candidate, newPath: candidate.newPath })
      break
    }
  }
  return found
}

/** Returns the last moved names with another one, newest first: an entry that moves next is inserted after them. */
export function withMoved(names: readonly string[], name: string): readonly string[] {
  return [name, ...names.slice(0, 9)]
}

function targetsOf(
  edits: readonly EntryEdit[],
  targetOf: (edit: RenameEdit) => NamedPath | null,
): ReadonlyMap<string, NamedPath> {
  const targets = new Map<string, NamedPath>()
  for (const edit of edits) {
    if (edit.kind !== 'rename' || targets.has(edit.name)) continue
    const target = unlessRefused(targetOf, edit)
    if (target !== null) targets.set(edit.name, target)
  }
  return targets
}

/** An edit that is refused stops all of them once it is applied. */
function unlessRefused(targetOf: (edit: RenameEdit) => NamedPath | null, edit: RenameEdit): NamedPath | null {
  try {
    return targetOf(edit)
  } catch (error) {
    if (error instanceof EditError) return null
    throw error
  }
}

/** `newPath`: null if its entries are not all renamed alike; absent: no entry was compared yet. */
type Candidate = {
  readonly path: EntryPath
  newPath?: EntryPath | null
  readonly names: Map<string, string>
}

/** Returns the branches that contain a renamed entry. */
function openCandidates(
  entries: Iterable<NamedPath>,
  targets: ReadonlyMap<string, NamedPath>,
): ReadonlyMap<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const { name, path } of entries) {
    for (let length = 1; length < path.length && targets.has(name); length++) {
      const key = keyOf(path, length)
      if (!candidates.has(key)) candidates.set(key, { path: path.slice(0, length), names: new Map() })
    }
  }
  return candidates
}

function collect(
  candidates: ReadonlyMap<string, Candidate>,
  entries: Iterable<NamedPath>,
  targets: ReadonlyMap<string, NamedPath>,
): void {
  for (const { name, path } of entries) {
    const target = targets.get(name)
    for (let length = 1; length < path.length; length++) {
      const candidate = candidates.get(keyOf(path, length))
      if (candidate === undefined) break
      const newPath = target === undefined ? null : newPathOf(path, target.path, length)
      const isAlike = candidate.newPath === undefined || isSame(candidate.newPath, newPath)
      candidate.newPath = isAlike ? newPath : null
      if (target !== undefined) candidate.names.set(name, target.name)
    }
  }
}

/** Returns the new path of the branch with the first parts of `path`; null: it is not renamed, or moves into itself. */
function newPathOf(path: EntryPath, target: EntryPath, length: number): EntryPath | null {
  const newLength = target.length - (path.length - length)
  if (newLength < 1) return null
  for (let i = length; i < path.length; i++)
    if (String(path[i]) !== String(target[newLength + i - length])) return null
  const isInside = newLength >= length && isSame(path.slice(0, length), target.slice(0, length))
  return isInside ? null : target.slice(0, newLength)
}

function isSame(a: EntryPath | null, b: EntryPath | null): boolean {
  if (a === null || b === null) return a === b
  return a.length === b.length && a.every((part, i) => String(part) === String(b[i]))
}

/** Returns the names, and the branches, that other edits and the new names affect. */
function touchedNames(
  edits: readonly EntryEdit[],
  targets: ReadonlyMap<string, NamedPath>,
): ReadonlySet<string> {
  const touched = new Set<string>()
  const touch = (name: string) => {
    const key = keyOfName(name)
    for (let at = key.indexOf('.'); at >= 0; at = key.indexOf('.', at + 1)) touched.add(key.slice(0, at))
    touched.add(key)
  }
  for (const edit of edits) {
    if (edit.kind === 'add') touch((edit.unit?.path ?? edit.path).join('.'))
    else if (edit.kind !== 'rename') touch(edit.name)
  }
  for (const { name } of targets.values()) touch(name)
  return touched
}

function keyOf(path: EntryPath, length: number): string {
  let key = ''
  for (let i = 0; i < length; i++) key += `${path[i]}\0`
  return key
}
