export { type Following, type FollowOptions, followChanges } from './follow-changes.ts'
export type { FollowableI18n } from './followable-i18n.ts'
