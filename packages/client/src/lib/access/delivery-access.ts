import type { ProjectReply, SessionReply } from '@dragoman/contract'

/**
 * Whether apps can load a project's translations: `public`, `private` by the project's setting, or
 * `not-asked` if the folder is served without `--deliver`.
 */
export type DeliveryAccess = 'public' | 'private' | 'not-asked'

export function deliveryAccess(project: ProjectReply, delivery: SessionReply['delivery']): DeliveryAccess {
  if (delivery !== 'per-project') return delivery === 'public' ? 'public' : 'not-asked'
  return project.settings.deliverPublic ? 'public' : 'private'
}
