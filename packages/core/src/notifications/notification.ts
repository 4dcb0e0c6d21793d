/** Why something needs a person. */
export const NOTIFICATION_KINDS = [
  /** Somebody named them in a comment. */
  'mentioned',
  /** Somebody answered in a thread they wrote in. */
  'answered',
  /** Somebody asks the developers about a key. */
  'question',
  'suggestion-accepted',
  'suggestion-rejected',
  /** A reviewer sent their translation back. */
  'translation-rejected',
  'task-assigned',
  /** A task that they gave is done. */
  'task-done',
  /** Strings were added that a language of theirs lacks. */
  'new-strings',
  /** Source texts changed that their language has translations of. */
  'source-changed',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** How the list can be narrowed. */
export const NOTIFICATION_FILTERS = ['all', 'mentions', 'rejected', 'tasks', 'new'] as const
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number]

const FILTERED: Readonly<Record<NotificationFilter, readonly NotificationKind[]>> = {
  all: NOTIFICATION_KINDS,
  mentions: ['mentioned', 'answered', 'question'],
  rejected: ['suggestion-rejected', 'translation-rejected'],
  tasks: ['task-assigned', 'task-done'],
  new: ['new-strings', 'source-changed'],
}

/** The kinds a filter shows. */
export function kindsOf(filter: NotificationFilter): readonly NotificationKind[] {
  return FILTERED[filter]
}

/** When somebody gets mail of what needs them. */
export const MAIL_TIMES = ['now', 'daily', 'weekly', 'off'] as const
export type MailTime = (typeof MAIL_TIMES)[number]
