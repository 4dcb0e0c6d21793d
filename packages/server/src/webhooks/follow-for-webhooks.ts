import { activeWebhooks, type ProjectRow, projectById, type Reader, type WebhookRow } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { type Follower, openFollower } from '../events/open-follower.ts'
import type { NumberedEvent } from '../events/subscriber.ts'
import { gatherTold, type WebhookEffect } from './gather-told.ts'
import { type Happening, toldOf } from './happening.ts'
import { happeningsOf } from './happenings-of.ts'
import { linksOf } from './links.ts'

export const WEBHOOKS = 'webhooks'

/**
 * Follows the events and creates deliveries; calls `onGathered` when there are some, `onLead` when this
 * process sends.
 */
export function followForWebhooks(
  {
    store,
    now,
    log,
    leases,
    publicOrigin,
    timings,
  }: Pick<Deps, 'store' | 'now' | 'log' | 'leases' | 'publicOrigin' | 'timings'>,
  { onGathered, onLead }: { readonly onGathered: () => void; readonly onLead: () => void },
): Follower {
  async function effectsOf(r: Reader, events: readonly NumberedEvent[]): Promise<readonly WebhookEffect[]> {
    const effects: WebhookEffect[] = []
    const byProject = new Map<number, WebhookRow[]>()
    for (const webhook of await activeWebhooks(r)) {
      const list = byProject.get(webhook.projectId)
      if (list === undefined) byProject.set(webhook.projectId, [webhook])
      else list.push(webhook)
    }
    if (byProject.size === 0) return effects
    const conflictsTold = new Map<number, number>()
    const projects = new Map<number, ProjectRow | null>()
    for (const event of events) {
      const { projectId } = event
      if (projectId === null) continue
      const webhooks = (byProject.get(projectId) ?? []).filter(
        ({ fromEvent }) => event.position.number > fromEvent,
      )
      if (webhooks.length === 0) continue
      const known = projects.get(projectId)
      const project = known === undefined ? await projectById(r, projectId) : known
      projects.set(projectId, project)
      if (project !== null)
        effects.push(...(await effectsOfEvent(r, event, project, { webhooks, conflictsTold })))
    }
    return effects
  }

  async function effectsOfEvent(
    r: Reader,
    event: NumberedEvent,
    project: ProjectRow,
    of: { readonly webhooks: readonly WebhookRow[]; readonly conflictsTold: Map<number, number> },
  ): Promise<readonly WebhookEffect[]> {
    const { id: projectId } = project
    const effects: WebhookEffect[] = []
    const toldTo = of.conflictsTold.get(projectId) ?? 0
    const conflictsTo = Math.max(toldTo, Math.max(...of.webhooks.map((one) => one.conflictsTo)))
    const links = linksOf(publicOrigin(), project.slug)
    for (const happening of await happeningsOf(r, event, { project, links, conflictsTo })) {
      for (const webhook of of.webhooks) {
        const told = toldOf(webhook, happening)
        if (told !== null) effects.push({ kind: 'told', told })
      }
      const to = newestConflictIn(happening)
      if (to === null) continue
      of.conflictsTold.set(projectId, to)
      for (const { id } of of.webhooks) effects.push({ kind: 'conflicts', webhookId: id, to })
    }
    return effects
  }

  return openFollower<WebhookEffect>({
    name: WEBHOOKS,
    store,
    log,
    leases,
    effectsOf,
    async apply(w, effects) {
      if (effects.length === 0) return
      await gatherTold(w, effects, { now: now(), origin: publicOrigin(), timings })
      w.afterCommit(onGathered)
    },
    ignores: new Set(['webhook.changed', 'notifications.changed']),
    pauseMs: timings.webhookPauseMs,
    pollMs: timings.followerPollMs,
    onLead,
  })
}

function newestConflictIn(happening: Happening): number | null {
  if (happening.type !== 'conflicts.changed') return null
  return happening.rows.at(-1)?.row.conflictId ?? null
}
