export * from './account-types.ts'
export * from './areas/addresses.ts'
export * from './areas/all-projects.ts'
export * from './areas/all-sessions.ts'
export * from './areas/api-tokens.ts'
export {
  attemptsOf,
  countAttempt,
  forgetAttempts,
  withdrawAttempt,
} from './areas/attempts.ts'
export * from './areas/audit.ts'
export { type AuditFilter, type AuditRow, auditEntry, forgetAudit, listAudit } from './areas/audit-log.ts'
export {
  type BatchesToCount,
  batchesToCount,
  batchesToCountAgain,
  type ChangedStrings,
  markBatches,
  markedBatches,
} from './areas/batches-to-count.ts'
export {
  type BranchRow,
  branchEndsAt,
  branchesToRemove,
  branchOfProject,
  closeBranch,
  followParent,
  listBranches,
  openBranch,
  removeBranch,
  reopenBranch,
  updateBranch,
} from './areas/branches.ts'
export { carryMovedKeys } from './areas/carry-moved-keys.ts'
export {
  type ChangedMember,
  changeMembers,
  groupRights,
  type MemberChange,
  memberNow,
  membershipVersion,
} from './areas/change-members.ts'
export * from './areas/channel-requests.ts'
export * from './areas/channels.ts'
export * from './areas/code-uses.ts'
export type { CommentRow } from './areas/comment-row.ts'
export * from './areas/comment-threads.ts'
export * from './areas/comments.ts'
export { compareCodeUses } from './areas/compare-code-uses.ts'
export * from './areas/conflicts.ts'
export { type CountedBatch, countBatches } from './areas/count-batches.ts'
export { countsByLanguage, countsByNamespace, countsOf, NO_COUNTS, stringsByFile } from './areas/counts.ts'
export { countDiscussions, discussedKeys, moveDiscussions } from './areas/discussions.ts'
export {
  type Dismissal,
  dismissBranch,
  dismissedBranches,
  forgetDismissal,
} from './areas/dismissed-branches.ts'
export {
  type EventPosition,
  type EventRow,
  eventsAfter,
  newestEvent,
  projectEventsAfter,
  removeOldEvents,
} from './areas/events.ts'
export * from './areas/file-bases.ts'
export * from './areas/file-writes.ts'
export * from './areas/files.ts'
export type { TextsLocation } from './areas/find-places.ts'
export { type FoundUnit, findUnits } from './areas/find-units.ts'
export * from './areas/followers.ts'
export { FORMER_MEMBER } from './areas/former-authors.ts'
export { formerKeys, formerNames } from './areas/former-names.ts'
export * from './areas/git-changes.ts'
export * from './areas/git-keys.ts'
export * from './areas/git-sources.ts'
export * from './areas/git-syncs.ts'
export * from './areas/groups.ts'
export { history } from './areas/history.ts'
export * from './areas/identities.ts'
export * from './areas/imported-keys.ts'
export * from './areas/imported-texts.ts'
export * from './areas/invitations.ts'
export * from './areas/job-queue.ts'
export type { JobCancel, JobProblem, JobRow } from './areas/job-row.ts'
export * from './areas/jobs.ts'
export { joinOldBatches } from './areas/join-old-batches.ts'
export { keyNotes } from './areas/key-notes.ts'
export * from './areas/keys.ts'
export { addsSourceTexts } from './areas/keys-of-batches.ts'
export * from './areas/languages.ts'
export {
  heldLeases,
  LeaseLostError,
  releaseLeases,
  renewLeases,
  requireLease,
  takeLease,
} from './areas/leases.ts'
export * from './areas/mails.ts'
export * from './areas/members.ts'
export * from './areas/memberships.ts'
export { groupName, mentionableGroups, mentionablePeople } from './areas/mentionable.ts'
export * from './areas/missing-keys.ts'
export * from './areas/namespace-texts.ts'
export * from './areas/namespaces.ts'
export * from './areas/notification-mails.ts'
export * from './areas/notification-row.ts'
export * from './areas/notification-settings.ts'
export * from './areas/notifications.ts'
export * from './areas/old-addresses.ts'
export {
  lastOperationNumber,
  listOperationGroups,
  listOperations,
  operationActors,
  operationById,
  type WorkSince,
  workSince,
} from './areas/operations.ts'
export * from './areas/other-access.ts'
export * from './areas/passkeys.ts'
export * from './areas/people.ts'
export * from './areas/pictures.ts'
export * from './areas/project-people.ts'
export * from './areas/projects.ts'
export * from './areas/published-files.ts'
export {
  addRejection,
  type RejectionRow,
  rejectionById,
  rejectionsOfString,
} from './areas/rejections.ts'
export * from './areas/released-texts.ts'
export * from './areas/releases.ts'
export { NAMED_IN, removeAccount } from './areas/remove-account.ts'
export { lockLimitedPeople, renameChosenNamespace } from './areas/rename-namespace.ts'
export {
  leaveRequestBranch,
  type RequestBranchName,
  requestBranchesOf,
  requestBranchOf,
} from './areas/request-branches.ts'
export * from './areas/running-jobs.ts'
export { isSameRepository } from './areas/same-repository.ts'
export * from './areas/scheduled-moves.ts'
export * from './areas/screenshots.ts'
export * from './areas/second-factor.ts'
export {
  keysNamed,
  noteServedFiles,
  noteUsedKeys,
  servedKey,
} from './areas/served.ts'
export { keyServedAs } from './areas/served-names.ts'
export * from './areas/sessions.ts'
export { putSetting, setting } from './areas/settings.ts'
export { databaseTimeMs, forgetSetupCode, incarnation, shareSetupCode } from './areas/shared-facts.ts'
export * from './areas/short-secrets.ts'
export {
  changesNotOf,
  noteSourceStatus,
  type SourceStatus,
  sourceStatuses,
} from './areas/source-status.ts'
export * from './areas/sources.ts'
export * from './areas/stored-secrets.ts'
export {
  type BatchKind,
  batchesByIds,
  joinBatch,
  openIn,
  removeBatches,
  type StringBatch,
  subjectOfBatch,
  sumOf,
} from './areas/string-batches.ts'
export * from './areas/suggest.ts'
export {
  openSuggestionCounts,
  openSuggestionsPerKey,
  type SuggestionRow,
  suggestionById,
  suggestionsById,
  suggestionsOfString,
} from './areas/suggestions.ts'
export * from './areas/task-row.ts'
export * from './areas/tasks.ts'
export { listTextLimits } from './areas/text-limits.ts'
export { type TextWithOrigin, textsWithOrigins } from './areas/texts-with-origins.ts'
export * from './areas/translations.ts'
export {
  addUploadedPiece,
  beginUploadedFile,
  finishUploadedFile,
  forgetUnfinishedFiles,
  type UploadedFile,
  uploadedFile,
} from './areas/uploaded-files.ts'
export {
  countOwners,
  createMember,
  createOwner,
  isNameTaken,
  type LockedUser,
  lockUser,
  owner,
  peopleWhoSignOff,
  putUserSettings,
  renameUser,
  setPassword,
  setSuspended,
  userById,
  userByName,
} from './areas/users.ts'
export * from './areas/webhook-deliveries.ts'
export * from './areas/webhooks.ts'
export * from './areas/written-texts.ts'
export { backupSqlite, restoreBackup, verifyBackup } from './backup.ts'
export { copyDatabase } from './copy/copy-database.ts'
export { applyOperation } from './door/apply-operation.ts'
export type { LanguageToCome } from './door/change.ts'
export { type Allow, type AskedChange, allowAll, type Requester } from './door/requester.ts'
export * from './errors.ts'
export * from './git-types.ts'
export { DATABASE_FILE } from './lock-data-folder.ts'
export { isPostgresUrl } from './open-postgres.ts'
export { type OpenReader, openReader } from './open-reader.ts'
export {
  dropPreparedRows,
  isLanguagePrepared,
  prepareLanguageRows,
  reserveLanguage,
} from './operations/prepare-language.ts'
export { checkSyntaxAgain, setSyntax } from './operations/set-syntax.ts'
export { setFileLimits } from './operations/set-text-limits.ts'
export { planUndo, undoOperation } from './operations/undo.ts'
export type { UndoCursor } from './operations/undo-items.ts'
export * from './source-types.ts'
export { openStore, type Reader, type Store, type StoreConfig, type Writer } from './store.ts'
export * from './types.ts'
export { countFound, editorPage, editorRows, namespacesFound } from './views/editor-page.ts'
export { keysPage } from './views/keys-page.ts'
export { projectOverview } from './views/project-overview.ts'
export {
  type ReviewFilter,
  reviewCounts,
  reviewPage,
  textsToReviewAgain,
} from './views/review-queue.ts'
export { textsToSave } from './views/texts-to-save.ts'
