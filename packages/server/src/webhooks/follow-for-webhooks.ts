import { groupBy } from '@dragoman/core'
import { activeWebhooks, type ProjectRow, projectById, type Reader, type WebhookRow } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { type Follower, openFollower } from '../events/open-follower.ts'
import type { NumberedEvent } from '../events/subscriber.ts'
import { gatherMessages, type WebhookEffect } from './gather-messages.ts'
import { linksOf } from './links.ts'
import { contentOf, type WebhookEvent } from './webhook-event.ts'
import { webhookEventsOf } from './webhook-events-of.ts'

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
    const byProject = groupBy(await activeWebhooks(r), ({ projectId }) => projectId)
    if (byProject.size === 0) return effects
    const sentConflicts = new Map<number, number>()
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
        effects.push(...(await effectsOfEvent(r, event, project, { webhooks, sentConflicts })))
    }
    return effects
  }

  async function effectsOfEvent(
    r: Reader,
    event: NumberedEvent,
    project: ProjectRow,
    of: { readonly webhooks: readonly WebhookRow[]; readonly sentConflicts: Map<number, number> },
  ): Promise<readonly WebhookEffect[]> {
    const { id: projectId } = project
    const effects: WebhookEffect[] = []
    const sentUpTo = of.sentConflicts.get(projectId) ?? 0
    const conflictsTo = Math.max(sentUpTo, Math.max(...of.webhooks.map((one) => one.conflictsTo)))
    const links = linksOf(publicOrigin(), project.slug)
    for (const webhookEvent of await webhookEventsOf(r, event, { project, links, conflictsTo })) {
      for (const webhook of of.webhooks) {
        const content = contentOf(webhook, webhookEvent)
        if (content !== null) effects.push({ kind: 'content', content })
      }
      const to = newestConflictIn(webhookEvent)
      if (to === null) continue
      of.sentConflicts.set(projectId, to)
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
      await gatherMessages(w, effects, { now: now(), origin: publicOrigin(), timings })
      w.afterCommit(onGathered)
    },
    skipsFailing: true,
    ignores: new Set(['webhook.changed', 'notifications.changed']),
    pauseMs: timings.webhookPauseMs,
    pollMs: timings.followerPollMs,
    onLead,
  })
}

function newestConflictIn(webhookEvent: WebhookEvent): number | null {
  if (webhookEvent.type !== 'conflicts.changed') return null
  return webhookEvent.rows.at(-1)?.row.conflictId ?? null
}
