export { type Api, api } from './api.ts'
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
export type {
  ImportChoice,
  ImportPlacement,
  PlannedFailure,
  PlannedPart,
  UploadPlan,
} from './areas/imports.ts'
export { JOB_ACTIONS, JOB_KINDS, JOB_UNITS, type Job, type JobFile, type JobResult } from './areas/jobs.ts'
export type { GridRow } from './areas/keys.ts'
export type { ListedProject, OverviewReply, ProjectReply } from './areas/projects.ts'
export type { SessionReply } from './areas/session.ts'
export type { DetectionReply, SourceReply } from './areas/sources.ts'
export type { EditorRowReply, HistoryReply, RefusedText } from './areas/translations.ts'
export { type Call, callRoute } from './call.ts'
export { type DomainEvent, readEvent } from './events.ts'
export {
  FAILURE_CODES,
  FAILURES,
  Failure,
  type FailureCode,
  type FailureParams,
  type FieldProblem,
  isFailure,
  type Problem,
} from './failures.ts'
export { type LiveEvent, liveEventSchema } from './live.ts'
export { openApiDocument } from './openapi.ts'
export type { BodyOf, FileAnswer, Parser, ReplyOf, Route } from './route.ts'
export type {
  ActorReply,
  ChangePreviewReply,
  CountsReply,
  KeyReply,
  OperationReply,
  TranslationReply,
  UndoPlanReply,
} from './schemas.ts'
