import { isPlainKeyName } from '@dragoman/core'
import {
  type Document,
  type FileMatch,
  type Format,
  gettextPo,
  isWhole,
  lineColumnOf,
  matchFile,
} from '@dragoman/formats'
import { type FileProblem, type FileRow, fileBase, replacedBase } from '@dragoman/store'
import { carriersOf, displacedCarriers, type Place, partsOf, viewOf } from '../file-parts.ts'
import { hashOf } from '../hash-of.ts'
import type { FoundFile, ListedFile } from '../source-files.ts'
import { type Replaced, recentlyReplaced } from './context.ts'
import type { DraftAccess, DraftRequest, FileTrouble } from './sync-draft.ts'
import type { ReadFile } from './sync-namespace.ts'

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
  const { format, files: stored } = access
  const { source, paths, fromCatalog, memory, sourceLanguage } = request
  const files: ReadFile[] = []
  const absent: Place[] = []
  const states: FileTrouble[] = []
  const baseHashes = new Map<string, string>()
  let linked = false
  const holdsSources = format.languages === 'two' || format.holdsSources !== undefined
  const listed = holdsSources ? await listedOf(stored, paths) : []
  const all = { pattern: source.pattern, listed, rows: request.rows, sourceLanguage }
  const displaced = holdsSources ? displacedCarriers(all) : []
  const rows = request.rows.filter((row) => !displaced.includes(row))
  const carriers = holdsSources ? carriersOf({ ...all, rows }) : null
  const rowsOf = groupByPath(rows)
  const taken = new Map<string, string>()
  for (const row of rows) if (row.state !== 'missing') taken.set(partId(row), row.path)
  // `en-US` alongside `en_US`: the file that was found first is the language's file.
  const isFree = (place: Place) => (taken.get(partId(place)) ?? place.path) === place.path

  for (const path of paths) {
    const match = matchFile(source.pattern, path)
    if (match === null) continue
    const known = rowsOf.get(path) ?? []
    const wanted = fromCatalog.get(path)
    const remembered = memory.get(path)
    const file = remembered?.concurrentWrite
      ? foundBytes(remembered.concurrentWrite)
      : await stored.read(path)
    if (file.kind !== 'bytes') {
      const isLink = file.kind === 'unreadable' && file.code === 'link'
      linked ||= isLink
      // A link that nothing refers to is not one of our files: it is only listed as left out.
      if (isLink && known.length === 0 && wanted === undefined) continue
      const wantedHere = wanted && [...wanted.keys()]
      const places = locationsWithoutFile(path, match, { known, wanted: wantedHere, sourceLanguage }).filter(
        isFree,
      )
      if (file.kind === 'missing' && wanted !== undefined) absent.push(...places)
      else states.push(...troubleOf(file, places, wanted !== undefined))
      continue
    }
    const base = known.some((row) => row.syncedAt !== null)
      ? await baseOf(access, request, path, remembered?.baseHash ?? null)
      : null
    if (base !== null) baseHashes.set(path, base.hash)
    const isSame = base !== null && base.hash === file.hash
    if (isSame && wanted === undefined && known.every((row) => isDone(format, row))) continue
    const isCarrier = carriers?.get(match.namespace) === path
    const parts = partsOf({
      format,
      path,
      match,
      bytes: file.bytes,
      rows: known,
      sourceLanguage,
      wanted: wanted?.keys() ?? [],
      isCarrier,
    })
    const places = parts.filter(isFree)
    for (const place of places) taken.set(partId(place), path)
    const due = places.filter(
      ({ language, row }) =>
        !isSame || wanted?.has(language) === true || row === null || !isDone(format, row),
    )
    const read = due.map((place) => ({ place, document: format.read(file.bytes, viewOf(place)) }))
    const broken = read.find(({ document }) => !isWhole(document))
    if (broken !== undefined) {
      const problem = problemOf(broken.document)
      for (const place of places) states.push({ ...place, state: 'unreadable', problem })
      continue
    }
    const baseBytes = isSame || base === null ? null : await base.bytes()
    const written = isSame
      ? []
      : recentlyReplaced(
          remembered?.replaced ?? (await lastReplaced(access, request, path, baseBytes)),
          file.modifiedMs,
        )
    for (const { place, document } of read) {
      const carrier = place.row === null ? displaced.find((row) => partId(row) === partId(place)) : undefined
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
  }
  return { files, absent, states, displaced, linked, baseHashes }
}

/**
 * Whether a file that is as last synced needs nothing. A file that was damaged, unreachable or not writable
 * can be unchanged and yet lack what was saved in the meantime, so it is merged.
 */
export function isDone(format: Format, row: FileRow): boolean {
  return row.state === 'in-step' && row.hasAnyKeys && (row.limits !== null || format.limitsOf === undefined)
}

/** Returns the file that the catalog's source texts were read from. */
async function documentOfCarrier(
  { read, format }: DraftAccess,
  { source }: DraftRequest,
  row: FileRow,
): Promise<Document | null> {
  const bytes = await read((r) => fileBase(r, source.id, row.path))
  return bytes === null ? null : format.read(bytes, viewOf(row))
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

function groupByPath(rows: readonly FileRow[]): ReadonlyMap<string, readonly FileRow[]> {
  const groups = new Map<string, FileRow[]>()
  for (const row of rows) {
    const group = groups.get(row.path)
    if (group === undefined) groups.set(row.path, [row])
    else group.push(row)
  }
  return groups
}

type Known = {
  readonly known: readonly FileRow[]
  readonly wanted: readonly string[] | undefined
  readonly sourceLanguage: string
}

/**
 * Returns the parts of an unreadable file: the known ones, those that the catalog requires, or else what the
 * path says.
 */
function locationsWithoutFile(
  path: string,
  { language, namespace }: FileMatch,
  { known, wanted, sourceLanguage }: Known,
): Place[] {
  const languages = new Set([...known.map((row) => row.language), ...(wanted ?? [])])
  if (languages.size === 0) languages.add(language ?? sourceLanguage)
  return [...languages].map((tag) => {
    const row = known.find((candidate) => candidate.language === tag) ?? null
    return { path, language: tag, namespace, side: row?.side ?? 'target', row }
  })
}

function troubleOf(
  file: Exclude<FoundFile, { kind: 'bytes' }>,
  places: readonly Place[],
  isWanted: boolean,
): FileTrouble[] {
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

/** Returns a part as it was last synced, if the file was valid then. */
function baseDocument({ format }: DraftAccess, place: Place, bytes: Uint8Array | null): Document | null {
  if (bytes === null) return null
  const document = format.read(bytes, viewOf(place))
  return isWhole(document) ? document : null
}

/**
 * Returns a base without the keys that were left out when it was imported: the catalog never had them, so no
 * one removed them there.
 */
function asTaken(base: Document | null, row: FileRow | null): Document | null {
  if (base === null || row === null || row.hasAnyKeys || base.format === gettextPo.id) return base
  const entries = new Map(
    [...base.entries].filter(([, { name, unit }]) => isPlainKeyName(unit?.name ?? name)),
  )
  return entries.size === base.entries.size ? base : { ...base, entries }
}

/** Returns what this program last wrote there, before it was restarted. */
async function lastReplaced(
  { read }: DraftAccess,
  { source }: DraftRequest,
  path: string,
  base: Uint8Array | null,
): Promise<readonly Replaced[]> {
  const last = await read((r) => replacedBase(r, source.id, path))
  return last === null || base === null ? [] : [{ ...last, after: base }]
}

type Base = { readonly hash: string; readonly bytes: () => Promise<Uint8Array | null> }

/** Returns the last synced state of a file. Null if it was never synced. */
async function baseOf(
  { read }: DraftAccess,
  { source }: DraftRequest,
  path: string,
  knownHash: string | null,
): Promise<Base | null> {
  const load = () => read((r) => fileBase(r, source.id, path))
  if (knownHash !== null) return { hash: knownHash, bytes: load }
  const bytes = await load()
  return bytes === null ? null : { hash: hashOf(bytes), bytes: async () => bytes }
}
