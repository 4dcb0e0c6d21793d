/** Topics that people can choose for a webhook. */
export const WEBHOOK_TOPICS = [
  'texts',
  'review',
  'keys',
  'languages',
  'suggestions',
  'comments',
  'tasks',
  'imports',
  'sync',
  'members',
] as const
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

/** Types of deliveries. */
export const WEBHOOK_TYPES = [
  'texts.changed',
  'texts.reviewed',
  'texts.rejected',
  'keys.changed',
  'languages.changed',
  'suggestions.changed',
  'comments.changed',
  'tasks.changed',
  'imports.finished',
  'sync.done',
  'conflicts.changed',
  'members.changed',
] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

/** Requested by a person to test deliveries. */
export const WEBHOOK_TEST = 'webhook.test'

const TOPIC_OF: Readonly<Record<WebhookType, WebhookTopic>> = {
  'texts.changed': 'texts',
  'texts.reviewed': 'review',
  'texts.rejected': 'review',
  'keys.changed': 'keys',
  'languages.changed': 'languages',
  'suggestions.changed': 'suggestions',
  'comments.changed': 'comments',
  'tasks.changed': 'tasks',
  'imports.finished': 'imports',
  'sync.done': 'sync',
  'conflicts.changed': 'sync',
  'members.changed': 'members',
}

/** Returns the topic that has to be chosen for deliveries of this type. */
export function topicOf(type: WebhookType): WebhookTopic {
  return TOPIC_OF[type]
}
