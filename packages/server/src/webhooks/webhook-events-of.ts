import { isJobKind, JOBS, WEBHOOK_ROWS_MAX, type WebhookRowOf } from '@dragoman/contract'
import { parseActorId, userIdOf } from '@dragoman/core'
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

type ContentChanged = Extract<NumberedEvent, { kind: 'content.changed' }>
type By = WebhookRowOf<'sync.done'>['by']

/** Operations that can add or remove languages. */
const OF_LANGUAGES: ReadonlySet<string> = new Set(['languages', 'undo', 'import', 'sync'])

/**
 * Returns what an event of a project means for webhooks, as of now: rows that are gone by then are left out.
 */
export async function webhookEventsOf(
  r: Reader,
  event: NumberedEvent,
  context: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { project, links, conflictsTo } = context
  const { at } = event
  const one = { counted: null, at } as const
  const parts = async (url: string) => ({ by: await byOf(r, event.actorId), at, url })
  switch (event.kind) {
    case 'content.changed':
      return contentEvents(r, event, context)
    case 'translation.rejected': {
      const { keyId, language, rejectionId } = event.payload
      const key = await shownKey(r, project.id, keyId)
      if (key === null) return []
      const row = { key, language, rejectionId, ...(await parts(links.text(keyId, language))) }
      return [{ type: 'texts.rejected', rows: [{ language, namespace: key.namespace, row }], ...one }]
    }
    case 'suggestion.changed': {
      const { keyId, language, suggestionId, what } = event.payload
      const key = what === 'voted' ? null : await shownKey(r, project.id, keyId)
      if (key === null || what === 'voted') return []
      const row = { key, language, suggestionId, what, ...(await parts(links.text(keyId, language))) }
      return [{ type: 'suggestions.changed', rows: [{ language, namespace: key.namespace, row }], ...one }]
    }
    case 'comment.changed': {
      const { keyId, language, commentId, threadId, what } = event.payload
      const key = await shownKey(r, project.id, keyId)
      if (key === null) return []
      const url = links.comment(keyId, language ?? project.sourceLanguage, commentId)
      const row = { key, language, commentId, threadId, what, ...(await parts(url)) }
      return [{ type: 'comments.changed', rows: [{ language, namespace: key.namespace, row }], ...one }]
    }
    case 'task.changed': {
      const { taskId, what } = event.payload
      const title = (await taskById(r, project.id, taskId))?.title ?? null
      const row = { taskId, title, what, ...(await parts(links.page('tasks'))) }
      return [{ type: 'tasks.changed', rows: [{ language: null, namespace: null, row }], ...one }]
    }
    case 'job.changed': {
      const { jobId, hasEnded } = event.payload
      const job = hasEnded ? await jobById(r, jobId) : null
      if (job === null || !isJobKind(job.kind) || !JOBS[job.kind].isImport) return []
      const { state } = job
      if (state !== 'done' && state !== 'failed' && state !== 'cancelled') return []
      const operation = job.operationId === null ? null : await operationById(r, project.id, job.operationId)
      const by = { id: job.startedBy.id, name: job.startedBy.name }
      const row = { jobId, state, counts: countsOf(operation), by, at, url: links.page('activity') }
      return [{ type: 'imports.finished', rows: [{ language: null, namespace: null, row }], ...one }]
    }
    case 'files.changed': {
      const found = await conflictsAfter(r, project.id, conflictsTo, CONFLICTS_AT_ONCE)
      if (found.length === 0) return []
      const shared = await parts(links.page('files'))
      const rows = found.map(({ id: conflictId, keyId, name, language, namespace }) => {
        const row = {
          what: 'found' as const,
          conflictId,
          language,
          namespace,
          key: { id: keyId, name },
          ...shared,
        }
        return { language, namespace, row }
      })
      return [{ type: 'conflicts.changed', rows, ...one }]
    }
    case 'conflict.resolved': {
      const { language, namespace } = event.payload
      const shared = await parts(links.page('files'))
      const row = { what: 'resolved' as const, conflictId: null, language, namespace, key: null, ...shared }
      return [{ type: 'conflicts.changed', rows: [{ language, namespace, row }], ...one }]
    }
    case 'membership.changed': {
      const { userId } = event.payload
      const member = { id: `user:${userId}`, name: (await userById(r, userId))?.name ?? null }
      const role = await ownRole(r, { userId, projectId: project.id })
      const row = { member, role, ...(await parts(links.page('members'))) }
      return [{ type: 'members.changed', rows: [{ language: null, namespace: null, row }], ...one }]
    }
    case 'group.changed': {
      const { groupId } = event.payload
      const group = await groupById(r, groupId)
      const member = { id: `group:${groupId}`, name: group?.name ?? null }
      const row = { member, role: null, ...(await parts(links.page('members'))) }
      return [{ type: 'members.changed', rows: [{ language: null, namespace: null, row }], ...one }]
    }
    default:
      return []
  }
}

const CONFLICTS_AT_ONCE = 500

async function contentEvents(
  r: Reader,
  { payload, actorId, at }: ContentChanged,
  { project, links }: HappeningContext,
): Promise<readonly WebhookEvent[]> {
  const { operationId, version, translations, keys, files, namespaces } = payload
  const operation = await operationById(r, project.id, operationId)
  const by = await byOf(r, actorId)
  const webhookEvents: WebhookEvent[] = []
  const ofOperation = { projectId: project.id, operationId, limit: WEBHOOK_ROWS_MAX }

  if (keys === null || keys.length > 0) {
    const written = await writtenKeys(r, { ...ofOperation, named: keys })
    const rows = written.map(({ id, namespace, name, what, before }) => {
      const url = what === 'removed' ? links.page('activity') : links.key(name)
      const row = { key: { id, namespace, name }, what, before, by, at, url }
      return { language: null, namespace, row }
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

  if (operation !== null && OF_LANGUAGES.has(operation.kind)) {
    const rows = (await writtenLanguages(r, operationId)).map(({ language, what }) => {
      return { language, namespace: null, row: { language, what, by, at, url: links.page('overview') } }
    })
    if (rows.length > 0) webhookEvents.push({ type: 'languages.changed', rows, counted: null, at })
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
