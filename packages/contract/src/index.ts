import './without-eval.ts'

export { type Api, api } from './api.ts'
export type { AccountReply } from './areas/account.ts'
export type {
  BackupFailureReply,
  BackupReply,
  BackupSettings,
  PersonReply,
  ProjectSummary,
} from './areas/admin.ts'
export type { AuditEntryReply } from './areas/audit.ts'
export type { BranchReply } from './areas/branches.ts'
export type { CodeUsesBody, CodeUsesReply, KeyUsesReply } from './areas/code-uses.ts'
export type {
  CommentReply,
  CommentThreadReply,
  MentionCandidate,
} from './areas/comments.ts'
export type {
  ConflictReply,
  ExportReply,
  FidelityReply,
  FileLimitsReply,
  FileReply,
  FormatReply,
  ImportPlanReply,
  LeftOutReply,
} from './areas/files.ts'
export { leftOutSchema } from './areas/files.ts'
export type { GitConnectInput, GitForgeInput, GitSignInInput } from './areas/git-input.ts'
export type {
  GitKeyReply,
  GitLocationReply,
  GitLookReply,
  GitStateReply,
  GitSyncReply,
  HostKeyReply,
  NewGitKeyReply,
  WaitingFileReply,
} from './areas/git-replies.ts'
export type { GroupReply } from './areas/groups.ts'
export type {
  ImportChoice,
  ImportPlacement,
  PlannedFailure,
  PlannedPart,
  UploadPlan,
} from './areas/imports.ts'
export type { InvitationReply } from './areas/invitations.ts'
export {
  isJobKind,
  JOB_KINDS,
  JOBS,
  type Job,
  type JobFile,
  type JobKindName,
  type JobResult,
} from './areas/jobs.ts'
export type { GridRow, KeyServedReply } from './areas/keys.ts'
export type {
  AccessAnswerReply,
  AccessHelpReply,
  KeptAccessReply,
  MemberChangeBody,
} from './areas/members.ts'
export type { NotificationReply, NotificationSettings } from './areas/notifications.ts'
export {
  type KeptProvider,
  type LinkedIdentities,
  type ProviderInput,
  type ProviderSettings,
  storedProviderSchema,
} from './areas/oidc.ts'
export type { OldAddressReply } from './areas/old-addresses.ts'
export { windowSchema } from './areas/presence.ts'
export type { ListedProject, OverviewReply, ProjectReply } from './areas/projects.ts'
export type {
  ChannelMoveReply,
  ChannelReply,
  ChannelRequestsReply,
  LanguageChangeReply,
  LanguageDifferenceReply,
  MissingKeyReply,
  ReleaseReply,
  ScheduledMoveReply,
  TextDifferenceReply,
} from './areas/releases.ts'
export type { ChosenItem, RefusedItem, ReviewItemReply } from './areas/review.ts'
export type { ScreenshotBody, ScreenshotReply } from './areas/screenshots.ts'
export type { SessionReply } from './areas/session.ts'
export type { DetectionReply, SourceReply } from './areas/sources.ts'
export type { RejectionReply, SuggestionReply } from './areas/suggestions.ts'
export type { TaskCandidate } from './areas/tasks.ts'
export type {
  NamespaceTextsReply,
  NotApprovedText,
  PushedChange,
  RefusedChange,
  StateOfTexts,
} from './areas/texts.ts'
export type { NewTokenBody, TokenReply } from './areas/tokens.ts'
export type { EditorRowReply, HistoryReply, RefusedText } from './areas/translations.ts'
export type { WebhookDeliveryReply, WebhookFieldsBody, WebhookReply } from './areas/webhooks.ts'
export { type Call, callRoute, isUnexpectedReply, PERSON_HEADER } from './call.ts'
export { type DomainEvent, readEvent } from './events.ts'
export { failureContext, failureValues, reasonTexts } from './failure-context.ts'
export {
  FAILURE_CODES,
  FAILURES,
  Failure,
  type FailureCode,
  type FailureParams,
  type FieldProblem,
  isFailure,
  type Problem,
  type RefusedField,
} from './failures.ts'
export { FIELD_CODES, type FieldCode } from './field-codes.ts'
export { FORGE_CODES, type ForgeCode } from './forge-codes.ts'
export { type LiveEvent, liveEventSchema } from './live.ts'
export { openApiDocument } from './openapi.ts'
export {
  BODY_LIMIT_BYTES,
  type BodyOf,
  type FileAnswer,
  type Parser,
  type PublicLimits,
  type ReplyOf,
  type Route,
} from './route.ts'
export type {
  ActorReply,
  ChangePreviewReply,
  CountsReply,
  GrantReply,
  KeyReply,
  LanguageLeft,
  MemberReply,
  OperationReply,
  RightsReply,
  TaskReply,
  TranslationReply,
  UndoPlanReply,
} from './schemas.ts'
export { rightsSchema } from './schemas.ts'
export { readSeen, type UnsentAnswer, type UnsentOfBranch, writeSeen } from './unsent-answer.ts'
export {
  WEBHOOK_ROWS_MAX,
  WEBHOOK_VERSION,
  type WebhookRowOf,
  webhookMessageSchema,
} from './webhook-messages.ts'
