/** The tabs of the screen for owners, as named in its URL. */
export const ADMIN_TABS = [
  'people',
  'groups',
  'projects',
  'sessions',
  'sign-in',
  'jobs',
  'backups',
  'audit',
  'system',
] as const
export type AdminTab = (typeof ADMIN_TABS)[number]
