import { setImmediate as breathe } from 'node:timers/promises'
import {
  type Document,
  type Format,
  isWhole,
  keyOfEntry,
  type LanguageFile,
  matchFile,
  pluralBasesOf,
} from '@dragoman/formats'
import type { GitSource } from '@dragoman/store'
import type { Mirror } from '../../../git/mirror.ts'
import type { TreeEntry } from '../../../git/read-output.ts'
import { partsOf, viewOf } from '../../../sync/file-parts.ts'
import { fixedParts } from '../../folder/fixed-part.ts'
import { type BranchFile, type BranchFiles, isUsablePath } from '../read/branch-files.ts'

/** Names of the keys that a branch changes, by namespace. A plural key also has the names of its entries. */
export type ChangedKeys = ReadonlyMap<string, ReadonlySet<string>>

type Reading = {
  readonly source: Pick<GitSource, 'pattern'>
  readonly format: Format
  readonly sourceLanguage: string
}

export type DifferencesRequest = Reading & {
  /** The commit whose files are compared: the newest of the branch, or its merge base. */
  readonly commit: string
  readonly mergeBase: string
  readonly tip: string
  /** Namespaces to include even if nothing in them differs any more. */
  readonly known: readonly string[]
}

export type BranchDifferences = BranchFiles &
  Required<Pick<BranchFiles, 'keys' | 'namespaces'>> & {
    /** Whether the merge base has files of the source, and the newest commit none: they were moved, or deleted. */
    readonly hasLostFiles: boolean
  }

/**
 * Reads the files of the namespaces that a branch has changed since its merge base, and the keys that differ
 * in any language. Unchanged files are never parsed. Throws GitError and OutgoingError.
 */
export async function readBranchDifferences(
  mirror: Mirror,
  request: DifferencesRequest,
): Promise<BranchDifferences> {
  const { source, commit, mergeBase, tip, known } = request
  const trees = await readTrees(mirror, source.pattern, { before: mergeBase, after: tip })
  const { before: base, after: now, differing } = trees
  const namespaces = new Set([
    ...known,
    ...differing.map((path) => matchFile(source.pattern, path)?.namespace ?? ''),
  ])
  const keys = new Map<string, Set<string>>()
  for (const { namespace, names } of (await changedTexts(mirror, request, trees)).values())
    keys.set(namespace, new Set([...(keys.get(namespace) ?? []), ...names]))
  const tree = commit === mergeBase ? base : now
  const files = await readFilesOf(mirror, tree, { pattern: source.pattern, namespaces })
  const hasLostFiles = now.size === 0 && base.size > 0
  return { commit, files, leftOut: [], keys, namespaces, hasLostFiles }
}

/**
 * Reads the files of more namespaces of a translation branch: of those that it has not changed, but that have keys here
 * by now. Throws GitError and OutgoingError.
 */
export async function readMoreNamespaces(
  mirror: Mirror,
  branch: BranchFiles,
  { pattern, namespaces }: { readonly pattern: string; readonly namespaces: ReadonlySet<string> },
): Promise<BranchFiles> {
  const tree = filesOf(await mirror.tree(branch.commit, fixedParts(pattern)), pattern)
  const files = await readFilesOf(mirror, tree, { pattern, namespaces })
  return {
    ...branch,
    files: new Map([...branch.files, ...files]),
    namespaces: new Set([...(branch.namespaces ?? []), ...namespaces]),
  }
}

async function readFilesOf(
  mirror: Mirror,
  tree: ReadonlyMap<string, TreeEntry>,
  { pattern, namespaces }: { readonly pattern: string; readonly namespaces: ReadonlySet<string> },
): Promise<ReadonlyMap<string, BranchFile>> {
  const wanted = [...tree].filter(([path]) => namespaces.has(matchFile(pattern, path)?.namespace ?? ''))
  const sizes = await mirror.fetchBlobs(wanted.map(([, { id }]) => id))
  return new Map(
    wanted.map(([path, { id, isExecutable }]) => [path, { id, isExecutable, bytes: sizes.get(id) ?? 0 }]),
  )
}

/**
 * Whether another branch has every text that a branch changed, so that it was merged in some way. Throws
 * GitError and OutgoingError.
 */
export async function hasAllOfBranch(
  mirror: Mirror,
  reading: Reading,
  { mergeBase, tip, target }: { readonly mergeBase: string; readonly tip: string; readonly target: string },
): Promise<boolean> {
  const { pattern } = reading.source
  const own = await readTrees(mirror, pattern, { before: mergeBase, after: tip })
  const changed = await changedTexts(mirror, reading, own)
  if (changed.size === 0) return false
  const rest = await readTrees(mirror, pattern, { before: target, after: tip })
  // The target can have changed all other files since.
  const paths = new Set([...changed.values()].map(({ path }) => path))
  const differing = rest.differing.filter((path) => paths.has(path))
  const missing = await changedTexts(mirror, reading, { ...rest, differing })
  return ![...changed].some(([id, { names }]) => [...names].some((name) => missing.get(id)?.names.has(name)))
}

type Trees = {
  readonly before: ReadonlyMap<string, TreeEntry>
  readonly after: ReadonlyMap<string, TreeEntry>
  readonly differing: readonly string[]
}

async function readTrees(
  mirror: Mirror,
  pattern: string,
  commits: { readonly before: string; readonly after: string },
): Promise<Trees> {
  const folders = fixedParts(pattern)
  await mirror.fetchCommit(commits.before)
  const before = filesOf(await mirror.tree(commits.before, folders), pattern)
  const after = filesOf(await mirror.tree(commits.after, folders), pattern)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const differing = paths.filter((path) => before.get(path)?.id !== after.get(path)?.id)
  return { before, after, differing }
}

/** The names that differ in a language of a file. */
type ChangedTexts = {
  readonly path: string
  readonly namespace: string
  readonly names: ReadonlySet<string>
}

/** Returns the names that differ in each language of each file, by file and language. */
async function changedTexts(
  mirror: Mirror,
  { source, format, sourceLanguage }: Reading,
  { before: base, after: now, differing }: Trees,
): Promise<ReadonlyMap<string, ChangedTexts>> {
  const texts = new Map<string, ChangedTexts>()
  const ids = differing.flatMap((path) => [base.get(path), now.get(path)].flatMap((entry) => entry?.id ?? []))
  const blobs = await mirror.blobs(ids)
  const bytesOf = (entry: TreeEntry | undefined) => (entry && blobs.get(entry.id)) ?? null
  for (const path of differing) {
    const match = matchFile(source.pattern, path)
    if (match === null) continue
    // A branch can change all files of a large project: other requests are answered in between.
    await breathe()
    const { namespace } = match
    const versions = [bytesOf(base.get(path)), bytesOf(now.get(path))]
    const places = versions.flatMap((bytes) =>
      bytes === null
        ? []
        : partsOf({ format, path, match, bytes, rows: [], sourceLanguage, wanted: [], isCarrier: true }),
    )
    for (const place of new Map(places.map((one) => [`${one.language}\n${one.side}`, one])).values()) {
      const [before = null, after = null] = versions.map((bytes) =>
        bytes === null ? null : format.read(bytes, viewOf(place)),
      )
      // An unreadable file says nothing about its keys.
      if ((before && !isWhole(before)) || (after && !isWhole(after))) continue
      const names = new Set<string>()
      const { language } = place
      addDiffering(names, { format, sourceLanguage, language, before, after })
      if (names.size > 0) texts.set(`${path}\n${language}\n${place.side}`, { path, namespace, names })
    }
  }
  return texts
}

function addDiffering(
  names: Set<string>,
  {
    format,
    sourceLanguage,
    language,
    before,
    after,
  }: {
    readonly format: Format
    readonly sourceLanguage: string
    readonly language: string
    readonly before: Document | null
    readonly after: Document | null
  },
): void {
  const files: LanguageFile[] = [before, after].flatMap((document) =>
    document === null ? [] : [{ language, entries: [...document.entries.values()] }],
  )
  const bases = pluralBasesOf(format, { known: [], files, sourceLanguage })
  for (const id of new Set([...(before?.entries.keys() ?? []), ...(after?.entries.keys() ?? [])])) {
    const [was, is] = [before?.entries.get(id), after?.entries.get(id)]
    if (was?.text === is?.text && was?.source === is?.source && (was === undefined) === (is === undefined))
      continue
    for (const entry of [was, is]) {
      if (entry === undefined) continue
      names.add(entry.name)
      names.add(keyOfEntry(format, entry, bases).name)
    }
  }
}

function filesOf(tree: readonly TreeEntry[], pattern: string): ReadonlyMap<string, TreeEntry> {
  return new Map(
    tree
      .filter(({ path, kind }) => kind === 'file' && isUsablePath(path) && matchFile(pattern, path) !== null)
      .map((entry) => [entry.path, entry]),
  )
}
