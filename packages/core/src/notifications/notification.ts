import type { ProjectAction } from '../access/actions.ts'

/** Filters of the list. */
export const NOTIFICATION_FILTERS = ['all', 'mentions', 'rejected', 'tasks', 'new'] as const
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number]

/** What the program knows about a kind of notification before it loads anything. */
type NotificationDeclaration = {
  /** The filter that shows it, in addition to *all*. */
  readonly filter: Exclude<NotificationFilter, 'all'> | null
  /** What it is about: the server has one rule for each. */
  readonly about: string
  /** What someone must be able to do to get it and to see it, as in the routes of what it is about. */
  readonly needs: ProjectAction
}

/** Why a person is notified, in the order of their settings. */
export const NOTIFICATIONS = {
  /** They were mentioned in a comment. */
  mentioned: { filter: 'mentions', about: 'comment', needs: 'history.read' },
  /** Someone answered in a thread that they wrote in. */
  answered: { filter: 'mentions', about: 'comment', needs: 'history.read' },
  /** Someone asked the developers about a key. */
  question: { filter: 'mentions', about: 'comment', needs: 'history.read' },
  'suggestion-accepted': { filter: null, about: 'suggestion', needs: 'project.read' },
  'suggestion-rejected': { filter: 'rejected', about: 'suggestion', needs: 'project.read' },
  /** A reviewer sent their translation back as a draft. */
  'translation-rejected': { filter: 'rejected', about: 'rejection', needs: 'history.read' },
  'task-assigned': { filter: 'tasks', about: 'task', needs: 'history.read' },
  /** A task that they created is done. */
  'task-done': { filter: 'tasks', about: 'task', needs: 'history.read' },
  /** Strings were added that have no translation in one of their languages. */
  'new-strings': { filter: 'new', about: 'strings', needs: 'history.read' },
  /** Source texts changed that have translations in one of their languages. */
  'source-changed': { filter: 'new', about: 'strings', needs: 'history.read' },
  /** The program turned off a webhook of a project they manage. */
  'webhook-off': { filter: null, about: 'webhook', needs: 'webhooks.manage' },
  /** A translation branch was closed and has texts that were not sent. */
  'branch-closed': { filter: null, about: 'branch', needs: 'files.read' },
  /**
   * Nothing can be pulled from or pushed to a repository of a project they manage until a person solves the
   * problem.
   */
  'repository-problem': { filter: null, about: 'repository', needs: 'files.read' },
  /** A scheduled move of a channel failed. */
  'move-failed': { filter: null, about: 'scheduled-move', needs: 'history.read' },
} as const satisfies Readonly<Record<string, NotificationDeclaration>>
export type NotificationKind = keyof typeof NOTIFICATIONS
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as readonly NotificationKind[] // has no other keys

/** What notifications are about. */
export type NotificationSubject = (typeof NOTIFICATIONS)[NotificationKind]['about']
/** The kinds that are about one of these. */
export type NotificationKindAbout<S extends NotificationSubject> = {
  [K in NotificationKind]: (typeof NOTIFICATIONS)[K]['about'] extends S ? K : never
}[NotificationKind]

/** Returns the kinds that a filter shows. */
export function kindsOf(filter: NotificationFilter): readonly NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => filter === 'all' || NOTIFICATIONS[kind].filter === filter)
}

/** Returns the kinds that are about something. */
export function kindsAbout<S extends NotificationSubject>(subject: S): readonly NotificationKindAbout<S>[] {
  return NOTIFICATION_KINDS.filter((kind): kind is NotificationKindAbout<S> => isAbout(kind, subject))
}

/** Returns whether notifications of a kind are about something. */
export function isAbout(kind: NotificationKind, subject: NotificationSubject): boolean {
  return NOTIFICATIONS[kind].about === subject
}

/** When a person gets emails about their notifications. */
export const MAIL_TIMES = ['now', 'daily', 'weekly', 'off'] as const
export type MailTime = (typeof MAIL_TIMES)[number]
