import type { SessionReply } from '@dragoman/contract'
import type { ProjectAction } from '@dragoman/core'
import { firstPageAddress } from '../lib/server/editor-page.ts'

/** Where a screen of a project is opened. */
type ScreenPlace = {
  /** Both encoded as in the URL. */
  readonly project: string
  readonly language: string
  readonly search: URLSearchParams
}

/** Everything about a screen but its route and its icon (`shell/rail-links.ts`). */
type ScreenDeclaration = {
  /** The texts it needs in addition to `common`, so that none is loaded after the screen. */
  readonly texts: readonly string[]
  /** Returns the URL of the data that it shows first, so that they are loaded together with its code. */
  readonly data?: (place: ScreenPlace) => string
  /** The path whose code is preloaded, for screens that work at least in part without a connection. */
  readonly preload?: string
  /** Can be used without signing in. */
  readonly isOpen?: true
  /** Visitors without an account see it in a project that is shared with everyone. */
  readonly isPublic?: true
  /** Translation branches have nothing of their own on it: it is only in the project. */
  readonly isOfParent?: boolean
  /** Its link in the rail, its command in the palette, and its shortcut. */
  readonly railLink?: {
    /** `g` and then the letter opens it. */
    readonly letter: string
    /** The permission needed to show anything. */
    readonly needs: ProjectAction
    /** Someone who is the only user, signed in by a link, has no use for it. */
    readonly isForTeams?: boolean
  }
}

const READ = 'project.read'
const HISTORY = 'history.read'

/** All screens: those of a project in the order of the rail, and most used first. */
export const SCREENS = {
  translate: {
    texts: ['translations', 'comments', 'review'],
    isPublic: true,
    data: ({ project, language, search }) =>
      firstPageAddress({ project, language, q: search.get('q') ?? '' }),
    preload: '/p/$project/translate/$language',
    railLink: { letter: 't', needs: READ },
  },
  review: {
    texts: ['review', 'translations', 'comments'],
    preload: '/p/$project/review/$language',
    railLink: { letter: 'r', needs: HISTORY },
  },
  tasks: {
    texts: ['tasks'],
    isOfParent: true,
    railLink: { letter: 'w', needs: HISTORY, isForTeams: true },
  },
  overview: {
    texts: ['overview', 'activity', 'files', 'tasks'],
    isPublic: true,
    data: ({ project }) => `/api/projects/${project}/overview`,
    preload: '/p/$project/overview',
    railLink: { letter: 'o', needs: READ },
  },
  keys: {
    texts: ['keys', 'translations'],
    preload: '/p/$project/keys',
    railLink: { letter: 'k', needs: READ },
  },
  files: {
    texts: ['files', 'formats', 'git', 'forge', 'session', 'translations'],
    railLink: { letter: 'f', needs: 'files.read' },
  },
  releases: {
    texts: ['releases', 'translations', 'formats'],
    isOfParent: true,
    railLink: { letter: 'l', needs: HISTORY },
  },
  activity: { texts: ['activity'], railLink: { letter: 'a', needs: HISTORY } },
  members: { texts: ['settings'], isOfParent: true, railLink: { letter: 'm', needs: 'members.read' } },
  settings: {
    texts: ['settings', 'webhooks', 'editing'],
    isOfParent: true,
    railLink: { letter: 's', needs: READ },
  },
  audit: { texts: ['audit', 'formats'], isOfParent: true },
  /** The frame of all screens of a project. */
  project: { texts: ['branches', 'members', 'visitor', 'status', 'failures', 'issues'] },
  inbox: {
    texts: ['inbox', 'tasks', 'comments', 'review', 'translations', 'status', 'forge', 'failures', 'issues'],
    preload: '/inbox',
  },
  projects: { texts: ['projects', 'branches', 'tasks', 'status', 'failures', 'issues'] },
  account: { texts: ['account', 'inbox', 'members', 'session', 'status', 'failures'] },
  admin: {
    texts: ['admin', 'audit', 'branches', 'formats', 'members', 'session', 'status', 'failures', 'issues'],
  },
  connect: { texts: ['editing', 'session', 'status', 'failures', 'issues'] },
  setup: { texts: ['session', 'failures'], isOpen: true },
  'sign-in': { texts: ['session', 'failures'], isOpen: true },
  'sign-in-oidc': { texts: ['session', 'failures'], isOpen: true },
  unsubscribe: { texts: ['inbox', 'failures'], isOpen: true },
  reset: { texts: ['session', 'failures'], isOpen: true },
  confirm: { texts: ['session', 'failures'], isOpen: true },
  invite: { texts: ['invitation', 'members', 'session', 'failures'], isOpen: true },
} as const satisfies Readonly<Record<string, ScreenDeclaration>>
export type ScreenId = keyof typeof SCREENS

/** The screens of a project that have a link in the rail. */
export type RailScreenId = {
  [Id in ScreenId]: (typeof SCREENS)[Id] extends { readonly railLink: object } ? Id : never
}[ScreenId]

const BY_NAME: ReadonlyMap<string, ScreenDeclaration> = new Map(Object.entries(SCREENS))

const isScreen = (name: string): name is ScreenId => BY_NAME.has(name)

const stepsOf = (pathname: string) => pathname.split('/').filter((step) => step !== '')

/** Returns the screens at a path: in a project, its frame and the screen inside, which is its overview if none is named. */
export function screensAt(pathname: string): readonly ScreenId[] {
  const [first = '', second = '', third = ''] = stepsOf(pathname)
  if (first === 'p') return ['project', ...[third || 'overview'].filter(isScreen)]
  return [`${first}-${second}`, first].filter(isScreen).slice(0, 1)
}

/**
 * Returns the texts of the screen at a path, so that they are loaded together with `common` and not after it.
 */
export function textsAt(pathname: string): readonly string[] {
  return screensAt(pathname).flatMap((screen) => SCREENS[screen].texts)
}

/** Returns the URLs of the data that the screen at a path of a project shows first. */
export function dataAt(pathname: string, search: string): readonly string[] {
  const [, project = '', , language = ''] = stepsOf(pathname)
  const place = { project, language, search: new URLSearchParams(search) }
  return screensAt(pathname).flatMap((id) => BY_NAME.get(id)?.data?.(place) ?? [])
}

/** The part of the session that determines which screen is shown. */
export type SessionPart = Pick<SessionReply, 'setupNeeded' | 'actor' | 'firstProject'>

/**
 * Returns the path whose screen is shown at a path, since the router redirects to it; null if the project determines
 * that, for someone who is not signed in.
 */
export function destinationOf(
  pathname: string,
  { setupNeeded, actor, firstProject }: SessionPart,
): string | null {
  if (isOpen(pathname)) return pathname
  if (setupNeeded) return '/setup'
  if (actor === null) return isPublic(pathname) ? null : '/sign-in'
  if (pathname !== '/') return pathname
  return firstProject === null ? '/projects' : `/p/${firstProject}`
}

/** Returns whether the screen at a path can be used without signing in. */
export function isOpen(pathname: string): boolean {
  return screensAt(pathname).some((screen) => 'isOpen' in SCREENS[screen])
}

/** Returns whether translation branches have nothing of their own on a screen of a project. */
export function isOfParent(screen: string): boolean {
  return BY_NAME.get(screen)?.isOfParent === true
}

/** Returns whether visitors without an account see the page at a path, in a project that is shared with everyone. */
export function isPublic(pathname: string): boolean {
  const [first, , screen] = stepsOf(pathname)
  if (first !== 'p') return false
  // The address of the project alone leads to its overview.
  return screen === undefined || (isScreen(screen) && 'isPublic' in SCREENS[screen])
}
