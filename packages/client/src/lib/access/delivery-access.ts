import type { ProjectReply, SessionReply } from '@dragoman/contract'

/**
 * Who can load a project's translations: `anyone`, apps with a `token`, or `not-asked` if the folder is served
 * without `--deliver`. Who sees the project is another setting, its sharing.
 */
export type DeliveryAccess = 'anyone' | 'token' | 'not-asked'

export function deliveryAccess(project: ProjectReply, delivery: SessionReply['delivery']): DeliveryAccess {
  if (delivery !== 'per-project') return delivery === 'public' ? 'anyone' : 'not-asked'
  return project.settings.deliverPublic ? 'anyone' : 'token'
}
