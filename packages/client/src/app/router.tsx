import { isFailure } from '@dragoman/contract'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ADMIN_TABS, type AdminTab } from '../features/admin/admin-tabs.ts'
import { MEMBER_TABS, type MemberTab } from '../features/members/member-tabs.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { readReviewSearch } from '../features/review/review-search.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { accessOf } from '../lib/access/access.ts'
import { workIn } from '../lib/access/use-work.ts'
import { checkedSearch, idIn, oneOf, textIn, wordsIn } from '../lib/page/checked-search.ts'
import type { Saving } from '../lib/saving/create-saving.ts'
import { accountQuery } from '../lib/server/account-query.ts'
import { notePerson } from '../lib/server/call.ts'
import { fetchLatest } from '../lib/server/fetch-latest.ts'
import { overviewQuery } from '../lib/server/overview-query.ts'
import { queryClient } from '../lib/server/query-client.ts'
import { syntaxQuery } from '../lib/text/message-syntax.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PendingPage } from './PendingPage.tsx'
import { Root } from './Root.tsx'
import { RouteError } from './RouteError.tsx'
import { SCREEN_CODE } from './screen-code.ts'
import { isPublic, SCREENS, type ScreenId } from './screens.ts'
import { lastProject } from './shell/last-project.ts'

/** Created at the start and passed to the routes. */
export type RouterContext = { readonly saving: Saving }

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

/**
 * Returns the session, or redirects: to /setup while there is no owner, to /sign-in when not signed in. With
 * a session, pending saves are sent.
 */
async function requireSession(href: string, { saving }: RouterContext) {
  const session = await queryClient.ensureQueryData(sessionQueries.get())
  if (session.setupNeeded) throw redirect({ to: '/setup', search: {} })
  if (session.actor === null) throw redirect({ to: '/sign-in', search: { next: href } })
  if (!saving.start(session.actor.id)) await loadAgain(href)
  notePerson(session.actor.id)
  return session
}

/** Leaves the page, which has texts and data of another person in its memory. */
function loadAgain(href: string): Promise<never> {
  window.location.assign(href)
  return new Promise(() => {})
}

/**
 * Requires a session or a project that is shared with everyone; otherwise redirects to sign in, in the same
 * way for an inaccessible project and for none.
 */
async function requireReader(
  { href, pathname }: { readonly href: string; readonly pathname: string },
  slug: string,
  context: RouterContext,
) {
  const session = await queryClient.ensureQueryData(sessionQueries.get())
  if (session.setupNeeded || session.actor !== null) return requireSession(href, context)
  if (!isPublic(pathname)) throw redirect({ to: '/sign-in', search: { next: href } })
  try {
    // Never from the cache, which can have data of someone who was signed in.
    await queryClient.fetchQuery({ ...projectQueries.getAsVisitor(slug), staleTime: 0 })
  } catch (error) {
    if (!isFailure(error, 'not-signed-in')) throw error
    throw redirect({ to: '/sign-in', search: { next: href } })
  }
  if (!context.saving.start(null)) await loadAgain(href)
  return session
}

/** Texts and code of a route are loaded in parallel. */
const texts = (screen: ScreenId) => loadTexts(SCREENS[screen].texts)

/** Loads a project, and the code that parses its texts. */
async function loadProject(slug: string) {
  const project = await queryClient.ensureQueryData(projectQueries.get(slug))
  await queryClient.ensureQueryData(syntaxQuery(project))
}

/**
 * Returns the project whose rail and search surround a screen outside of projects: the last one opened, or
 * the first; null: there is none.
 */
async function projectAround(): Promise<string | null> {
  // The last project can have been deleted or have got another URL name since; only events make the list old here.
  const list = { ...projectQueries.list(), staleTime: Number.POSITIVE_INFINITY }
  const { projects } = await fetchLatest(queryClient, list)
  const last = lastProject()
  const slug = (projects.find((project) => project.slug === last) ?? projects[0])?.slug ?? null
  if (slug !== null) await loadProject(slug)
  return slug
}

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ location, context }) => {
    await requireSession(location.href, context)
    // The first project can have been deleted since.
    const session = await fetchLatest(queryClient, sessionQueries.get())
    if (session.firstProject === null) throw redirect({ to: '/projects' })
    throw redirect({ to: '/p/$project/overview', params: { project: session.firstProject } })
  },
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: checkedSearch<{ code?: string }>(({ code }) => ({
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
  })),
  loader: () => texts('setup'),
  component: lazyRouteComponent(SCREEN_CODE.setup, 'SetupRoute'),
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: checkedSearch<{ next?: string }>(({ next }) => ({
    next: typeof next === 'string' ? next : undefined,
  })),
  loader: () =>
    Promise.all([
      texts('sign-in'),
      queryClient.prefetchQuery(sessionQueries.get()),
      queryClient.prefetchQuery(sessionQueries.provider()),
    ]),
  component: lazyRouteComponent(SCREEN_CODE['sign-in'], 'SignInRoute'),
})

const signInOidcRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/oidc',
  loader: () => texts('sign-in'),
  component: lazyRouteComponent(SCREEN_CODE['sign-in-oidc'], 'SignInOidcRoute'),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$code',
  loader: () => texts('reset'),
  component: lazyRouteComponent(SCREEN_CODE.reset, 'ResetRoute'),
})

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm/$code',
  loader: () => texts('confirm'),
  component: lazyRouteComponent(SCREEN_CODE.confirm, 'ConfirmRoute'),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: ({ location, context }) => requireSession(location.href, context),
  loader: async () => {
    const prepared = [texts('account'), texts('project'), queryClient.prefetchQuery(accountQuery())]
    return (await Promise.all([projectAround(), ...prepared]))[0]
  },
  component: lazyRouteComponent(SCREEN_CODE.account, 'AccountRoute'),
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$code',
  loader: () => Promise.all([texts('invite'), queryClient.ensureQueryData(sessionQueries.get())]),
  component: lazyRouteComponent(SCREEN_CODE.invite, 'InviteRoute'),
})

type ConnectSearch = { readonly project?: string; readonly origin?: string; readonly state?: string }

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  validateSearch: checkedSearch<ConnectSearch>(({ project, origin, state }) => ({
    project: textIn(project),
    origin: textIn(origin),
    state: textIn(state),
  })),
  beforeLoad: ({ location, context }) => requireSession(location.href, context),
  loader: () => texts('connect'),
  component: lazyRouteComponent(SCREEN_CODE.connect, 'ConnectRoute'),
})

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  beforeLoad: ({ location, context }) => requireSession(location.href, context),
  loader: () => Promise.all([texts('projects'), queryClient.prefetchQuery(projectQueries.list())]),
  component: lazyRouteComponent(SCREEN_CODE.projects, 'ProjectsRoute'),
})

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  beforeLoad: ({ location, context }) => requireSession(location.href, context),
  validateSearch: checkedSearch<{ item?: number }>(({ item }) => ({ item: idIn(item) })),
  loader: async () => (await Promise.all([projectAround(), texts('inbox'), texts('project')]))[0],
  component: lazyRouteComponent(SCREEN_CODE.inbox, 'InboxRoute'),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe/$token',
  loader: () => texts('inbox'),
  component: lazyRouteComponent(SCREEN_CODE.unsubscribe, 'UnsubscribeRoute'),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: checkedSearch<{ tab?: AdminTab }>(({ tab }) => ({ tab: oneOf(ADMIN_TABS, tab) })),
  beforeLoad: ({ location, context }) => requireSession(location.href, context),
  loader: async () => (await Promise.all([projectAround(), texts('admin'), texts('project')]))[0],
  component: lazyRouteComponent(SCREEN_CODE.admin, 'AdminRoute'),
})

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p/$project',
  beforeLoad: ({ location, params, context }) => requireReader(location, params.project, context),
  loader: ({ params }) => Promise.all([texts('project'), loadProject(params.project)]),
  component: lazyRouteComponent(SCREEN_CODE.project, 'ProjectRoute'),
})

const projectIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$project/overview', params })
  },
})

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'overview',
  loader: () => texts('overview'),
  component: lazyRouteComponent(SCREEN_CODE.overview, 'OverviewRoute'),
})

const PANELS = ['history', 'context', 'suggestions', 'comments'] as const

export type TranslateSearch = {
  readonly q?: string
  readonly key?: number
  readonly panel?: (typeof PANELS)[number]
  /** A comment that a link leads to. */
  readonly comment?: number
}

const translateRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'translate/$language',
  validateSearch: checkedSearch<TranslateSearch>(({ q, key, panel, comment }) => ({
    q: wordsIn(q),
    key: idIn(key),
    panel: oneOf(PANELS, panel),
    comment: idIn(comment),
  })),
  loader: () => texts('translate'),
  component: lazyRouteComponent(SCREEN_CODE.translate, 'TranslateRoute'),
})

/** Redirects to the queue with most waiting in which this person can review. */
const reviewIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'review',
  beforeLoad: async ({ params }) => {
    const [project, session, overview] = await Promise.all([
      fetchLatest(queryClient, projectQueries.get(params.project)),
      fetchLatest(queryClient, sessionQueries.get()),
      fetchLatest(queryClient, overviewQuery(params.project)),
    ])
    const access = accessOf(session.actor, project.branchOf?.id ?? project.id)
    throw redirect({
      to: '/p/$project/review/$language',
      params: { ...params, language: workIn(access, project, { overview }).review },
      search: {},
    })
  },
})

const reviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'review/$language',
  validateSearch: readReviewSearch,
  loader: () => texts('review'),
  component: lazyRouteComponent(SCREEN_CODE.review, 'ReviewRoute'),
})

const keysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  validateSearch: checkedSearch<{ q?: string; columns?: string }>(({ q, columns }) => ({
    q: wordsIn(q),
    columns: typeof columns === 'string' ? columns : undefined,
  })),
  loader: () => texts('keys'),
  component: lazyRouteComponent(SCREEN_CODE.keys, 'KeysRoute'),
})

const filesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'files',
  validateSearch: checkedSearch<{ source?: number }>(({ source }) => ({
    source: Number.isInteger(source) ? idIn(source) : undefined,
  })),
  loader: () => texts('files'),
  component: lazyRouteComponent(SCREEN_CODE.files, 'FilesRoute'),
})

export type ReleasesSearch = {
  /** The compared releases; `from` 0: nothing. Without `to`: the current texts. */
  readonly from?: number
  readonly to?: number
}

const releasesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases',
  validateSearch: checkedSearch<ReleasesSearch>(({ from, to }) => ({
    from: Number.isInteger(from) && Number(from) >= 0 ? Number(from) : undefined,
    to: Number.isInteger(to) ? idIn(to) : undefined,
  })),
  loader: () => texts('releases'),
  component: lazyRouteComponent(SCREEN_CODE.releases, 'ReleasesRoute'),
})

type ActivitySearch = { operation?: number; actor?: string; language?: string; kind?: string }

const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'activity',
  // The screen ignores what does not exist.
  validateSearch: checkedSearch<ActivitySearch>(({ operation, actor, language, kind }) => ({
    operation: idIn(operation),
    actor: textIn(actor),
    language: textIn(language),
    kind: textIn(kind),
  })),
  loader: () => texts('activity'),
  component: lazyRouteComponent(SCREEN_CODE.activity, 'ActivityRoute'),
})

const tasksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'tasks',
  validateSearch: checkedSearch<{ list?: 'late' | 'done' }>(({ list }) => ({
    list: oneOf(['late', 'done'], list),
  })),
  loader: () => texts('tasks'),
  component: lazyRouteComponent(SCREEN_CODE.tasks, 'TasksRoute'),
})

const membersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'members',
  validateSearch: checkedSearch<{ tab?: MemberTab }>(({ tab }) => ({ tab: oneOf(MEMBER_TABS, tab) })),
  loader: () => texts('members'),
  component: lazyRouteComponent(SCREEN_CODE.members, 'MembersRoute'),
})

const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'audit',
  loader: () => texts('audit'),
  component: lazyRouteComponent(SCREEN_CODE.audit, 'AuditRoute'),
})

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  loader: () => texts('settings'),
  component: lazyRouteComponent(SCREEN_CODE.settings, 'SettingsRoute'),
})

const routeTree = rootRoute.addChildren([
  indexRoute,
  setupRoute,
  signInRoute,
  resetRoute,
  confirmRoute,
  accountRoute,
  signInOidcRoute,
  inviteRoute,
  connectRoute,
  projectsRoute,
  inboxRoute,
  unsubscribeRoute,
  adminRoute,
  projectRoute.addChildren([
    projectIndexRoute,
    overviewRoute,
    translateRoute,
    reviewIndexRoute,
    reviewRoute,
    keysRoute,
    filesRoute,
    releasesRoute,
    activityRoute,
    tasksRoute,
    membersRoute,
    settingsRoute,
    auditRoute,
  ]),
])

/**
 * Creates the router with all screens of docs/specification.md §2; code and texts of each are loaded on
 * demand.
 */
export function appRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof appRouter>
  }
}
