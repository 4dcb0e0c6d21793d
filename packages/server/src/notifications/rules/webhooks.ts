import { webhookById } from '@dragoman/store'
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
    const subject = `webhook:${webhookId}`
    if (webhook === null || webhook.isOn || what !== 'turned-off')
      return [{ kind: 'done', projectId, subjects: [subject] }]
    const about = {
      projectId,
      kind: 'webhook-off',
      subject,
      keyId: null,
      language: null,
      subjectId: webhookId,
      payload: { text: webhook.description === '' ? new URL(webhook.url).host : webhook.description },
      actorId: null,
    } as const
    const managers = await managersOf(r, projectId)
    return [{ kind: 'notify', notifications: managers.map((userId) => ({ ...about, userId })) }]
  },
}
