import type { ProjectRow } from '@dragoman/store'

/**
 * Who may load delivered files: as each project says, everybody (`dragoman FOLDER --deliver`), or nobody
 * without a session.
 */
export type DeliveryMode = 'per-project' | 'public' | 'private'

/** Whether anybody may load the files of a project. */
export function isPubliclyDelivered(mode: DeliveryMode, project: Pick<ProjectRow, 'settings'>): boolean {
  return mode === 'per-project' ? project.settings.deliverPublic : mode === 'public'
}
