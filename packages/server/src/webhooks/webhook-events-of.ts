import { isJobKind, JOBS, WEBHOOK_ROWS_MAX, type WebhookRowOf } from '@dragoman/contract'
import { type OperationKind, parseActorId, userIdOf, type WrittenLanguage } from '@dragoman/core'
import {
  conflictsAfter,
  groupById,
  jobById,
  keyById,
  type OperationRow,
  operationById,
  ownRole,
  type ProjectRow,
  type Reader,
  taskById,
  userById,
  writtenKeys,
  writtenLanguages,
  writtenTexts,
} from '@dragoman/store'
import type { NumberedEvent } from '../events/subscriber.ts'
import type { Links } from './links.ts'
import type { WebhookEvent } from './webhook-event.ts'

export type HappeningContext = {
  readonly project: ProjectRow
  readonly links: Links
  /** The newest conflict that was reported. */
  readonly conflictsTo: number
}

type By = WebhookRowOf<'sync.done'>['by']

/** Operations that can add or remove languages. */
const OF_LANGUAGES: ReadonlySet<string> = new Set([
  'languages',
  'undo',
  'import',
  'sync',
] satisfies OperationKind[])

/**
 * Returns what an event of a project means for webhooks, as of now: rows that are gone by then are left out.
 */
export async function webhookEventsOf(
  r: Reader,
  event: NumberedEvent,
  context: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  switch (event.kind) {
    case 'content.changed':
      return contentEvents(r, event, context)
    case 'translation.rejected':
      return rejectionEvents(r, event, context)
    case 'suggestion.changed':
      return suggestionEvents(r, event, context)
    case 'comment.changed':
      return commentEvents(r, event, context)
    case 'task.changed':
      return taskEvents(r, event, context)
    case 'job.changed':
      return importEvents(r, event, context)
    case 'files.changed':
      return newConflictEvents(r, event, context)
    case 'conflict.resolved':
      return resolvedConflictEvents(r, event, context)
    case 'membership.changed':
      return personEvents(r, event, context)
    case 'group.changed':
      return groupEvents(r, event, context)
    default:
      return []
  }
}

type EventOf<K extends NumberedEvent['kind']> = Extract<NumberedEvent, { kind: K }>

/** Returns the parts of rows of all types. */
async function partsOf(r: Reader, { actorId, at }: NumberedEvent, url: string) {
  return { by: await byOf(r, actorId), at, url }
}

async function rejectionEvents(
  r: Reader,
  event: EventOf<'translation.rejected'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { keyId, language, rejectionId } = event.payload
  const key = await shownKey(r, project.id, keyId)
  if (key === null) return []
  const row = { key, language, rejectionId, ...(await partsOf(r, event, links.text(keyId, language))) }
  const rows = [{ language, namespace: key.namespace, row }]
  return [{ type: 'texts.rejected', rows, counted: null, at: event.at }]
}

async function suggestionEvents(
  r: Reader,
  event: EventOf<'suggestion.changed'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { keyId, language, suggestionId, what } = event.payload
  const key = what === 'voted' ? null : await shownKey(r, project.id, keyId)
  if (key === null || what === 'voted') return []
  const row = { key, language, suggestionId, what, ...(await partsOf(r, event, links.text(keyId, language))) }
  const rows = [{ language, namespace: key.namespace, row }]
  return [{ type: 'suggestions.changed', rows, counted: null, at: event.at }]
}

async function commentEvents(
  r: Reader,
  event: EventOf<'comment.changed'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { keyId, language, commentId, threadId } = event.payload
  // Integrators learn that a comment has another key.
  const what = event.payload.what === 'moved' ? 'edited' : event.payload.what
  const key = await shownKey(r, project.id, keyId)
  if (key === null) return []
  const url = links.comment(keyId, language ?? project.sourceLanguage, commentId)
  const row = { key, language, commentId, threadId, what, ...(await partsOf(r, event, url)) }
  const rows = [{ language, namespace: key.namespace, row }]
  return [{ type: 'comments.changed', rows, counted: null, at: event.at }]
}

async function taskEvents(
  r: Reader,
  event: EventOf<'task.changed'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { taskId, what } = event.payload
  const title = (await taskById(r, project.id, taskId))?.title ?? null
  const row = { taskId, title, what, ...(await partsOf(r, event, links.page('tasks'))) }
  return [{ type: 'tasks.changed', rows: [{ ...NOWHERE, row }], counted: null, at: event.at }]
}

async function importEvents(
  r: Reader,
  { payload: { jobId, hasEnded }, at }: EventOf<'job.changed'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const job = hasEnded ? await jobById(r, jobId) : null
  if (job === null || !isJobKind(job.kind) || !JOBS[job.kind].isImport) return []
  const { state } = job
  if (state !== 'done' && state !== 'failed' && state !== 'cancelled') return []
  const operation = job.operationId === null ? null : await operationById(r, project.id, job.operationId)
  const by = { id: job.startedBy.id, name: job.startedBy.name }
  const row = { jobId, state, counts: countsOf(operation), by, at, url: links.page('activity') }
  return [{ type: 'imports.finished', rows: [{ ...NOWHERE, row }], counted: null, at }]
}

async function newConflictEvents(
  r: Reader,
  event: EventOf<'files.changed'>,
  { project, links, conflictsTo }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const found = await allConflictsAfter(r, project.id, conflictsTo)
  if (found.length === 0) return []
  const shared = await partsOf(r, event, links.page('files'))
  const rows = found.map(({ id: conflictId, keyId, name, language, namespace }) => {
    const key = { id: keyId, name }
    const row = { what: 'found' as const, conflictId, language, namespace, key, ...shared }
    return { language, namespace, row }
  })
  return [{ type: 'conflicts.changed', rows, counted: null, at: event.at }]
}

/** Returns all of them, because no later event reports the rest of those that one transaction added. */
async function allConflictsAfter(r: Reader, projectId: number, after: number) {
  const found: Awaited<ReturnType<typeof conflictsAfter>>[number][] = []
  for (;;) {
    const page = await conflictsAfter(r, projectId, found.at(-1)?.id ?? after, CONFLICTS_PER_READ)
    found.push(...page)
    if (page.length < CONFLICTS_PER_READ) return found
  }
}

async function resolvedConflictEvents(
  r: Reader,
  event: EventOf<'conflict.resolved'>,
  { links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { language, namespace } = event.payload
  const shared = await partsOf(r, event, links.page('files'))
  const row = { what: 'resolved' as const, conflictId: null, language, namespace, key: null, ...shared }
  return [{ type: 'conflicts.changed', rows: [{ language, namespace, row }], counted: null, at: event.at }]
}

async function personEvents(
  r: Reader,
  event: EventOf<'membership.changed'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { userId } = event.payload
  const member = { id: `user:${userId}`, name: (await userById(r, userId))?.name ?? null }
  const role = await ownRole(r, { userId, projectId: project.id })
  const row = { member, role, ...(await partsOf(r, event, links.page('members'))) }
  return [{ type: 'members.changed', rows: [{ ...NOWHERE, row }], counted: null, at: event.at }]
}

async function groupEvents(
  r: Reader,
  event: EventOf<'group.changed'>,
  { links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { groupId } = event.payload
  const member = { id: `group:${groupId}`, name: (await groupById(r, groupId))?.name ?? null }
  const row = { member, role: null, ...(await partsOf(r, event, links.page('members'))) }
  return [{ type: 'members.changed', rows: [{ ...NOWHERE, row }], counted: null, at: event.at }]
}

/** Of a row that is about no language and no namespace. */
const NOWHERE = { language: null, namespace: null } as const

const CONFLICTS_PER_READ = 500

async function contentEvents(
  r: Reader,
  { payload, actorId, at }: EventOf<'content.changed'>,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { operationId, version, translations, keys, files, namespaces } = payload
  // Texts were only checked.
  if (operationId === 0) return []
  const operation = await operationById(r, project.id, operationId)
  const by = await byOf(r, actorId)
  const webhookEvents: WebhookEvent[] = []
  const ofOperation = { projectId: project.id, operationId, limit: WEBHOOK_ROWS_MAX }

  // A transaction that only added or removed languages lists no keys, and has counted none.
  const haveKeysChanged = namespaces.length > 0 || payload.languages === undefined
  if (keys === null ? haveKeysChanged : keys.length > 0) {
    const written = await writtenKeys(r, { ...ofOperation, named: keys })
    const rows = written.map(({ id, namespace, name, what, before }) => {
      const url = what === 'removed' ? links.page('activity') : links.key(namespace, name)
      const row = { key: { id, namespace, name }, what, before, by, at, url }
      return { language: null, namespace, formerNamespace: before?.namespace, row }
    })
    const counted =
      keys === null
        ? namespaces.map((one) => ({ language: null, namespace: one.namespace, count: one.keys }))
        : null
    webhookEvents.push({ type: 'keys.changed', rows, counted, at })
  }

  if (translations === null || translations.length > 0) {
    const languages = [...new Set(files.map(({ language }) => language))]
    const asked = { ...ofOperation, version, named: translations, languages }
    const written = await writtenTexts(r, asked)
    const rowsOf = (texts: typeof written) =>
      texts.map(({ key, language, state, version: textVersion }) => {
        const url = links.text(key.id, language)
        const row = { key, language, state, version: textVersion, by, at, url }
        return { language, namespace: key.namespace, row }
      })
    const isReview = (text: (typeof written)[number]) => text.isNowReviewed && !text.haveWordsChanged
    const changed = written.filter((text) => !isReview(text))
    const reviewed = written.filter(({ isNowReviewed }) => isNowReviewed)
    // If there are too many to list, those that were read represent all.
    const counted =
      translations === null
        ? files.map(({ language, namespace, texts }) => ({ language, namespace, count: texts }))
        : null
    const areAllReviewed = reviewed.length === written.length && written.length > 0
    if (changed.length > 0 || (counted !== null && !areAllReviewed))
      webhookEvents.push({ type: 'texts.changed', rows: rowsOf(changed), counted, at })
    if (reviewed.length > 0)
      webhookEvents.push({
        type: 'texts.reviewed',
        rows: rowsOf(reviewed),
        counted: areAllReviewed ? counted : null,
        at,
      })
  }

  const languages = payload.languages ?? (await languagesOf(r, operation))
  if (languages.length > 0) {
    const rows = languages.map(({ language, what }) => {
      return { language, namespace: null, row: { language, what, by, at, url: links.page('overview') } }
    })
    webhookEvents.push({ type: 'languages.changed', rows, counted: null, at })
  }

  if (operation?.kind === 'sync') {
    const row = { operationId, counts: countsOf(operation), by, at, url: links.page('files') }
    webhookEvents.push({
      type: 'sync.done',
      rows: [{ language: null, namespace: null, row }],
      counted: null,
      at,
    })
  }
  return webhookEvents
}

/** Returns the languages of the whole operation, for events of earlier versions, which do not say theirs. */
async function languagesOf(r: Reader, operation: OperationRow | null): Promise<readonly WrittenLanguage[]> {
  return operation !== null && OF_LANGUAGES.has(operation.kind) ? writtenLanguages(r, operation.id) : []
}

function countsOf(operation: OperationRow | null): WebhookRowOf<'sync.done'>['counts'] {
  const { keysAdded = 0, keysEdited = 0, keysRemoved = 0, translations: texts = 0 } = operation?.summary ?? {}
  return { keysAdded, keysEdited, keysRemoved, texts }
}

async function shownKey(r: Reader, projectId: number, keyId: number) {
  const key = await keyById(r, projectId, keyId)
  return key && { id: key.id, namespace: key.namespace, name: key.name }
}

/** Returns who it was, with the current name; for the program itself the id says enough. */
async function byOf(r: Reader, id: string | null): Promise<By> {
  if (id === null) return null
  const userId = userIdOf(parseActorId(id))
  return { id, name: userId === null ? null : ((await userById(r, userId))?.name ?? null) }
}
