import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { accountArea } from './account/area.ts'
import { adminHandlers } from './admin/handlers.ts'
import { auditHandlers } from './audit/handlers.ts'
import { branchesArea } from './branches/area.ts'
import { codeUsesHandlers } from './code-uses/handlers.ts'
import { commentsHandlers } from './comments/handlers.ts'
import { editingHandlers } from './editing/handlers.ts'
import { filesHandlers } from './files/handlers.ts'
import { gitHandlers } from './git/handlers.ts'
import { groupsHandlers } from './groups/handlers.ts'
import { importsHandlers } from './imports/handlers.ts'
import { invitationsHandlers } from './invitations/handlers.ts'
import { jobsHandlers } from './jobs/handlers.ts'
import { keysHandlers } from './keys/handlers.ts'
import { languagesHandlers } from './languages/handlers.ts'
import { membersHandlers } from './members/handlers.ts'
import { namespacesHandlers } from './namespaces/handlers.ts'
import { notificationsArea } from './notifications/area.ts'
import { oidcHandlers } from './oidc/handlers.ts'
import { sealStoredSecret } from './oidc/kept-provider.ts'
import { oldAddressesHandlers } from './old-addresses/handlers.ts'
import { operationsHandlers } from './operations/handlers.ts'
import { presenceHandlers } from './presence/handlers.ts'
import { projectsHandlers } from './projects/handlers.ts'
import { releasesArea } from './releases/area.ts'
import { repositoriesHandlers } from './repositories/handlers.ts'
import { reviewHandlers } from './review/handlers.ts'
import { screenshotsHandlers } from './screenshots/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { sourcesHandlers } from './sources/handlers.ts'
import { suggestionsHandlers } from './suggestions/handlers.ts'
import { tasksArea } from './tasks/area.ts'
import { textsHandlers } from './texts/handlers.ts'
import { tokensHandlers } from './tokens/handlers.ts'
import { translationsHandlers } from './translations/handlers.ts'
import { webhooksArea } from './webhooks/area.ts'

export type Areas = { readonly [A in keyof Handlers]: Area<A> } & {
  readonly publish: Area
  readonly live: Area
}

/**
 * Returns every area. Subscribers receive an event in this order, so that the texts apps load are updated
 * before people are notified to look at them.
 */
export function allAreas(deps: Deps): Areas {
  return {
    publish: { subscribers: [deps.publisher] },
    live: { subscribers: [deps.live] },
    session: { handlers: sessionHandlers(deps) },
    oidc: { handlers: oidcHandlers(deps), start: () => sealStoredSecret(deps) },
    account: accountArea(deps),
    projects: { handlers: projectsHandlers(deps) },
    members: { handlers: membersHandlers(deps) },
    groups: { handlers: groupsHandlers(deps) },
    invitations: { handlers: invitationsHandlers(deps) },
    tokens: { handlers: tokensHandlers(deps) },
    languages: { handlers: languagesHandlers(deps) },
    namespaces: { handlers: namespacesHandlers() },
    keys: { handlers: keysHandlers(deps) },
    translations: { handlers: translationsHandlers(deps) },
    suggestions: { handlers: suggestionsHandlers(deps) },
    presence: { handlers: presenceHandlers(deps) },
    review: { handlers: reviewHandlers(deps) },
    oldAddresses: { handlers: oldAddressesHandlers(deps) },
    operations: { handlers: operationsHandlers(deps) },
    comments: { handlers: commentsHandlers(deps) },
    audit: { handlers: auditHandlers(deps) },
    admin: { handlers: adminHandlers(deps), start: async () => deps.backups.start() },
    sources: { handlers: sourcesHandlers(deps), subscribers: [deps.sources], start: deps.sources.start },
    git: { handlers: gitHandlers(deps) },
    repositories: { handlers: repositoriesHandlers(deps) },
    branches: branchesArea(deps),
    editing: { handlers: editingHandlers(deps) },
    files: { handlers: filesHandlers(deps), start: deps.archives.sweep },
    imports: { handlers: importsHandlers(deps), start: deps.uploads.sweep },
    releases: releasesArea(deps),
    codeUses: { handlers: codeUsesHandlers(deps) },
    screenshots: { handlers: screenshotsHandlers(deps) },
    texts: { handlers: textsHandlers(deps) },
    jobs: { handlers: jobsHandlers(deps), subscribers: [deps.jobs] },
    notifications: notificationsArea(deps),
    tasks: tasksArea(deps),
    webhooks: webhooksArea(deps),
  }
}

export function handlersOf(areas: Areas): Handlers {
  const named = Object.entries(areas).flatMap(([name, area]) =>
    'handlers' in area ? [[name, area.handlers] as const] : [],
  )
  return Object.fromEntries(named) as Handlers // `Areas` has proved that each is there
}
