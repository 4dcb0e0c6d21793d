export * from './account-types.ts'
export {
  attemptsOf,
  countAttempt,
  forgetAttempts,
  withdrawAttempt,
} from './areas/attempts.ts'
export * from './areas/conflicts.ts'
export { countsByLanguage, countsOf, stringsByFile } from './areas/counts.ts'
export {
  type EventPosition,
  type EventRow,
  eventsAfter,
  newestEvent,
  projectEventsAfter,
  removeOldEvents,
} from './areas/events.ts'
export * from './areas/file-writes.ts'
export * from './areas/files.ts'
export { type FoundUnit, findUnits } from './areas/find-units.ts'
export { history } from './areas/history.ts'
export type { JobCancel, JobProblem, JobRow } from './areas/job-row.ts'
export * from './areas/jobs.ts'
export { keyNotes } from './areas/key-notes.ts'
export * from './areas/keys.ts'
export * from './areas/languages.ts'
export {
  heldLeases,
  releaseLeases,
  renewLeases,
  requireLease,
  takeLease,
} from './areas/leases.ts'
export * from './areas/memberships.ts'
export * from './areas/namespaces.ts'
export { listOperationGroups, listOperations, operationActors, operationById } from './areas/operations.ts'
export * from './areas/projects.ts'
export * from './areas/running-jobs.ts'
export * from './areas/sessions.ts'
export { databaseTimeMs, forgetSetupCode, shareSetupCode } from './areas/shared-facts.ts'
export {
  changesNotOf,
  noteSourceStatus,
  type SourceStatus,
  sourceStatuses,
} from './areas/source-status.ts'
export * from './areas/sources.ts'
export { listTextLimits } from './areas/text-limits.ts'
export * from './areas/translations.ts'
export {
  addUploadedPiece,
  beginUploadedFile,
  finishUploadedFile,
  uploadedFile,
} from './areas/uploaded-files.ts'
export { createMember, createOwner, owner, renameUser, userById, userByName } from './areas/users.ts'
export { backupSqlite, restoreBackup } from './backup.ts'
export { catalogHash } from './catalog-hash.ts'
export * from './errors.ts'
export { type OpenReader, openReader } from './open-reader.ts'
export { DATABASE_FILE } from './open-sqlite.ts'
export { applyOperation } from './operations/apply-operation.ts'
export {
  dropPreparedRows,
  isLanguagePrepared,
  type LanguageToCome,
  prepareLanguageRows,
  reserveLanguage,
} from './operations/prepare-language.ts'
export { type Allow, type AskedChange, allowAll, type Requester } from './operations/requester.ts'
export { checkSyntaxAgain, setSyntax } from './operations/set-syntax.ts'
export { setFileLimits } from './operations/set-text-limits.ts'
export { planUndo, undoOperation } from './operations/undo.ts'
export * from './source-types.ts'
export { openStore, type Reader, type Store, type StoreConfig, type Writer } from './store.ts'
export * from './types.ts'
export { editorPage } from './views/editor-page.ts'
export { keysPage } from './views/keys-page.ts'
export { projectOverview } from './views/project-overview.ts'
export { type TextToSave, textsToSave } from './views/texts-to-save.ts'
