import { setImmediate as breathe } from 'node:timers/promises'
import type { WaitingFileReply } from '@dragoman/contract'
import { decodeBytes, type Format, formatById } from '@dragoman/formats'
import {
  fileBase,
  type GitSource,
  type GitSourceRow,
  gitChange,
  listFiles,
  listGitChanges,
  projectById,
  type Reader,
  type Store,
} from '@dragoman/store'
import { groupChanges } from './group-changes.ts'
import { type LineDifferences, lineDifferences } from './line-differences.ts'
import { waitsForMerge } from './sending-due.ts'

type KnownGitSource = { readonly row: GitSource; readonly state: GitSourceRow }

/** Larger files are listed without their differences. */
const FILE_BYTES = 2 * 1024 * 1024
const NOTHING: LineDifferences = { hunks: [], linesAdded: 0, linesRemoved: 0, isWhole: true }

/** Returns files with texts that the source's branch does not have yet: how they differ, who wrote them. */
export async function readWaitingFiles(
  store: Pick<Store, 'read'>,
  { row, state }: KnownGitSource,
  limit: number,
): Promise<{ readonly files: WaitingFileReply[]; readonly paths: { path: string; isSent: boolean }[] }> {
  const format = formatById(row.format)
  const changes = await store.read((r) => listGitChanges(r, row.id))
  const files: WaitingFileReply[] = []
  const gone = new Set<string>()
  for (const change of changes.slice(0, limit)) {
    // Each in a read of its own, so that the database is not held, and requests are answered, while texts are compared.
    await breathe()
    const file = await store.read((r) => waitingFile(r, { row, state, format, path: change.path }))
    if (file === null) gone.add(change.path)
    else files.push({ ...file, isSent: waitsForMerge(state, change) })
  }
  const paths = changes
    .filter(({ path }) => !gone.has(path))
    .map((change) => ({ path: change.path, isSent: waitsForMerge(state, change) }))
  return { files, paths }
}

type FileRequest = KnownGitSource & { readonly format: Format | null; readonly path: string }

/** Null if it was sent just now, or is about to be written. */
async function waitingFile(
  r: Reader,
  { row, state, format, path }: FileRequest,
): Promise<Omit<WaitingFileReply, 'isSent'> | null> {
  const change = await gitChange(r, { sourceId: row.id, path })
  if (change === null) return null
  const upstream = change.bytes
  const own = await fileBase(r, row.id, path)
  if (own !== null && upstream !== null && Buffer.compare(own, upstream) === 0) return null
  const empty = { path, texts: 0, people: [], ...presentLines(NOTHING) }
  if (own === null) return { ...empty, kind: 'removed' }
  const kind = upstream === null ? 'added' : 'changed'
  if (Math.max(own.byteLength, upstream?.byteLength ?? 0) > FILE_BYTES) return { ...empty, kind: 'too-large' }
  const lines = lineDifferences(textOf(upstream), textOf(own))
  const rows = (await listFiles(r, { sourceId: row.id })).filter((file) => file.path === path)
  const project = await projectById(r, state.projectId)
  const groups =
    format === null || project === null
      ? []
      : await groupChanges(r, {
          projectId: state.projectId,
          format,
          sourceLanguage: project.sourceLanguage,
          files: [{ path, upstream, own, rows }],
        })
  const people = groups.flatMap(({ writer, texts }) =>
    writer === null ? [] : [{ id: writer.actorId, name: writer.name, texts }],
  )
  const texts = groups.reduce((sum, group) => sum + group.texts, 0)
  people.sort((a, b) => b.texts - a.texts)
  return { path, kind, texts, people, ...presentLines(lines) }
}

function presentLines({ hunks, ...counts }: LineDifferences) {
  return {
    ...counts,
    hunks: hunks.map(({ lines }) => ({
      lines: lines.map((line) => ({ ...line, marks: line.marks.map(([a, b]): [number, number] => [a, b]) })),
    })),
  }
}

function textOf(bytes: Uint8Array | null): string {
  return bytes === null ? '' : decodeBytes(bytes).text
}
