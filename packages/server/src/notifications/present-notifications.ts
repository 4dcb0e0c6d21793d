import type { NotificationReply } from '@dragoman/contract'
import { type ActorId, isAbout, type Principal, userIdOf } from '@dragoman/core'
import { keyById, type NotificationRow, type ProjectRow, type Reader, userById } from '@dragoman/store'
import { maySeeNames } from '../access/may-see-names.ts'
import { presentActor } from '../areas/present.ts'
import { ruleOf } from './all-rules.ts'
import { maySee } from './may-see.ts'
import type { NotificationRule, ShownState } from './rule.ts'

/**
 * Presents notifications with the current state of what they are about. Leaves out those that the person
 * cannot see, and those of projects that are not given.
 */
export async function presentNotifications(
  r: Reader,
  all: readonly NotificationRow[],
  { principal, projects }: { readonly principal: Principal | null; readonly projects: readonly ProjectRow[] },
  now: Date,
): Promise<NotificationReply[]> {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const rows = all.filter((row) => byId.has(row.projectId) && maySee(principal, row))
  const actors = new Map<ActorId, NotificationReply['actor']>()
  const stateOf = await loadStates(r, rows, now)

  async function actorOf(id: ActorId | null): Promise<NotificationReply['actor']> {
    if (id === null) return null
    const userId = userIdOf(id)
    const known = actors.get(id)
    if (known !== undefined) return known
    const user = userId === null ? null : await userById(r, userId)
    const actor = user && presentActor({ id, name: user.name })
    actors.set(id, actor)
    return actor
  }

  const at = now.toISOString()
  const items: NotificationReply[] = []
  for (const row of rows) {
    const project = byId.get(row.projectId)
    if (project === undefined) continue
    const key = row.keyId === null ? null : await keyById(r, row.projectId, row.keyId)
    items.push({
      id: row.id,
      kind: row.kind,
      project: { slug: project.slug, name: project.name },
      key: key && { id: key.id, namespace: key.namespace, name: key.name },
      language: row.language,
      actor: maySeeNames(principal, project) ? await actorOf(row.actorId) : null,
      at: row.createdAt,
      laterUntil: row.laterUntil !== null && row.laterUntil > at ? row.laterUntil : null,
      doneAt: row.doneAt,
      isDoneByWork: row.doneBy === 'work',
      text: row.payload.text ?? null,
      reason: row.payload.reason ?? null,
      problem: row.payload.problem === undefined ? null : presentProblem(row.payload.problem),
      commentId: isAbout(row.kind, 'comment') ? row.subjectId : null,
      threadId: row.payload.thread ?? null,
      strings: null,
      task: null,
      ...(await stateOf(row)),
    })
  }
  return items
}

function presentProblem({
  code,
  params,
}: NonNullable<NotificationRow['payload']['problem']>): NotificationReply['problem'] {
  return { code, params: { ...params } }
}

/** Loads the current state of what notifications are about, each kind of thing together. */
async function loadStates(
  r: Reader,
  rows: readonly NotificationRow[],
  now: Date,
): Promise<(row: NotificationRow) => Promise<ShownState>> {
  const states = new Map<NotificationRule, (row: NotificationRow) => Promise<ShownState>>()
  for (const rule of new Set(rows.map(ruleOf))) {
    const own = rows.filter((row) => ruleOf(row) === rule)
    if (rule.load) states.set(rule, await rule.load(r, own, now))
  }
  return async (row) => (await states.get(ruleOf(row))?.(row)) ?? {}
}
