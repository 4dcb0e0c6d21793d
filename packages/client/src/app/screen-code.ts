import type { ScreenId } from './screens.ts'

/** The code of each screen, loaded on demand. */
export const SCREEN_CODE = {
  setup: () => import('../routes/setup.tsx'),
  'sign-in': () => import('../routes/sign-in.tsx'),
  'sign-in-oidc': () => import('../routes/sign-in-oidc.tsx'),
  reset: () => import('../routes/reset.tsx'),
  confirm: () => import('../routes/confirm.tsx'),
  account: () => import('../routes/account.tsx'),
  invite: () => import('../routes/invite.tsx'),
  connect: () => import('../routes/connect.tsx'),
  projects: () => import('../routes/projects.tsx'),
  inbox: () => import('../routes/inbox.tsx'),
  unsubscribe: () => import('../routes/unsubscribe.tsx'),
  admin: () => import('../routes/admin.tsx'),
  project: () => import('../routes/project.tsx'),
  overview: () => import('../routes/overview.tsx'),
  translate: () => import('../routes/translate.tsx'),
  review: () => import('../routes/review.tsx'),
  keys: () => import('../routes/keys.tsx'),
  files: () => import('../routes/files.tsx'),
  releases: () => import('../routes/releases.tsx'),
  activity: () => import('../routes/activity.tsx'),
  tasks: () => import('../routes/tasks.tsx'),
  members: () => import('../routes/members.tsx'),
  audit: () => import('../routes/audit.tsx'),
  settings: () => import('../routes/settings.tsx'),
} satisfies Readonly<Record<ScreenId, () => Promise<unknown>>>
