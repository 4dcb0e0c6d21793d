import type { NotificationReply } from '@dragoman/contract'

/** Returns the search line that finds the strings of a task or an import; null for other notifications. */
export function searchOfItem({ kind, task, strings }: NotificationReply): string | null {
  if (task !== null) return `task:${task.id}`
  const namespaces = (strings ?? []).map(({ namespace }) => `ns:${namespace}`).join(' ')
  if (kind === 'new-strings') return `state:untranslated ${namespaces}`
  return kind === 'source-changed' ? `is:outdated ${namespaces}` : null
}
