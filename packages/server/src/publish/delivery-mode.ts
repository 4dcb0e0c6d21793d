import type { ChannelRow, ProjectRow } from '@dragoman/store'

/**
 * Who can load delivered files: as each project says, everyone (`dragoman FOLDER --deliver`), or no one
 * without a session.
 */
export type DeliveryMode = 'per-project' | 'public' | 'private'

/** Whether everyone can load the files of a channel. */
export function isPubliclyDelivered(
  mode: DeliveryMode,
  project: Pick<ProjectRow, 'settings'>,
  channel: Pick<ChannelRow, 'settings'>,
): boolean {
  if (mode !== 'per-project') return mode === 'public'
  return channel.settings.isPublic ?? project.settings.deliverPublic
}
