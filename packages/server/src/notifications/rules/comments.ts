import {
  explainMembership,
  kindsAbout,
  mentionedGroup,
  mentionedUser,
  type NotificationKind,
  shortenComment,
  userIdOf,
} from '@dragoman/core'
import {
  type CommentRow,
  commentById,
  holders,
  keyById,
  type NewNotification,
  openOfKeys,
  peopleOfGroups,
  projectPeople,
  type Reader,
  threadComments,
  threadWriters,
} from '@dragoman/store'
import type { Effect, NotificationRule, UnwrittenNotification } from '../rule.ts'

const SHOWN_CHARACTERS = 300

/** Mentions, answers and questions; a thread no longer needs those who answered, and no one until it is reopened. */
export const followComments: NotificationRule = {
  async follow(r, event, unwritten) {
    if (event.kind !== 'comment.changed' || event.projectId === null) return []
    const { projectId, payload } = event
    const { commentId, threadId, keyId, what } = payload
    if (what === 'reopened') return [{ kind: 'notify', notifications: await wantedAgain(r, threadId) }]
    if (what === 'removed') return [{ kind: 'done', projectId, subjects: [subjectOf({ id: commentId })] }]
    const writer = userIdOf(event.actorId)
    const effects: Effect[] = []
    if (what === 'resolved') effects.push(...(await settled(r, { projectId, keyId, threadId, unwritten })))
    if (what === 'added' && writer !== null)
      effects.push(...(await settled(r, { projectId, keyId, threadId, unwritten, userId: writer })))
    if (what !== 'added' && what !== 'edited') return effects
    const comment = await commentById(r, projectId, commentId)
    if (comment === null || comment.removedAt !== null) return effects
    if (what === 'edited') effects.push(await noLongerMentioned(r, comment))
    const wanted =
      what === 'added'
        ? await wantedBy(r, comment, await writersAround(r, comment))
        : await mentionedBy(r, comment)
    // An edit reopens nothing.
    const known = what === 'added' ? new Set<number>() : await holders(r, projectId, subjectOf(comment))
    const notifications = [...wanted].flatMap(([userId, kind]): NewNotification[] =>
      userId === writer || known.has(userId) ? [] : [notificationOf(comment, userId, kind)],
    )
    return [...effects, { kind: 'notify', notifications }]
  },
  /** Shows a comment as it is now: what someone has edited out or deleted is in no inbox and no email. */
  async load(r) {
    return async ({ projectId, subjectId }) => {
      const comment = subjectId === null ? null : await commentById(r, projectId, subjectId)
      const isShown = comment !== null && comment.removedAt === null
      return { text: isShown ? shortenComment(comment.text, SHOWN_CHARACTERS) : null }
    }
  },
}

/** Ends the notifications of people whom an edited comment mentioned, and does not concern any more. */
async function noLongerMentioned(r: Reader, comment: CommentRow): Promise<Effect> {
  const { projectId, keyId } = comment
  const subject = subjectOf(comment)
  const wanted = await wantedBy(r, comment, await writersAround(r, comment))
  const open = await openOfKeys(r, projectId, ['mentioned'], [keyId])
  const userIds = open.flatMap((one) =>
    one.subject === subject && !wanted.has(one.userId) ? [one.userId] : [],
  )
  return { kind: 'done', projectId, subjects: [subject], userIds }
}

/**
 * Returns what a reopened thread needs: each of its comments concerns the same people again, except those who wrote in
 * the thread after it. What people have marked as done stays done.
 */
async function wantedAgain(r: Reader, threadId: number): Promise<readonly NewNotification[]> {
  const comments = await threadComments(r, threadId)
  // It can be resolved again by now.
  if (comments[0]?.resolved !== null) return []
  const lastOf = new Map(comments.map(({ id, actor }) => [userIdOf(actor.id), id]))
  const notifications: NewNotification[] = []
  const writers = new Set<number>()
  for (const comment of comments) {
    if (comment.removedAt !== null) continue
    for (const [userId, kind] of await wantedBy(r, comment, writers))
      if ((lastOf.get(userId) ?? 0) < comment.id) notifications.push(notificationOf(comment, userId, kind))
    const writer = userIdOf(comment.actor.id)
    if (writer !== null) writers.add(writer)
  }
  return notifications
}

/** Returns the people whom an answer concerns because they wrote in its thread. */
async function writersAround(r: Reader, { id, threadId }: CommentRow): Promise<readonly number[]> {
  return id === threadId ? [] : threadWriters(r, threadId)
}

/** Returns the people whom a comment concerns, and why: the most specific reason counts. */
async function wantedBy(
  r: Reader,
  comment: CommentRow,
  writers: Iterable<number>,
): Promise<ReadonlyMap<number, NotificationKind>> {
  const wanted = new Map<number, NotificationKind>()
  if (comment.kind === 'question')
    for (const userId of await peopleToAsk(r, comment)) wanted.set(userId, 'question')
  for (const userId of writers) wanted.set(userId, 'answered')
  for (const [userId, kind] of await mentionedBy(r, comment)) wanted.set(userId, kind)
  return wanted
}

/** Returns the people whom a comment mentions, also in groups. */
async function mentionedBy(r: Reader, comment: CommentRow): Promise<ReadonlyMap<number, NotificationKind>> {
  const mentioned = new Map<number, NotificationKind>()
  for (const ref of comment.mentions) {
    const userId = mentionedUser(ref)
    if (userId !== null) mentioned.set(userId, 'mentioned')
    const groupId = mentionedGroup(ref)
    if (groupId !== null)
      for (const member of await peopleOfGroups(r, [groupId])) mentioned.set(member, 'mentioned')
  }
  return mentioned
}

/** Returns the people who can change the key of a question; the owners if no one else can. */
async function peopleToAsk(r: Reader, { projectId, keyId }: CommentRow): Promise<readonly number[]> {
  const key = await keyById(r, projectId, keyId)
  const on = { on: 'text', projectId, language: null, namespace: key?.namespace ?? null } as const
  const people = [...(await projectPeople(r, projectId, '')).values()]
  const editors = people.filter(({ memberships }) =>
    memberships.some((own) => explainMembership({ ...own, groupId: null }, 'keys.edit', on) === null),
  )
  const asked = editors.length > 0 ? editors : people.filter(({ isOwner }) => isOwner)
  return asked.map(({ userId }) => userId)
}

function subjectOf({ id }: Pick<CommentRow, 'id'>): string {
  return `comment:${id}`
}

function notificationOf(comment: CommentRow, userId: number, kind: NotificationKind): NewNotification {
  return {
    userId,
    projectId: comment.projectId,
    kind,
    subject: subjectOf(comment),
    keyId: comment.keyId,
    language: comment.language,
    subjectId: comment.id,
    payload: { thread: comment.threadId },
    actorId: comment.actor.id,
  }
}

/** Ends the notifications about a thread that one person has, or everyone. */
async function settled(
  r: Reader,
  of: {
    readonly projectId: number
    readonly keyId: number
    readonly threadId: number
    /** What happened in the thread can be followed together with what ends it. */
    readonly unwritten: readonly UnwrittenNotification[]
    readonly userId?: number
  },
): Promise<readonly Effect[]> {
  const open = await openOfKeys(r, of.projectId, kindsAbout('comment'), [of.keyId])
  const ofThread = [...open, ...of.unwritten].filter(
    ({ payload, userId }) =>
      payload.thread === of.threadId && (of.userId === undefined || userId === of.userId),
  )
  if (ofThread.length === 0) return []
  const subjects = [...new Set(ofThread.map(({ subject }) => subject))]
  const userIds = [...new Set(ofThread.map(({ userId }) => userId))]
  return [{ kind: 'done', projectId: of.projectId, subjects, userIds }]
}
