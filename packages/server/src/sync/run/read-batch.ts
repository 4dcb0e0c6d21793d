import { groupBy } from '@dragoman/core'
import {
  type Document,
  type FileMatch,
  type Format,
  isWhole,
  lineColumnOf,
  matchFile,
} from '@dragoman/formats'
import type { FileProblem, FileRow } from '@dragoman/store'
import { carriersOf, displacedCarriers, type Place, partsOf, viewOf } from '../file-parts.ts'
import { hashOf } from '../hash-of.ts'
import type { FoundFile, ListedFile } from '../source-files.ts'
import { recentlyReplaced } from './context.ts'
import type { DraftAccess, DraftRequest, FileMemory, FileTrouble } from './sync-draft.ts'
import type { ReadFile } from './sync-namespace.ts'
import { asTaken, type Base, baseDocument, baseOf, documentOfCarrier, lastReplaced } from './synced-base.ts'

/** The result of reading some files. */
export type ReadBatch = {
  /** To be merged: changed in the source, or because the catalog changed. */
  readonly files: readonly ReadFile[]
  /** Required by the catalog, but missing. */
  readonly absent: readonly Place[]
  /** New states of files that cannot take part. */
  readonly states: readonly FileTrouble[]
  /** Parts that another file replaces from now on. */
  readonly displaced: readonly FileRow[]
  /** Whether some of the paths lead through a symbolic link. */
  readonly linked: boolean
  /** Computed hashes of last synced bytes. */
  readonly baseHashes: ReadonlyMap<string, string>
}

export type ReadRequest = DraftRequest & {
  /** All files of the source. */
  readonly rows: readonly FileRow[]
  readonly sourceLanguage: string
}

/** Reads the files of a batch and leaves out unchanged ones. */
export async function readBatch(access: DraftAccess, request: ReadRequest): Promise<ReadBatch> {
  const { source, paths, fromCatalog, memory } = request
  const known = await knownParts(access, request)
  const files: ReadFile[] = []
  const absent: Place[] = []
  const states: FileTrouble[] = []
  const baseHashes = new Map<string, string>()
  let linked = false
  for (const path of paths) {
    const match = matchFile(source.pattern, path)
    if (match === null) continue
    const remembered = memory.get(path)
    const at = { path, match, known: known.rowsOf(path), wanted: fromCatalog.get(path), remembered }
    const file = remembered?.concurrentWrite
      ? foundBytes(remembered.concurrentWrite)
      : await access.files.read(path)
    if (file.kind === 'bytes') {
      const read = await readFile({ access, request, parts: known }, at, file)
      if (read.baseHash !== null) baseHashes.set(path, read.baseHash)
      files.push(...read.files)
      states.push(...read.states)
    } else {
      linked ||= isLink(file)
      const places = locationsWithoutFile(at, isLink(file), request.sourceLanguage).filter(known.isFree)
      if (file.kind === 'missing' && at.wanted !== undefined) absent.push(...places)
      else states.push(...troubleOf(file, places, at.wanted !== undefined))
    }
  }
  return { files, absent, states, displaced: known.displaced, linked, baseHashes }
}

/** A path of a batch, and what the store and the process know about it. */
type BatchPath = {
  readonly path: string
  readonly match: FileMatch
  readonly known: readonly FileRow[]
  /** Languages whose texts the catalog has changed; undefined: none. */
  readonly wanted: ReturnType<DraftRequest['fromCatalog']['get']>
  readonly remembered: FileMemory | undefined
}

/** Which file each part of the source belongs to. */
type KnownParts = {
  readonly rowsOf: (path: string) => readonly FileRow[]
  readonly displaced: readonly FileRow[]
  /** Whether source texts are read from this file, if files contain them too. */
  readonly isCarrier: (path: string, namespace: string) => boolean
  /** `en-US` alongside `en_US`: the file that was found first is the language's file. */
  readonly isFree: (place: Place) => boolean
  /** The file has been found. */
  readonly take: (place: Place) => void
}

async function knownParts({ format, files }: DraftAccess, request: ReadRequest): Promise<KnownParts> {
  const { source, paths, sourceLanguage } = request
  const holdsSources = format.languages === 'two' || format.holdsSources !== undefined
  const listed = holdsSources ? await listedOf(files, paths) : []
  const all = { pattern: source.pattern, listed, rows: request.rows, sourceLanguage }
  const displaced = holdsSources ? displacedCarriers(all) : []
  const rows = request.rows.filter((row) => !displaced.includes(row))
  const carriers = holdsSources ? carriersOf({ ...all, rows }) : null
  const byPath = groupBy(rows, ({ path }) => path)
  const taken = new Map<string, string>()
  for (const row of rows) if (row.state !== 'missing') taken.set(partId(row), row.path)
  return {
    rowsOf: (path) => byPath.get(path) ?? [],
    displaced,
    isCarrier: (path, namespace) => carriers?.get(namespace) === path,
    isFree: (place) => (taken.get(partId(place)) ?? place.path) === place.path,
    take: (place) => void taken.set(partId(place), place.path),
  }
}

type Context = { readonly access: DraftAccess; readonly request: ReadRequest; readonly parts: KnownParts }
type FoundBytes = Extract<FoundFile, { kind: 'bytes' }>
type ReadResult = Pick<ReadBatch, 'files' | 'states'> & { readonly baseHash: string | null }
type ReadPart = { readonly place: Place; readonly document: Document }

/** Reads the parts of a file that have to be merged. */
async function readFile(context: Context, at: BatchPath, file: FoundBytes): Promise<ReadResult> {
  const { access, request } = context
  const { format } = access
  const { path, known, wanted, remembered } = at
  const base = known.some((row) => row.syncedAt !== null)
    ? await baseOf(access, request, path, remembered?.baseHash ?? null)
    : null
  const baseHash = base?.hash ?? null
  const isSame = baseHash === file.hash
  if (isSame && wanted === undefined && known.every((row) => isDone(format, row)))
    return { baseHash, files: [], states: [] }
  const places = placesIn(context, at, file)
  const due = places.filter(
    ({ language, row }) => !isSame || wanted?.has(language) === true || row === null || !isDone(format, row),
  )
  const read = due.map((place) => ({ place, document: format.read(file.bytes, viewOf(place)) }))
  const broken = read.find(({ document }) => !isWhole(document))
  if (broken !== undefined) {
    const problem = problemOf(broken.document)
    return {
      baseHash,
      files: [],
      states: places.map((place) => ({ ...place, state: 'unreadable', problem })),
    }
  }
  return {
    baseHash,
    files: await withBase(context, at, { file, read, base: isSame ? 'same' : base }),
    states: [],
  }
}

/** Returns the parts of a file that no other file has, and takes them for it. */
function placesIn({ access, request, parts }: Context, at: BatchPath, file: FoundBytes): readonly Place[] {
  const { path, match, known, wanted } = at
  const all = partsOf({
    format: access.format,
    path,
    match,
    bytes: file.bytes,
    rows: known,
    sourceLanguage: request.sourceLanguage,
    wanted: wanted?.keys() ?? [],
    isCarrier: parts.isCarrier(path, match.namespace),
  })
  const places = all.filter(parts.isFree)
  for (const place of places) parts.take(place)
  return places
}

/** Adds to each part what it was when it was last synced (`same`: what it is), and our own recent writes. */
async function withBase(
  { access, request, parts }: Context,
  { path, wanted, remembered }: BatchPath,
  { file, read, base }: { file: FoundBytes; read: readonly ReadPart[]; base: Base | 'same' | null },
): Promise<readonly ReadFile[]> {
  const { format } = access
  const isSame = base === 'same'
  const baseBytes = isSame || base === null ? null : await base.bytes()
  const written = isSame
    ? []
    : recentlyReplaced(
        remembered?.replaced ?? (await lastReplaced(access, request, path, baseBytes)),
        file.modifiedMs,
      )
  const files: ReadFile[] = []
  for (const { place, document } of read) {
    const carrier =
      place.row === null ? parts.displaced.find((row) => partId(row) === partId(place)) : undefined
    const wasSynced = carrier !== undefined || (place.row !== null && place.row.syncedAt !== null)
    const before =
      carrier === undefined
        ? asTaken(isSame ? document : baseDocument(access, place, baseBytes), place.row)
        : await documentOfCarrier(access, request, carrier)
    files.push({
      ...place,
      bytes: file.bytes,
      hash: file.hash,
      isOvertaken: Boolean(remembered?.concurrentWrite),
      changedTexts: isSame ? (wanted?.get(place.language) ?? 'any') : 'any',
      document,
      base: wasSynced ? before : null,
      ownWrites: written.map((one) => ({
        before: format.read(one.before, viewOf(place)),
        after: format.read(one.after, viewOf(place)),
      })),
    })
  }
  return files
}

/**
 * Whether a file that is as last synced needs nothing. A file that was damaged, unreachable or not writable
 * can be unchanged and yet lack what was saved in the meantime, so it is merged.
 */
export function isDone(format: Format, row: FileRow): boolean {
  return row.state === 'in-step' && row.hasAnyKeys && (row.limits !== null || format.limitsOf === undefined)
}

/** Lists the files. Deleted files have no bytes, but are still files of their language. */
async function listedOf(
  { list }: DraftAccess['files'],
  paths: readonly string[],
): Promise<readonly ListedFile[]> {
  const sizes = new Map((await list(paths)).map(({ path, bytes }) => [path, bytes]))
  return paths.map((path) => ({ path, bytes: sizes.get(path) ?? 0 }))
}

function foundBytes(bytes: Uint8Array): FoundFile {
  return { kind: 'bytes', bytes, hash: hashOf(bytes), modifiedMs: 0 }
}

function partId({ language, namespace }: Pick<Place, 'language' | 'namespace'>): string {
  return `${language}\n${namespace}`
}

type Unreadable = Exclude<FoundFile, { kind: 'bytes' }>

function isLink(file: Unreadable): boolean {
  return file.kind === 'unreadable' && file.code === 'link'
}

/**
 * Returns the parts of an unreadable file: the known ones, those that the catalog requires, or else what the
 * path says.
 */
function locationsWithoutFile(at: BatchPath, isLink: boolean, sourceLanguage: string): Place[] {
  const { path, match, known, wanted } = at
  // A link that nothing refers to is not one of our files: it is only listed as left out.
  if (isLink && known.length === 0 && wanted === undefined) return []
  const languages = new Set([...known.map((row) => row.language), ...(wanted?.keys() ?? [])])
  if (languages.size === 0) languages.add(match.language ?? sourceLanguage)
  return [...languages].map((tag) => {
    const row = known.find((candidate) => candidate.language === tag) ?? null
    return { path, language: tag, namespace: match.namespace, side: row?.side ?? 'target', row }
  })
}

function troubleOf(file: Unreadable, places: readonly Place[], isWanted: boolean): FileTrouble[] {
  // A folder that disappeared is not created again: when it comes back, its files are merged.
  if (file.kind === 'away' && isWanted)
    return places.flatMap((place) => (place.row === null ? [] : [{ ...place, ...AWAY }]))
  if (file.kind === 'unreadable') {
    const state = isWanted && file.code === 'link' ? 'unwritable' : 'unreadable'
    return places.map((place) => ({ ...place, state, problem: { code: file.code } }))
  }
  const gone = places.filter(({ row }) => row !== null && row.state !== 'missing')
  return gone.map((place) => ({ ...place, state: 'missing', problem: null }))
}

const AWAY = { state: 'missing', problem: { code: 'source-unreachable' } } as const

function problemOf(document: Document): FileProblem {
  const issue = document.issues.find((found) => found.severity === 'error')
  const { line, column } = lineColumnOf(document.text, issue?.span.start ?? 0)
  return {
    code: issue?.code ?? 'unreadable',
    line,
    column,
    ...(issue?.params ? { params: issue.params } : {}),
  }
}
