import { matchFile } from '@dragoman/formats'
import { type FileRow, listFiles, moveSourceFile, noteFileDue } from '@dragoman/store'
import type { FromCatalog } from '../due-files.ts'
import type { SourceFiles } from '../source-files.ts'
import type { SyncContext } from './context.ts'

type Batch = { readonly paths: readonly string[]; readonly fromCatalog: FromCatalog }

/**
 * Moves what is known of files that are gone to new files of the same language and namespace: `pt-br.json` is
 * `pt-BR.json` now. Returns the batch with the new paths.
 */
export async function followRenamed(context: SyncContext, { paths, fromCatalog }: Batch): Promise<Batch> {
  const { store, source, files } = context
  const rows = await store.read((r) => listFiles(r, { sourceId: source.id }))
  const gone = await goneFiles(files, rows, paths)
  if (gone.length === 0) return { paths, fromCatalog }
  const known = new Set(rows.map((row) => row.path))
  const isGoneNow = gone.some((path) => paths.includes(path))
  const listed = await files.list(isGoneNow ? undefined : paths)
  const found = new Map<string, string>()
  for (const { path } of listed) {
    const part = partOf(source.pattern, path)
    if (part !== null && !known.has(path) && !found.has(part)) found.set(part, path)
  }
  const moves = new Map<string, string>()
  for (const from of gone) {
    const part = partOf(source.pattern, from)
    const to = part === null ? undefined : found.get(part)
    if (part === null || to === undefined || !(await isRename(files, from, to))) continue
    const namespace = matchFile(source.pattern, to)?.namespace ?? ''
    await store.write(async (w) => {
      await moveSourceFile(w, { sourceId: source.id, from, to, namespace })
      await noteFileDue(w, { sourceId: source.id, path: to })
    })
    moveMemory(context, from, to)
    moves.set(from, to)
    found.delete(part)
  }
  const now = (path: string) => moves.get(path) ?? path
  return {
    paths: [...new Set([...paths.map(now), ...moves.values()])],
    fromCatalog: new Map([...fromCatalog].map(([path, languages]) => [now(path), languages])),
  }
}

/** Returns known files that are gone: those of the batch, then those that were missed before. */
async function goneFiles(
  files: SourceFiles,
  rows: readonly FileRow[],
  paths: readonly string[],
): Promise<readonly string[]> {
  const known = new Set(rows.map((row) => row.path))
  const missing = rows.flatMap((row) => (row.state === 'missing' ? [row.path] : []))
  const asked = [...new Set([...paths.filter((path) => known.has(path)), ...missing])]
  const there = new Set((await files.list(asked)).map(({ path }) => path))
  return asked.filter((path) => !there.has(path))
}

/** A folder that is unreachable has not lost its files, and a link is none of them. */
async function isRename(files: SourceFiles, from: string, to: string): Promise<boolean> {
  return (await files.read(from)).kind === 'missing' && (await files.read(to)).kind === 'bytes'
}

/** Which language and namespace a path is for. */
function partOf(pattern: string, path: string): string | null {
  const match = matchFile(pattern, path)
  return match === null ? null : `${match.language ?? ''}\n${match.namespace}`
}

function moveMemory({ baseHashes, concurrentWrites, replaced }: SyncContext, from: string, to: string): void {
  const move = <T>(map: Map<string, T>) => {
    const value = map.get(from)
    map.delete(from)
    if (value !== undefined) map.set(to, value)
  }
  move(baseHashes)
  move(concurrentWrites)
  move(replaced)
}
