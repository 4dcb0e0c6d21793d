import { webhookById } from '@dragoman/store'
import { endOthers } from '../end-others.ts'
import { managersOf } from '../managers-of.ts'
import type { NotificationRule } from '../rule.ts'

/**
 * A webhook that was turned off because deliveries failed needs a manager until it is on again, or deleted.
 */
export const followWebhooks: NotificationRule = {
  async follow(r, event) {
    if (event.kind !== 'webhook.changed' || event.projectId === null) return []
    const { projectId } = event
    const { webhookId, what } = event.payload
    if (what === 'wanted') return []
    const webhook = await webhookById(r, webhookId)
    const off = { projectId, kind: 'webhook-off', subjectId: webhookId } as const
    if (webhook === null || webhook.isOn || what !== 'turned-off') return [await endOthers(r, off)]
    // One that was turned on and off again since is another subject.
    const subject = `webhook:${webhookId}:${webhook.fromEvent}`
    const about = {
      ...off,
      subject,
      keyId: null,
      language: null,
      payload: { text: webhook.description === '' ? new URL(webhook.url).host : webhook.description },
      actorId: null,
    } as const
    const managers = await managersOf(r, projectId)
    return [
      await endOthers(r, off, subject),
      { kind: 'notify', notifications: managers.map((userId) => ({ ...about, userId })) },
    ]
  },
}
