export type { FollowableI18n } from './followable-i18n.ts'
export { type Reporting, type ReportOptions, reportUsedKeys } from './report-used-keys.ts'
