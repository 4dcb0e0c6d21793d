import { join } from 'node:path'
import { isWhole, matchPattern, placeOf } from '@dragoman/formats'
import { type FileProblem, type FileRow, type FileState, fileBase } from '@dragoman/store'
import type { SyncContext } from './context.ts'
import { hashOf, readLocaleFile } from './read-locale-file.ts'
import { baseDocument, type ReadFile } from './sync-namespace.ts'

/** What a look at some files found. */
export type ReadBatch = {
  /** To be merged: changed on disk, or asked for because the catalog changed. */
  readonly files: readonly ReadFile[]
  /** Wanted by the catalog and not on disk. */
  readonly absent: readonly Place[]
  /** New states of files that cannot take part. */
  readonly states: readonly FileTrouble[]
}

export type Place = { readonly path: string; readonly language: string; readonly namespace: string; readonly row: FileRow | null }
export type FileTrouble = Place & { readonly state: FileState; readonly problem: FileProblem | null }

/** Reads the files of a batch and leaves out those that are as they were. */
export async function readBatch(
  context: SyncContext,
  { paths, fromCatalog, rows }: { paths: readonly string[]; fromCatalog: ReadonlySet<string>; rows: readonly FileRow[] },
): Promise<ReadBatch> {
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const files: ReadFile[] = []
  const absent: Place[] = []
  const states: FileTrouble[] = []
  const taken = new Map<string, string>()
  for (const row of rows) if (row.state !== 'missing') taken.set(`${row.language}\n${row.namespace}`, row.path)
  for (const path of paths) {
    const match = matchPattern(context.source.pattern, path)
    if (match === null) continue
    const { language, namespace } = match
    // `en-US` beside `en_US`: the file that was met first is the language's file.
    const first = taken.get(`${language}\n${namespace}`)
    if (first !== undefined && first !== path) continue
    const row = byPath.get(path) ?? null
    const place: Place = { path, language, namespace, row }
    const file = await readLocaleFile(join(context.source.folder, path))
    if (file.kind === 'missing') {
      if (fromCatalog.has(path)) absent.push(place)
      else if (row !== null && row.state !== 'missing') states.push({ ...place, state: 'missing', problem: null })
      continue
    }
    taken.set(`${language}\n${namespace}`, path)
    if (file.kind === 'unreadable') {
      states.push({ ...place, state: 'unreadable', problem: { code: file.code } })
      continue
    }
    const base = row === null ? null : await baseOf(context, row)
    const isSame = base !== null && base.hash === file.hash
    // A file that was broken, away or not writable may be as it was, and yet lack what was saved meanwhile: it is merged.
    if (isSame && !fromCatalog.has(path) && row?.state === 'in-step') continue
    const document = context.format.read(file.bytes)
    if (!isWhole(document)) {
      const issue = document.issues.find((found) => found.severity === 'error')
      const at = placeOf(document.text, issue?.span.start ?? 0)
      const problem: FileProblem = {
        code: issue?.code ?? 'unreadable',
        line: at.line,
        column: at.column,
        ...(issue?.params ? { params: issue.params } : {}),
      }
      states.push({ ...place, state: 'unreadable', problem })
      continue
    }
    const bytes = isSame || base === null ? null : await base.bytes()
    files.push({ ...place, bytes: file.bytes, hash: file.hash, document, base: isSame ? document : baseDocument(context.format, bytes) })
  }
  return { files, absent, states }
}

type Base = { readonly hash: string; readonly bytes: () => Promise<Uint8Array | null> }

/** The last synced state of a file: its hash from memory where it is known. Null where it was never synced. */
async function baseOf({ store, baseHashes }: SyncContext, row: FileRow): Promise<Base | null> {
  const load = () => store.read((r) => fileBase(r, row.id))
  const known = baseHashes.get(row.path)
  if (known !== undefined) return { hash: known, bytes: load }
  const bytes = await load()
  if (bytes === null) return null
  const hash = hashOf(bytes)
  baseHashes.set(row.path, hash)
  return { hash, bytes: async () => bytes }
}
