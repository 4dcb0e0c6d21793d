import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { accountArea } from './account/area.ts'
import { adminArea } from './admin/area.ts'
import { auditArea } from './audit/area.ts'
import { branchesArea } from './branches/area.ts'
import { codeUsesArea } from './code-uses/area.ts'
import { commentsArea } from './comments/area.ts'
import { editingArea } from './editing/area.ts'
import { filesArea } from './files/area.ts'
import { gitArea } from './git/area.ts'
import { groupsArea } from './groups/area.ts'
import { importsArea } from './imports/area.ts'
import { invitationsArea } from './invitations/area.ts'
import { jobsArea } from './jobs/area.ts'
import { keysArea } from './keys/area.ts'
import { languagesArea } from './languages/area.ts'
import { membersArea } from './members/area.ts'
import { namespacesArea } from './namespaces/area.ts'
import { notificationsArea } from './notifications/area.ts'
import { oidcArea } from './oidc/area.ts'
import { oldAddressesArea } from './old-addresses/area.ts'
import { operationsArea } from './operations/area.ts'
import { presenceArea } from './presence/area.ts'
import { projectsArea } from './projects/area.ts'
import { releasesArea } from './releases/area.ts'
import { repositoriesArea } from './repositories/area.ts'
import { reviewArea } from './review/area.ts'
import { screenshotsArea } from './screenshots/area.ts'
import { sessionArea } from './session/area.ts'
import { sourcesArea } from './sources/area.ts'
import { suggestionsArea } from './suggestions/area.ts'
import { tasksArea } from './tasks/area.ts'
import { textsArea } from './texts/area.ts'
import { tokensArea } from './tokens/area.ts'
import { translationsArea } from './translations/area.ts'
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
    session: sessionArea(deps),
    oidc: oidcArea(deps),
    account: accountArea(deps),
    projects: projectsArea(deps),
    members: membersArea(deps),
    groups: groupsArea(deps),
    invitations: invitationsArea(deps),
    tokens: tokensArea(deps),
    languages: languagesArea(deps),
    namespaces: namespacesArea(),
    keys: keysArea(deps),
    translations: translationsArea(deps),
    suggestions: suggestionsArea(deps),
    presence: presenceArea(deps),
    review: reviewArea(deps),
    oldAddresses: oldAddressesArea(deps),
    operations: operationsArea(deps),
    comments: commentsArea(deps),
    audit: auditArea(deps),
    admin: adminArea(deps),
    sources: sourcesArea(deps),
    git: gitArea(deps),
    repositories: repositoriesArea(deps),
    branches: branchesArea(deps),
    editing: editingArea(deps),
    files: filesArea(deps),
    imports: importsArea(deps),
    releases: releasesArea(deps),
    codeUses: codeUsesArea(deps),
    screenshots: screenshotsArea(deps),
    texts: textsArea(deps),
    jobs: jobsArea(deps),
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
