import { webhookById } from '@dragoman/store'
import { endOthers, notifyOfSubject } from '../end-others.ts'
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
    const text = webhook.description === '' ? new URL(webhook.url).host : webhook.description
    const userIds = await managersOf(r, projectId)
    return notifyOfSubject(r, off, { subject, payload: { text }, userIds })
  },
}
