/** All texts that each screen needs in addition to `common`, so that none is loaded after the screen. */
export const ROUTE_TEXTS = {
  setup: ['session', 'failures'],
  'sign-in': ['session', 'failures'],
  'sign-in-oidc': ['session', 'failures'],
  unsubscribe: ['inbox', 'failures'],
  reset: ['session', 'failures'],
  confirm: ['session', 'failures'],
  account: ['account', 'inbox', 'members', 'session', 'status', 'failures'],
  invite: ['invitation', 'members', 'session', 'failures'],
  connect: ['editing', 'session', 'status', 'failures', 'issues'],
  projects: ['projects', 'branches', 'tasks', 'status', 'failures', 'issues'],
  admin: ['admin', 'audit', 'branches', 'formats', 'members', 'session', 'status', 'failures', 'issues'],
  project: ['branches', 'members', 'visitor', 'status', 'failures', 'issues'],
  overview: ['overview', 'activity', 'files', 'tasks'],
  tasks: ['tasks'],
  translate: ['translations', 'comments', 'review'],
  review: ['review', 'translations', 'comments'],
  keys: ['keys', 'translations'],
  files: ['files', 'formats', 'git', 'forge', 'session', 'translations'],
  releases: ['releases', 'translations', 'formats'],
  activity: ['activity'],
  members: ['settings'],
  audit: ['audit', 'formats'],
  settings: ['settings', 'webhooks', 'editing'],
  inbox: ['inbox', 'tasks', 'comments', 'review', 'translations', 'status', 'forge', 'failures', 'issues'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const BY_NAME: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(ROUTE_TEXTS))

/**
 * Returns the texts of the screen at a path, so that they are loaded together with `common` and not after it.
 */
export function textsAt(pathname: string): readonly string[] {
  const [first = '', , screen = ''] = pathname.split('/').filter((step) => step !== '')
  if (first !== 'p') return BY_NAME.get(first) ?? []
  return [...ROUTE_TEXTS.project, ...(BY_NAME.get(screen) ?? [])]
}
