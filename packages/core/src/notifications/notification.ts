/** Why a person is notified. */
export const NOTIFICATION_KINDS = [
  /** They were mentioned in a comment. */
  'mentioned',
  /** Someone answered in a thread that they wrote in. */
  'answered',
  /** Someone asked the developers about a key. */
  'question',
  'suggestion-accepted',
  'suggestion-rejected',
  /** A reviewer sent their translation back as a draft. */
  'translation-rejected',
  'task-assigned',
  /** A task that they created is done. */
  'task-done',
  /** Strings were added that have no translation in one of their languages. */
  'new-strings',
  /** Source texts changed that have translations in one of their languages. */
  'source-changed',
  /** The program turned off a webhook of a project they manage. */
  'webhook-off',
  /** A translation branch was closed and has texts that were not sent. */
  'branch-closed',
  /**
   * Nothing can be pulled from or pushed to a repository of a project they manage until a person solves the
   * problem.
   */
  'repository-problem',
  /** A scheduled move of a channel failed. */
  'move-failed',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Filters of the list. */
export const NOTIFICATION_FILTERS = ['all', 'mentions', 'rejected', 'tasks', 'new'] as const
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number]

const FILTERED: Readonly<Record<NotificationFilter, readonly NotificationKind[]>> = {
  all: NOTIFICATION_KINDS,
  mentions: ['mentioned', 'answered', 'question'],
  rejected: ['suggestion-rejected', 'translation-rejected'],
  tasks: ['task-assigned', 'task-done'],
  new: ['new-strings', 'source-changed'],
}

/** Returns the kinds that a filter shows. */
export function kindsOf(filter: NotificationFilter): readonly NotificationKind[] {
  return FILTERED[filter]
}

/** When a person gets emails about their notifications. */
export const MAIL_TIMES = ['now', 'daily', 'weekly', 'off'] as const
export type MailTime = (typeof MAIL_TIMES)[number]
