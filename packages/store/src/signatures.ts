import type { EntryPath, Forms, PluralKind, Unit } from '@dragoman/core'
import type { Reader, Store, StoreConfig, Writer } from './store.ts'
import type {
  ChangePreview,
  ConflictRow,
  Counts,
  EditorFilter,
  EditorRow,
  FileProblem,
  FileRow,
  FileState,
  HistoryRow,
  KeyRow,
  KeysRow,
  LanguageRow,
  NamespaceRow,
  OperationKind,
  OperationRequest,
  OperationResult,
  OperationRow,
  OverviewRow,
  Page,
  PageRequest,
  ProjectRow,
  ProjectSettings,
  SessionRow,
  SourceRow,
  TranslationRow,
  UndoPlan,
  UnitRow,
  UserRow,
} from './types.ts'

/** Signatures ahead of the code: each is replaced by its area file within minutes. */
export declare function openStore(config: StoreConfig): Promise<Store>
export declare function restoreBackup(file: string, folder: string): Promise<{ readonly kept: string | null }>

export declare function listProjects(r: Reader): Promise<readonly ProjectRow[]>
export declare function projectBySlug(r: Reader, slug: string): Promise<ProjectRow | null>
export declare function projectById(r: Reader, id: number): Promise<ProjectRow | null>
export declare function createProject(
  w: Writer,
  project: { readonly slug: string; readonly name: string; readonly sourceLanguage: string; readonly at: string },
): Promise<ProjectRow>
export declare function updateProject(
  w: Writer,
  id: number,
  fields: { readonly name?: string; readonly slug?: string; readonly settings?: Partial<ProjectSettings> },
): Promise<ProjectRow | null>
export declare function deleteProject(w: Writer, id: number): Promise<boolean>

export declare function listLanguages(r: Reader, projectId: number): Promise<readonly LanguageRow[]>
export declare function addLanguage(
  w: Writer,
  request: { readonly projectId: number; readonly tag: string; readonly fallback?: string | null; readonly author: string; readonly at: string },
): Promise<LanguageRow>
export declare function setFallback(w: Writer, projectId: number, tag: string, fallback: string | null): Promise<boolean>
export declare function removeLanguage(
  w: Writer,
  request: { readonly projectId: number; readonly tag: string; readonly author: string; readonly at: string },
): Promise<OperationResult>

export declare function listNamespaces(r: Reader, projectId: number): Promise<readonly NamespaceRow[]>

export declare function keyById(r: Reader, projectId: number, keyId: number): Promise<KeyRow | null>
export declare function keyByIdentity(
  r: Reader,
  projectId: number,
  identity: { readonly namespace: string; readonly name: string; readonly plural: PluralKind },
): Promise<KeyRow | null>
export declare function wasRemoved(r: Reader, projectId: number, keyId: number): Promise<boolean>
export declare function keysPage(
  r: Reader,
  request: PageRequest & { readonly projectId: number; readonly languages: readonly string[]; readonly filter: EditorFilter },
): Promise<Page<KeysRow>>

export declare function editorPage(
  r: Reader,
  request: PageRequest & {
    readonly projectId: number
    readonly sourceLanguage: string
    readonly language: string
    readonly filter: EditorFilter
    readonly around?: number
  },
): Promise<Page<EditorRow>>
export declare function translation(r: Reader, projectId: number, keyId: number, language: string): Promise<TranslationRow | null>
export declare function translationsOfKey(r: Reader, projectId: number, keyId: number): Promise<readonly TranslationRow[]>
export declare function history(
  r: Reader,
  request: { readonly projectId: number; readonly keyId: number; readonly language: string; readonly limit: number },
): Promise<readonly HistoryRow[]>
export declare function unitsOfFile(r: Reader, projectId: number, language: string, namespace: string): Promise<readonly UnitRow[]>

export declare function countsByLanguage(r: Reader, projectId: number): Promise<ReadonlyMap<string, Counts>>
export declare function countsOf(r: Reader, projectId: number, language: string, namespaces?: readonly string[]): Promise<Counts>
export declare function projectOverview(r: Reader, projectId: number): Promise<OverviewRow | null>

export declare function applyOperation(w: Writer, request: OperationRequest): Promise<OperationResult>
export declare function listOperations(
  r: Reader,
  request: {
    readonly projectId: number
    readonly limit: number
    readonly cursor?: string
    readonly author?: string
    readonly kind?: OperationKind
  },
): Promise<{ readonly rows: readonly OperationRow[]; readonly next: string | null }>
export declare function operationById(r: Reader, projectId: number, operationId: number): Promise<OperationRow | null>
/** What one operation changed: `now` is the text after it, `then` the text before it. */
export declare function operationChanges(
  r: Reader,
  request: { readonly projectId: number; readonly operationId: number; readonly limit: number; readonly cursor?: string },
): Promise<{ readonly rows: readonly ChangePreview[]; readonly next: string | null }>
export declare function planUndo(r: Reader, projectId: number, operationId: number, limit: number): Promise<UndoPlan | null>
export declare function undoOperation(
  w: Writer,
  request: { readonly projectId: number; readonly operationId: number; readonly author: string; readonly at: string; readonly keepNewer?: 'keep' | 'refuse' },
): Promise<OperationResult | { readonly ok: false; readonly newer: UndoPlan }>

export declare function createSource(
  w: Writer,
  source: Omit<SourceRow, 'id'> & { readonly projectId: number },
): Promise<SourceRow>
export declare function listSources(r: Reader, projectId: number): Promise<readonly SourceRow[]>
export declare function updateSource(
  w: Writer,
  id: number,
  fields: Partial<Pick<SourceRow, 'folder' | 'pattern' | 'format' | 'writable'>>,
): Promise<SourceRow | null>
export declare function removeSource(w: Writer, id: number): Promise<boolean>

export declare function listFiles(r: Reader, of: { readonly sourceId: number } | { readonly projectId: number }): Promise<readonly FileRow[]>
export declare function upsertFile(
  w: Writer,
  file: {
    readonly sourceId: number
    readonly path: string
    readonly language: string
    readonly namespace: string
    readonly state: FileState
    readonly problem: FileProblem | null
    readonly entries: number
    /** Bytes of the last sync; omitted: leave what is there. */
    readonly base?: Uint8Array | null
    readonly syncedAt: string | null
  },
): Promise<FileRow>
export declare function fileBase(r: Reader, fileId: number): Promise<Uint8Array | null>
export declare function removeFile(w: Writer, fileId: number): Promise<boolean>

export declare function listConflicts(
  r: Reader,
  projectId: number,
  of?: { readonly state?: ConflictRow['state']; readonly fileId?: number },
): Promise<readonly ConflictRow[]>
/** One row per file, name and plural kind: a conflict that is put again replaces the open one. */
export declare function putConflict(
  w: Writer,
  conflict: {
    readonly fileId: number
    readonly name: string
    readonly plural: PluralKind
    readonly path: EntryPath
    readonly keyId: number | null
    readonly base: Forms
    readonly theirs: Forms
    readonly ours: Forms
    readonly at: string
  },
): Promise<ConflictRow>
export declare function settleConflict(w: Writer, id: number): Promise<ConflictRow | null>
export declare function deleteConflict(w: Writer, id: number): Promise<boolean>

export declare function owner(r: Reader): Promise<UserRow | null>
export declare function createOwner(
  w: Writer,
  user: { readonly name: string; readonly passwordHash: string | null; readonly at: string },
): Promise<UserRow>
export declare function setPassword(w: Writer, userId: number, passwordHash: string | null): Promise<boolean>
export declare function createSession(
  w: Writer,
  session: { readonly userId: number; readonly idHash: string; readonly at: string; readonly expiresAt: string },
): Promise<void>
export declare function sessionByHash(
  r: Reader,
  idHash: string,
  now: string,
): Promise<{ readonly session: SessionRow; readonly user: UserRow } | null>
export declare function touchSession(w: Writer, idHash: string, at: string, expiresAt: string): Promise<boolean>
export declare function deleteSession(w: Writer, idHash: string): Promise<boolean>

/** sha-256 in hex over the project's content: keys in order with their fields, texts and states. Not versions, times or authors. */
export declare function catalogHash(r: Reader, projectId: number): Promise<string>
