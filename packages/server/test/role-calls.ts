import { type Api, api, type ChosenItem, Failure, type RefusedItem } from '@dragoman/contract'
import { confirmTotp } from '@dragoman/store'
import { visitorCode } from '../src/areas/suggestions/visitor-addresses.ts'
import { failureOfJob } from '../src/jobs/present-job.ts'
import { ACCOUNT_CALLS } from './role-calls-of-accounts.ts'
import type { Place, Somebody, World } from './role-world.ts'
import { PASSWORD } from './test-server.ts'

type RouteName = { [A in keyof Api]: `${A}.${keyof Api[A] & string}` }[keyof Api]
type Case =
  | 'keys.update:plural'
  | 'translations.save:reviewed'
  | 'translations.bulk:reviewed'
  | 'review.approve:suggestion'
  | 'review.reject:suggestion'
  | 'operations.undo:own-key'
  | 'operations.undo:of-another'
  | 'operations.undoMany:of-another'
  | 'comments.add:all-languages'
  | 'comments.remove:of-another'
  | 'jobs.cancel:of-another'
  | 'jobs.cancel:import'
  | 'jobs.cancel:import-of-another'
  | 'jobs.rerun:of-another'
  | 'jobs.rerun:import'
  | 'jobs.rerun:import-of-another'

/** A call with everything that it needs. */
export type Prepared = {
  readonly call: Awaited<ReturnType<World['caller']>>
  readonly world: World
  readonly who: Somebody
  readonly place: Place
  readonly params: { readonly project: string }
}

/** The smallest possible picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const TOMORROW = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString()

/** Codes that mean the caller was allowed: the request was wrong, or impossible in this world. */
const HEARD = new Set([
  'address-not-needed',
  'wrong-code',
  'wrong-credentials',
  'already-set-up',
  'too-many-requests',
  'still-running',
  'provider-unreachable',
  'sign-in-expired',
  'wrong-second-factor',
  'wrong-passkey',
  'wrong-link',
  'sign-in-again',
  'unusable-repository',
  'passkeys-need-name',
  'last-owner',
  'invitation-unknown',
  'last-way-in',
])

export function isHeard(error: unknown): boolean {
  return error instanceof Failure && HEARD.has(error.code)
}

const VIEWING = { role: 'viewer' as const, languages: null, namespaces: null }
/** No one answers there. */
const PROVIDER = {
  issuer: 'http://127.0.0.1:1/',
  clientId: 'dragoman',
  label: 'Company',
  scopes: [],
  groupsClaim: null,
  groups: [],
  isOnlyWay: false,
  allowsNew: false,
}
/** Nothing on this machine can be reached. */
const REPOSITORY = { repository: 'http://127.0.0.1:1/team/shop.git', signIn: { kind: 'none' as const } }
const NEW_TOKEN = { name: 'CI', scopes: ['read' as const], languages: null, days: 30 }
/** Off, so that no requests are sent. */
const WEBHOOK = {
  url: 'https://8.8.8.8/',
  description: '',
  topics: null,
  languages: null,
  namespaces: null,
  isOn: false,
  withNames: false,
}
const TASK = {
  title: 'Spring campaign',
  note: '',
  goal: 'translated' as const,
  due: null,
  languages: ['de'],
  assignees: [],
}

/** How each route is called so that it succeeds. A missing one does not compile. */
export const CALLS: Readonly<Record<RouteName | Case, (prepared: Prepared) => Promise<unknown>>> = {
  'session.get': ({ call }) => call(api.session.get, {}),
  'session.setUp': ({ call }) =>
    call(api.session.setUp, { body: { code: 'wrong', name: 'Eve', password: PASSWORD } }),
  'session.checkPassword': ({ call }) =>
    call(api.session.checkPassword, { body: { name: 'Eve', password: PASSWORD } }),
  'session.enter': ({ call }) => call(api.session.enter, { body: { code: 'wrong' } }),
  'session.signIn': ({ call }) => call(api.session.signIn, { body: { name: 'Eve', password: PASSWORD } }),
  'session.signOut': ({ call }) => call(api.session.signOut, {}),
  'session.rename': ({ call, who }) => call(api.session.rename, { body: { name: who.name || 'Eve' } }),
  'oidc.offer': ({ call }) => call(api.oidc.offer, {}),
  'oidc.begin': ({ call }) => call(api.oidc.begin, { body: { purpose: 'sign-in' } }),
  'oidc.finish': ({ call }) => call(api.oidc.finish, { body: { query: '?code=a&state=b' } }),
  'oidc.signOut': ({ call }) => call(api.oidc.signOut, {}),
  'oidc.settings': ({ call }) => call(api.oidc.settings, {}),
  'oidc.changeSettings': ({ call }) => call(api.oidc.changeSettings, { body: { provider: null } }),
  'oidc.testSettings': ({ call }) => call(api.oidc.testSettings, { body: { provider: PROVIDER } }),
  'oidc.linked': ({ call }) => call(api.oidc.linked, {}),
  async 'oidc.unlink'({ call, world, who }) {
    return call(api.oidc.unlink, { params: { identity: await world.identity(who) } })
  },
  ...ACCOUNT_CALLS,
  'projects.list': ({ call }) => call(api.projects.list, {}),
  'projects.create': ({ call, world }) => {
    const slug = `new-${world.next()}`
    return call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
  },
  'projects.get': ({ call, params }) => call(api.projects.get, { params }),
  'projects.update': ({ call, params }) => call(api.projects.update, { params, body: { name: 'Renamed' } }),
  async 'projects.remove'({ call, world, who, place }) {
    const project = await world.spareProject(who, place)
    return call(api.projects.remove, { params: { project }, body: { confirm: project } })
  },
  'projects.overview': ({ call, params }) => call(api.projects.overview, { params }),
  'members.list': ({ call, params }) =>
    call(api.members.list, { params, query: { show: 'everyone', q: '', limit: 5 } }),
  async 'members.change'({ call, world, place, params }) {
    const changes = [await world.memberToChange(place)]
    return call(api.members.change, { params, body: { changes } })
  },
  async 'members.leave'({ call, world, who, place }) {
    const project = await world.spareProject(who, place)
    await world.spareManager(project)
    return call(api.members.leave, { params: { project } })
  },
  'members.explain': ({ call, params }) =>
    call(api.members.explain, { params, query: { who: 'visitor', action: 'project.read' } }),
  'groups.list': ({ call }) => call(api.groups.list, {}),
  'groups.available': ({ call, params }) => call(api.groups.available, { params }),
  'groups.create': ({ call, world }) => call(api.groups.create, { body: { name: `Group ${world.next()}` } }),
  async 'groups.rename'({ call, world }) {
    const params = { group: await world.group() }
    return call(api.groups.rename, { params, body: { name: `Group ${world.next()}` } })
  },
  async 'groups.remove'({ call, world }) {
    return call(api.groups.remove, { params: { group: await world.group() } })
  },
  async 'groups.people'({ call, world }) {
    return call(api.groups.people, { params: { group: await world.group() } })
  },
  async 'groups.changePeople'({ call, world }) {
    const params = { group: await world.group() }
    return call(api.groups.changePeople, { params, body: { add: [1], remove: [] } })
  },
  'invitations.create': ({ call, params }) =>
    call(api.invitations.create, { params, body: { rights: VIEWING, addresses: [], number: 1, days: 7 } }),
  async 'invitations.link'({ call, world, place, params }) {
    return call(api.invitations.link, { params: { ...params, invitation: await world.invitation(place) } })
  },
  async 'invitations.resend'({ call, world, place, params }) {
    const invitation = await world.invitation(place)
    return call(api.invitations.resend, { params: { ...params, invitation }, body: { days: 7 } })
  },
  'invitations.listOfInstance': ({ call }) => call(api.invitations.listOfInstance, {}),
  'invitations.createOfInstance': ({ call }) =>
    call(api.invitations.createOfInstance, { body: { addresses: [], number: 1, days: 7, group: null } }),
  async 'invitations.withdrawOfInstance'({ call, world }) {
    return call(api.invitations.withdrawOfInstance, { params: { invitation: await world.invitation(null) } })
  },
  'invitations.look': ({ call }) => call(api.invitations.look, { body: { code: 'wrong' } }),
  'invitations.checkPassword': ({ call }) =>
    call(api.invitations.checkPassword, { body: { code: 'wrong', name: 'Eve', password: PASSWORD } }),
  'invitations.accept': ({ call }) => call(api.invitations.accept, { body: { code: 'wrong' } }),
  'tokens.list': ({ call, params }) => call(api.tokens.list, { params }),
  'tokens.create': ({ call, params }) => call(api.tokens.create, { params, body: NEW_TOKEN }),
  async 'tokens.revoke'({ call, world, who, place, params }) {
    return call(api.tokens.revoke, { params: { ...params, token: await world.token(who, place) } })
  },
  'editing.origins': ({ call, params }) => call(api.editing.origins, { params }),
  'editing.setOrigins': ({ call, params }) =>
    call(api.editing.setOrigins, { params, body: { origins: ['https://app.example'] } }),
  'editing.check': ({ call, params }) =>
    call(api.editing.check, { params, query: { origin: 'https://app.example' } }),
  async 'editing.connect'({ call, world, place, params }) {
    await world.mayBeEditedIn(place, 'https://app.example')
    return call(api.editing.connect, { params, body: { origin: 'https://app.example' } })
  },
  'releases.list': ({ call, params }) => call(api.releases.list, { params, query: { limit: 5 } }),
  async 'releases.create'({ call, world, place, params }) {
    await world.changedText(place)
    return call(api.releases.create, { params, body: { title: 'Spring', notes: '' } })
  },
  async 'releases.update'({ call, world, place, params }) {
    const release = await world.release(place)
    return call(api.releases.update, { params: { ...params, release }, body: { title: 'Summer' } })
  },
  'releases.compare': ({ call, params }) => call(api.releases.compare, { params, query: { to: 'catalog' } }),
  'releases.compareTexts': ({ call, params }) =>
    call(api.releases.compareTexts, { params, query: { to: 'catalog', language: 'de', limit: 5 } }),
  'releases.missingKeys': ({ call, params }) => call(api.releases.missingKeys, { params }),
  'releases.forgetMissingKeys': ({ call, params }) =>
    call(api.releases.forgetMissingKeys, { params, body: { keys: null } }),
  'releases.channels': ({ call, params }) => call(api.releases.channels, { params }),
  'releases.addChannel': ({ call, world, params }) =>
    call(api.releases.addChannel, {
      params,
      body: { name: `channel-${world.next()}`, kind: 'release', settings: {} },
    }),
  async 'releases.updateChannel'({ call, params }) {
    return call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { fallback: true },
    })
  },
  async 'releases.moveChannel'({ call, world, place, params }) {
    const release = await world.release(place)
    const channel = await world.channel(place)
    return call(api.releases.moveChannel, {
      params: { ...params, channel },
      body: { release, percent: 100, note: '' },
    })
  },
  'releases.requests': ({ call, params }) => call(api.releases.requests, { params }),
  async 'releases.scheduleMove'({ call, world, place, params }) {
    const release = await world.release(place)
    const channel = await world.channel(place)
    return call(api.releases.scheduleMove, {
      params: { ...params, channel },
      body: { release, at: TOMORROW(), note: '' },
    })
  },
  async 'releases.changeScheduledMove'({ call, world, place, params }) {
    const { id: move, version } = await world.scheduledMove(place)
    return call(api.releases.changeScheduledMove, {
      params: { ...params, move },
      body: { note: 'x', version },
    })
  },
  async 'releases.cancelScheduledMove'({ call, world, place, params }) {
    const { id: move } = await world.scheduledMove(place)
    return call(api.releases.cancelScheduledMove, { params: { ...params, move } })
  },
  async 'releases.removeChannel'({ call, world, place, params }) {
    const channel = await world.channel(place)
    return call(api.releases.removeChannel, { params: { ...params, channel } })
  },
  'oldAddresses.list': ({ call, params }) => call(api.oldAddresses.list, { params }),
  'oldAddresses.add': ({ call, world, params }) =>
    call(api.oldAddresses.add, {
      params,
      body: { prefix: `/old-${world.next()}`, shape: 'locize', channel: 'live', namespace: null },
    }),
  async 'oldAddresses.remove'({ call, world, place, params }) {
    return call(api.oldAddresses.remove, { params: { ...params, address: await world.oldAddress(place) } })
  },
  'webhooks.list': ({ call, params }) => call(api.webhooks.list, { params }),
  async 'webhooks.create'({ call, world, place, params }) {
    await world.webhook(place)
    return call(api.webhooks.create, { params, body: WEBHOOK })
  },
  async 'webhooks.update'({ call, world, place, params }) {
    const { webhook } = await world.webhook(place)
    return call(api.webhooks.update, { params: { ...params, webhook }, body: { description: 'Chat' } })
  },
  async 'webhooks.remove'({ call, world, place, params }) {
    const { webhook } = await world.webhook(place)
    return call(api.webhooks.remove, { params: { ...params, webhook } })
  },
  async 'webhooks.replaceSecret'({ call, world, place, params }) {
    const { webhook } = await world.webhook(place)
    return call(api.webhooks.replaceSecret, { params: { ...params, webhook } })
  },
  async 'webhooks.test'({ call, world, place, params }) {
    const { webhook } = await world.webhook(place)
    return call(api.webhooks.test, { params: { ...params, webhook } })
  },
  async 'webhooks.deliveries'({ call, world, place, params }) {
    const { webhook } = await world.webhook(place)
    return call(api.webhooks.deliveries, { params: { ...params, webhook }, query: { limit: 10 } })
  },
  async 'webhooks.delivery'({ call, world, place, params }) {
    return call(api.webhooks.delivery, { params: { ...params, ...(await world.webhook(place)) } })
  },
  async 'webhooks.resend'({ call, world, place, params }) {
    return call(api.webhooks.resend, { params: { ...params, ...(await world.webhook(place)) } })
  },
  'tokens.listOwn': ({ call }) => call(api.tokens.listOwn, {}),
  'tokens.createOwn': ({ call }) => call(api.tokens.createOwn, { body: NEW_TOKEN }),
  async 'tokens.revokeOwn'({ call, world, who }) {
    return call(api.tokens.revokeOwn, { params: { token: await world.token(who, null) } })
  },
  async 'languages.add'({ call, world, place, params }) {
    const tag = await world.spareLanguage(place, 'gone')
    return call(api.languages.add, { params, body: { tag } })
  },
  'languages.update': ({ call, params, place }) =>
    call(api.languages.update, { params: { ...params, language: place.language }, body: { fallback: null } }),
  async 'languages.remove'({ call, world, place, params }) {
    const language = await world.spareLanguage(place, 'there')
    return call(api.languages.remove, { params: { ...params, language } })
  },
  'languages.counts': ({ call, params, place }) =>
    call(api.languages.counts, { params: { ...params, language: place.language } }),
  'namespaces.list': ({ call, params }) => call(api.namespaces.list, { params }),
  'keys.page': ({ call, params }) => call(api.keys.page, { params, query: { languages: 'de', limit: 5 } }),
  async 'keys.get'({ call, world, place, params }) {
    return call(api.keys.get, { params: { ...params, key: await world.keyOf(place) } })
  },
  'keys.create': ({ call, world, params, place: { namespace } }) => {
    const name = `made${world.next()}`
    return call(api.keys.create, {
      params,
      body: { namespace, name, plural: 'none', forms: { other: name } },
    })
  },
  async 'keys.update'({ call, world, place, params }) {
    const key = await world.keyOf(place)
    return call(api.keys.update, { params: { ...params, key }, body: { description: `${world.next()}` } })
  },
  async 'keys.update:plural'({ call, world, place, params }) {
    const key = await world.makeKey(place)
    return call(api.keys.update, { params: { ...params, key }, body: { plural: 'cardinal' } })
  },
  async 'keys.bulk'({ call, world, place, params }) {
    const keys = [await world.makeKey(place)]
    return call(api.keys.bulk, { params, body: { keys, act: { kind: 'add-tag', tag: 'new' } } })
  },
  async 'keys.remove'({ call, world, place, params }) {
    return call(api.keys.remove, { params: { ...params, key: await world.makeKey(place) } })
  },
  'translations.page': ({ call, params, place: { language } }) =>
    call(api.translations.page, { params, query: { language, limit: 5 } }),
  'translations.count': ({ call, params, place: { language } }) =>
    call(api.translations.count, { params, query: { language } }),
  async 'translations.rows'({ call, world, place, params }) {
    const query = { keys: `${await world.keyOf(place)}`, language: place.language }
    return call(api.translations.rows, { params, query })
  },
  async 'translations.get'({ call, world, place, params }) {
    const key = await world.keyOf(place)
    return call(api.translations.get, { params: { ...params, key, language: place.language } })
  },
  async 'translations.served'({ call, world, place, params }) {
    await world.keyOf(place, 'greeting')
    const query = { namespace: place.namespace, name: 'greeting' }
    return call(api.translations.served, { params: { ...params, language: place.language }, query })
  },
  'translations.save': (prepared) => save(prepared, {}),
  'translations.save:reviewed': (prepared) => save(prepared, { state: 'reviewed' }),
  async 'translations.bulkSave'({ call, world, place, params }) {
    const { key: keyId, ...text } = await world.text(place)
    const { refused } = await call(api.translations.bulkSave, {
      params,
      body: { texts: [{ keyId, language: place.language, ...text }], requireChecks: false },
    })
    // Texts that cannot be saved are skipped and listed.
    if (refused[0]?.code === 'not-allowed') throw new Failure('not-allowed')
    return refused
  },
  'translations.bulk': (prepared) => bulk(prepared, 'draft'),
  'translations.bulk:reviewed': (prepared) => bulk(prepared, 'reviewed'),
  async 'translations.history'({ call, world, place, params }) {
    const key = await world.keyOf(place)
    return call(api.translations.history, { params: { ...params, key, language: place.language } })
  },
  async 'suggestions.list'({ call, world, place, params }) {
    const key = await world.keyOf(place)
    return call(api.suggestions.list, { params: { ...params, key, language: place.language } })
  },
  async 'suggestions.counts'({ call, world, place, params }) {
    const query = { keys: `${await world.keyOf(place)}`, language: place.language }
    return call(api.suggestions.counts, { params, query })
  },
  async 'suggestions.add'({ call, world, who, place, params }) {
    const key = await world.makeKey(place)
    const visitor = { name: 'Vera', address: 'vera@example.org' }
    const text = { forms: { other: `suggested ${world.next()}` }, note: '' }
    const body = who.role === 'visitor' ? { ...text, visitor } : text
    return call(api.suggestions.add, { params: { ...params, key, language: place.language }, body })
  },
  'suggestions.requestVisitorCode': ({ call, params }) =>
    call(api.suggestions.requestVisitorCode, { params, body: { name: 'Vera', address: 'vera@example.org' } }),
  'suggestions.confirmVisitor': ({ call, world, params }) => {
    const address = 'vera@example.org'
    const code = visitorCode(world.deps.sealing, address, world.deps.now())
    return call(api.suggestions.confirmVisitor, { params, body: { address, code } })
  },
  async 'suggestions.edit'({ call, world, who, place, params }) {
    const { id, version: baseVersion } = await world.suggestion(who, place)
    const body = { forms: { other: `edited ${world.next()}` }, note: '', baseVersion }
    return call(api.suggestions.edit, { params: { ...params, suggestion: id }, body })
  },
  async 'suggestions.withdraw'({ call, world, who, place, params }) {
    const { id } = await world.suggestion(who, place)
    return call(api.suggestions.withdraw, { params: { ...params, suggestion: id } })
  },
  async 'suggestions.vote'({ call, world, place, params }) {
    const { id } = await world.suggestion(await world.somebody('translator'), place)
    return call(api.suggestions.vote, { params: { ...params, suggestion: id }, body: { isFor: true } })
  },
  async 'suggestions.accept'({ call, world, place, params }) {
    const { id, version, baseVersion } = await world.suggestion(null, place)
    return call(api.suggestions.accept, {
      params: { ...params, suggestion: id },
      body: { version, baseVersion },
    })
  },
  async 'suggestions.reject'({ call, world, place, params }) {
    const { id, version } = await world.suggestion(null, place)
    return call(api.suggestions.reject, {
      params: { ...params, suggestion: id },
      body: { version, reason: REASON },
    })
  },
  'presence.move': ({ call, params, place: { language } }) =>
    call(api.presence.move, { params, body: { window: '0123456789abcdef', language, keyId: null } }),
  'review.imported': ({ call, params }) => call(api.review.imported, { params }),
  'review.approveImported': ({ call, params, place: { language, namespace } }) =>
    call(api.review.approveImported, { params, body: { languages: [language], namespace } }),
  'review.languages': ({ call, params }) => call(api.review.languages, { params }),
  'review.counts': ({ call, params, place: { language } }) =>
    call(api.review.counts, { params: { ...params, language } }),
  'review.page': ({ call, params, place: { language } }) =>
    call(api.review.page, { params: { ...params, language }, query: { limit: 5, order: 'oldest' } }),
  'review.approve': async (prepared) =>
    approve(prepared, { on: 'text', ...(await prepared.world.textToReview(prepared.place)) }),
  'review.approve:suggestion': async (prepared) =>
    approve(prepared, { on: 'suggestion', ...(await prepared.world.suggestion(null, prepared.place)) }),
  'review.reject': async (prepared) =>
    reject(prepared, { on: 'text', ...(await prepared.world.textToReview(prepared.place)) }),
  'review.reject:suggestion': async (prepared) =>
    reject(prepared, { on: 'suggestion', ...(await prepared.world.suggestion(null, prepared.place)) }),
  'operations.list': ({ call, params }) => call(api.operations.list, { params, query: { limit: 5 } }),
  'operations.groups': ({ call, params }) => call(api.operations.groups, { params, query: { limit: 5 } }),
  'operations.actors': ({ call, params }) => call(api.operations.actors, { params }),
  async 'operations.get'({ call, world, place, params }) {
    const operation = await world.operation(null, place)
    return call(api.operations.get, { params: { ...params, operation } })
  },
  async 'operations.undo'(prepared) {
    return undo(prepared, await prepared.world.operation(prepared.who, prepared.place))
  },
  async 'operations.undo:own-key'(prepared) {
    return undo(prepared, await prepared.world.operation(prepared.who, prepared.place, 'keys'))
  },
  async 'operations.undo:of-another'(prepared) {
    return undo(prepared, await prepared.world.operation(null, prepared.place))
  },
  async 'operations.undoMany'({ call, params, world, who, place }) {
    const operations = [await world.operation(who, place), await world.operation(who, place)]
    return call(api.operations.undoMany, { params, body: { operations, keepNewer: false } })
  },
  async 'operations.undoMany:of-another'({ call, params, world, who, place }) {
    const operations = [await world.operation(null, place), await world.operation(who, place)]
    return call(api.operations.undoMany, { params, body: { operations, keepNewer: false } })
  },
  'audit.list': ({ call }) => call(api.audit.list, { query: { limit: 5 } }),
  async 'audit.export'({ call }) {
    const { bytes } = await call(api.audit.export, { query: { format: 'csv' } })
    await bytes.cancel()
  },
  'audit.ofProject': ({ call, params }) => call(api.audit.ofProject, { params, query: { limit: 5 } }),
  async 'audit.undo'({ call, world, place, params }) {
    const entry = await world.auditEntry(place)
    return call(api.audit.undo, { params: { ...params, entry } })
  },
  async 'audit.exportOfProject'({ call, params }) {
    const { bytes } = await call(api.audit.exportOfProject, { params, query: { format: 'jsonl' } })
    await bytes.cancel()
  },
  'admin.overview': ({ call }) => call(api.admin.overview, {}),
  'admin.setAuditDays': ({ call }) => call(api.admin.setAuditDays, { body: { days: 730 } }),
  'admin.people': ({ call }) => call(api.admin.people, { query: { limit: 5 } }),
  async 'admin.setRole'({ call, world }) {
    const person = (await world.somebody('outsider')).id ?? 0
    return call(api.admin.setRole, { params: { person }, body: { role: 'member' } })
  },
  async 'admin.signOutPerson'({ call, world }) {
    const person = (await world.somebody('outsider')).id ?? 0
    return call(api.admin.signOutPerson, { params: { person } })
  },
  async 'admin.removeTotp'({ call, world }) {
    const person = (await world.somebody('outsider')).id ?? 0
    const at = new Date().toISOString()
    await world.deps.store.write((w) => confirmTotp(w, person, { at, recoveryCodes: [] }))
    return call(api.admin.removeTotp, { params: { person } })
  },
  async 'admin.suspend'({ call, world }) {
    const params = { person: await world.sparePerson() }
    return call(api.admin.suspend, { params, body: { isSuspended: true } })
  },
  async 'admin.removePerson'({ call, world }) {
    return call(api.admin.removePerson, { params: { person: await world.sparePerson() } })
  },
  'admin.sessions': ({ call }) => call(api.admin.sessions, { query: { limit: 5 } }),
  async 'admin.endSession'({ call, world }) {
    return call(api.admin.endSession, { params: { session: await world.spareSession() } })
  },
  'admin.projects': ({ call }) => call(api.admin.projects, { query: { limit: 5 } }),
  'admin.jobs': ({ call }) => call(api.admin.jobs, {}),
  async 'admin.rerunJob'({ call, world, place }) {
    const job = await world.endedJob(place, 'undo', null)
    await call(api.admin.rerunJob, { params: { job } })
    await world.deps.jobs.ended(job)
  },
  'admin.backups': ({ call }) => call(api.admin.backups, {}),
  async 'admin.makeBackup'({ call }) {
    return call(api.admin.makeBackup, {})
  },
  'admin.setBackups': ({ call }) => call(api.admin.setBackups, { body: { everyHours: null, keep: 3 } }),
  async 'admin.downloadBackup'({ call, world }) {
    const { bytes } = await call(api.admin.downloadBackup, { params: { backup: await world.backup() } })
    await bytes.cancel()
  },
  async 'admin.verifyBackup'({ call, world }) {
    return call(api.admin.verifyBackup, { params: { backup: await world.backup() } })
  },
  async 'admin.removeBackup'({ call, world }) {
    return call(api.admin.removeBackup, { params: { backup: await world.backup() } })
  },
  'admin.testMail': ({ call }) => call(api.admin.testMail, { body: { to: 'ann@example.com' } }),
  async 'comments.list'({ call, world, place, params }) {
    const query = { language: place.language, limit: 5 }
    return call(api.comments.list, { params: { ...params, key: await world.keyOf(place) }, query })
  },
  async 'comments.thread'({ call, world, who, place, params }) {
    return call(api.comments.thread, { params: { ...params, comment: await world.comment(who, place) } })
  },
  async 'comments.answers'({ call, world, who, place, params }) {
    const comment = await world.comment(who, place)
    return call(api.comments.answers, { params: { ...params, comment }, query: { limit: 5 } })
  },
  async 'comments.counts'({ call, world, place, params }) {
    return call(api.comments.counts, { params, query: { keys: `${await world.keyOf(place)}` } })
  },
  'comments.questions': ({ call, params }) => call(api.comments.questions, { params, query: { limit: 5 } }),
  'comments.candidates': ({ call, params }) => call(api.comments.candidates, { params, query: { q: 'a' } }),
  'comments.add': (prepared) => comment(prepared, prepared.place.language),
  'comments.add:all-languages': (prepared) => comment(prepared, null),
  async 'comments.answer'({ call, world, place, params }) {
    const comment = await world.comment(null, place)
    return call(api.comments.answer, { params: { ...params, comment }, body: { text: 'Yes' } })
  },
  async 'comments.edit'({ call, world, who, place, params }) {
    const comment = await world.comment(who, place)
    const body = { text: 'Better', baseVersion: 1 }
    return call(api.comments.edit, { params: { ...params, comment }, body })
  },
  async 'comments.remove'({ call, world, who, place, params }) {
    return call(api.comments.remove, { params: { ...params, comment: await world.comment(who, place) } })
  },
  async 'comments.remove:of-another'({ call, world, place, params }) {
    return call(api.comments.remove, { params: { ...params, comment: await world.comment(null, place) } })
  },
  async 'comments.resolve'({ call, world, place, params }) {
    const comment = await world.comment(null, place)
    return call(api.comments.resolve, { params: { ...params, comment }, body: { resolved: true } })
  },
  async 'sources.inspect'({ call, world }) {
    return call(api.sources.inspect, { body: { folder: await world.folder() } })
  },
  'sources.list': ({ call, params }) => call(api.sources.list, { params }),
  async 'sources.create'({ call, world, who, place }) {
    const project = await world.spareProject(who, place)
    const source = await call(api.sources.create, {
      params: { project },
      body: { folder: await world.folder() },
    })
    await world.deps.jobs.ended(source.job.id)
    await world.deps.sources.disconnect(world.deps.store.write, source.id)
  },
  async 'sources.remove'({ call, world, place, params }) {
    return call(api.sources.remove, { params: { ...params, source: await world.source(place) } })
  },
  async 'sources.sync'({ call, world, place, params }) {
    return call(api.sources.sync, { params: { ...params, source: await world.source(place) } })
  },
  'repositories.createKey': ({ call }) => call(api.repositories.createKey, {}),
  'repositories.hostKeys': ({ call }) =>
    call(api.repositories.hostKeys, { body: { repository: 'git@127.0.0.1:team/shop.git' } }),
  'projects.checkNames': ({ call }) =>
    call(api.projects.checkNames, { body: { slug: 'another', name: 'Another' } }),
  'repositories.look': ({ call }) => call(api.repositories.look, { body: { ...REPOSITORY, branch: null } }),
  'repositories.createProject': ({ call, world }) => {
    const slug = `new-${world.next()}`
    const project = { slug, name: slug, sourceLanguage: 'en' }
    return call(api.repositories.createProject, {
      body: { ...REPOSITORY, ...project, branch: 'main', mode: 'push' },
    })
  },
  'git.createKey': ({ call, params }) => call(api.git.createKey, { params }),
  'git.hostKeys': ({ call, params }) =>
    call(api.git.hostKeys, { params, body: { repository: 'git@127.0.0.1:team/shop.git' } }),
  'git.look': ({ call, params }) => call(api.git.look, { params, body: { ...REPOSITORY, branch: null } }),
  'git.connect': ({ call, params }) =>
    call(api.git.connect, { params, body: { ...REPOSITORY, branch: 'main', mode: 'push' } }),
  async 'git.get'({ call, world, place, params }) {
    const source = await world.gitSource(place)
    return call(api.git.get, { params: { ...params, source }, query: { history: 5 } })
  },
  async 'git.waiting'({ call, world, place, params }) {
    const source = await world.gitSource(place)
    return call(api.git.waiting, { params: { ...params, source }, query: { files: 5 } })
  },
  async 'git.checks'({ call, world, place, params }) {
    return call(api.git.checks, { params: { ...params, source: await world.gitSource(place) } })
  },
  async 'git.update'({ call, world, place, params }) {
    const source = await world.gitSource(place)
    return call(api.git.update, { params: { ...params, source }, body: { mode: 'by-hand' } })
  },
  async 'git.inspectLocation'({ call, world, place, params }) {
    const source = await world.gitSource(place)
    return call(api.git.inspectLocation, {
      params: { ...params, source },
      body: { ...REPOSITORY, branch: null },
    })
  },
  async 'git.move'({ call, world, place, params }) {
    const source = await world.gitSource(place)
    return call(api.git.move, { params: { ...params, source }, body: { ...REPOSITORY, branch: 'next' } })
  },
  async 'git.send'({ call, world, place, params }) {
    return call(api.git.send, { params: { ...params, source: await world.gitSource(place) } })
  },
  async 'git.test'({ call, world, place, params }) {
    return call(api.git.test, { params: { ...params, source: await world.gitSource(place) } })
  },
  async 'git.setWebhookSecret'({ call, world, place, params }) {
    const source = await world.gitSource(place)
    const body = { secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==' }
    return call(api.git.setWebhookSecret, { params: { ...params, source }, body })
  },
  async 'git.webhookSecret'({ call, world, place, params }) {
    return call(api.git.webhookSecret, { params: { ...params, source: await world.gitSource(place) } })
  },
  'branches.list': ({ call, params }) => call(api.branches.list, { params }),
  async 'branches.ofRepository'({ call, world, place, params }) {
    return call(api.branches.ofRepository, { params: { ...params, source: await world.gitSource(place) } })
  },
  async 'branches.open'({ call, world, place, params }) {
    const body = { source: await world.gitSource(place), branch: 'feature/checkout' }
    return call(api.branches.open, { params, body })
  },
  async 'branches.close'({ call, world, place, params }) {
    const branch = await world.branch(place)
    return call(api.branches.close, { params: { ...params, branch }, body: { texts: 'discard' } })
  },
  'files.list': ({ call, params }) => call(api.files.list, { params }),
  'files.conflicts': ({ call, params }) => call(api.files.conflicts, { params }),
  async 'files.resolve'({ call, world, place, params }) {
    const { id: conflict, mark } = await world.conflict(place)
    const forms = { other: `resolved ${world.next()}` }
    return call(api.files.resolve, { params: { ...params, conflict }, body: { forms, mark } })
  },
  'files.limits': ({ call, params }) => call(api.files.limits, { params }),
  'files.formats': ({ call, params }) => call(api.files.formats, { params }),
  'files.export': ({ call, params, place: { language, namespace } }) =>
    call(api.files.export, { params, query: { format: 'i18next-json', language, namespace } }),
  async 'files.exportAll'({ call, params }) {
    const { kind } = await call(api.files.exportAll, { params, body: { format: 'i18next-json' } })
    if (kind !== 'export') throw new Error(`an export is a job of kind ${kind}`)
  },
  async 'files.exported'({ call, world, place, params }) {
    const { bytes } = await call(api.files.exported, {
      params: { ...params, job: await world.exported(place) },
    })
    await bytes.cancel()
  },
  'files.plan': ({ call, world, params, place: { language, namespace } }) =>
    call(api.files.plan, { params, query: { name: 'a.json', language, namespace }, bytes: world.file() }),
  'files.import': ({ call, world, params, place: { language, namespace } }) =>
    call(api.files.import, {
      params,
      query: { name: 'a.json', language, namespace, mode: 'overwrite' },
      bytes: world.file(),
    }),
  'imports.create': ({ call, params }) => call(api.imports.create, { params }),
  async 'imports.upload'({ call, world, place, params }) {
    const upload = await world.upload(place, 'empty')
    const query = { path: 'de/app.json' }
    return call(api.imports.upload, { params: { ...params, upload }, query, bytes: world.file() })
  },
  async 'imports.plan'({ call, world, place, params }) {
    const upload = await world.upload(place, 'file')
    const body = { mode: 'overwrite' as const, placements: [] }
    return call(api.imports.plan, { params: { ...params, upload }, body })
  },
  async 'imports.start'({ call, world, place, params }) {
    const upload = await world.upload(place, 'file')
    const body = { mode: 'overwrite' as const, placements: [] }
    const { id } = await call(api.imports.start, { params: { ...params, upload }, body })
    const { problem } = await world.deps.jobs.ended(id)
    if (problem !== null) throw failureOfJob(problem)
  },
  async 'imports.remove'({ call, world, place, params }) {
    const upload = await world.upload(place, 'empty')
    return call(api.imports.remove, { params: { ...params, upload } })
  },
  async 'keys.served'({ call, world, place, params }) {
    const { key } = await world.text(place)
    return call(api.keys.served, { params: { ...params, key } })
  },
  'codeUses.get': ({ call, params }) => call(api.codeUses.get, { params }),
  async 'codeUses.ofKey'({ call, world, place, params }) {
    const { key } = await world.text(place)
    return call(api.codeUses.ofKey, { params: { ...params, key } })
  },
  'codeUses.replace': ({ call, params }) =>
    call(api.codeUses.replace, {
      params,
      body: {
        revision: 'abc',
        permalink: null,
        defaultNamespaces: null,
        fallbackNamespaces: [],
        filesRead: 0,
        files: [],
      },
    }),
  'screenshots.list': ({ call, params }) => call(api.screenshots.list, { params }),
  async 'screenshots.ofKey'({ call, world, place, params }) {
    const { key } = await world.text(place)
    return call(api.screenshots.ofKey, { params: { ...params, key } })
  },
  async 'screenshots.get'({ call, world, place, params }) {
    const { screenshot } = await world.screenshot(place)
    return call(api.screenshots.get, { params: { ...params, screenshot } })
  },
  async 'screenshots.image'({ call, world, place, params }) {
    const { image } = await world.screenshot(place)
    const { bytes } = await call(api.screenshots.image, { params: { ...params, image } })
    await bytes.cancel()
  },
  'screenshots.addImage': ({ call, params }) => call(api.screenshots.addImage, { params, bytes: PIXEL }),
  async 'screenshots.save'({ call, world, place, params }) {
    const { image } = await world.screenshot(place)
    return call(api.screenshots.save, {
      params,
      body: {
        name: `Basket of ${place.namespace}`,
        language: 'en',
        image,
        mark: '',
        takenAt: null,
        strings: [
          { namespace: place.namespace, key: 'total', part: 'text', x: 0, y: 0, width: 1, height: 1 },
        ],
      },
    })
  },
  async 'screenshots.remove'({ call, world, place, params }) {
    const { screenshot } = await world.screenshot(place)
    return call(api.screenshots.remove, { params: { ...params, screenshot } })
  },
  async 'screenshots.restore'({ call, world, place, params }) {
    const { screenshot } = await world.screenshot(place)
    return call(api.screenshots.restore, { params: { ...params, screenshot } })
  },
  'texts.state': ({ call, params }) => call(api.texts.state, { params }),
  'texts.ofNamespace': ({ call, params, place: { language, namespace } }) =>
    call(api.texts.ofNamespace, { params, query: { namespace, languages: language } }),
  async 'texts.push'({ call, world, place, params }) {
    const { key: keyId, ...text } = await world.text(place)
    const { refused } = await call(api.texts.push, {
      params,
      body: {
        origin: 'files',
        languages: [],
        changes: [{ kind: 'translate', keyId, language: place.language, ...text }],
      },
    })
    if (refused[0]?.code === 'not-allowed') throw new Failure('not-allowed')
    return refused
  },
  'jobs.list': ({ call, params }) => call(api.jobs.list, { params }),
  async 'jobs.get'({ call, world, place, params }) {
    return call(api.jobs.get, { params: { ...params, job: await world.endedJob(place, 'undo', null) } })
  },
  'jobs.cancel': (prepared) => cancelJob(prepared, 'undo'),
  'jobs.cancel:of-another': (prepared) => cancelJob(prepared, 'undo', null),
  'jobs.cancel:import': (prepared) => cancelJob(prepared, 'import'),
  'jobs.cancel:import-of-another': (prepared) => cancelJob(prepared, 'import', null),
  'jobs.rerun': (prepared) => rerun(prepared, 'undo'),
  'jobs.rerun:of-another': (prepared) => rerun(prepared, 'undo', null),
  'jobs.rerun:import': (prepared) => rerun(prepared, 'import'),
  'jobs.rerun:import-of-another': (prepared) => rerun(prepared, 'import', null),
  'tasks.list': ({ call, params }) => call(api.tasks.list, { params }),
  'tasks.candidates': ({ call, params }) =>
    call(api.tasks.candidates, { params, query: { goal: 'translated', languages: 'de', q: '' } }),
  'tasks.mine': ({ call }) => call(api.tasks.mine, {}),
  'tasks.get': async ({ call, world, place, params }) =>
    call(api.tasks.get, { params: { ...params, task: await world.task(place) } }),
  async 'tasks.create'({ call, world, place, params }) {
    const select = { keys: [await world.keyOf(place)] }
    return call(api.tasks.create, { params, body: { ...TASK, languages: [place.language], select } })
  },
  async 'tasks.update'({ call, world, place, params }) {
    const task = await world.task(place)
    const body = { ...TASK, languages: [place.language], baseVersion: 1 }
    return call(api.tasks.update, { params: { ...params, task }, body })
  },
  async 'tasks.finish'({ call, world, place, params }) {
    const task = await world.task(place)
    return call(api.tasks.finish, { params: { ...params, task }, body: { done: true } })
  },
  async 'tasks.restore'({ call, world, place, params }) {
    return call(api.tasks.restore, { params: { ...params, task: await world.removedTask(place) } })
  },
  async 'tasks.remove'({ call, world, place, params }) {
    return call(api.tasks.remove, { params: { ...params, task: await world.task(place) } })
  },
  'notifications.list': ({ call }) => call(api.notifications.list, {}),
  'notifications.counts': ({ call }) => call(api.notifications.counts, {}),
  'notifications.get': ({ call, world, who }) => getNotification({ call, world, who }),
  'notifications.applyProposal': ({ call, world, who }) => takeNothing({ call, world, who }),
  'notifications.done': ({ call }) => call(api.notifications.done, { body: { ids: [1] } }),
  'notifications.later': ({ call }) =>
    call(api.notifications.later, { body: { ids: [1], until: '2999-01-01T00:00:00Z' } }),
  'notifications.reopen': ({ call }) => call(api.notifications.reopen, { body: { ids: [1] } }),
  'notifications.settings': ({ call }) => call(api.notifications.settings, {}),
  'notifications.saveSettings': ({ call }) =>
    call(api.notifications.saveSettings, { body: { project: null, mail: 'weekly', muted: [] } }),
  'notifications.saveLocale': ({ call }) =>
    call(api.notifications.saveLocale, { body: { timeZone: 'Europe/Berlin', language: 'de' } }),
  async 'notifications.unsubscribe'({ call, world }) {
    return call(api.notifications.unsubscribe, { body: { token: world.unsubscribeToken() } })
  },
}

/** People do not see notifications of a project that they cannot read. */
async function getNotification({ call, world, who }: Pick<Prepared, 'call' | 'world' | 'who'>) {
  const params = { notification: await world.notification(who) }
  try {
    return await call(api.notifications.get, { params })
  } catch (error) {
    const isHidden = error instanceof Failure && error.params.what === 'notification'
    if (isHidden && ['outsider', 'reader', 'suggester'].includes(who.role)) return null
    throw error
  }
}

/** The notification is not about a rejection, so there is no wording to use. */
async function takeNothing({ call, world, who }: Pick<Prepared, 'call' | 'world' | 'who'>) {
  const params = { notification: await world.notification(who) }
  try {
    return await call(api.notifications.applyProposal, { params, body: { baseVersion: 0 } })
  } catch (error) {
    if (error instanceof Failure && error.params.what === 'notification') return null
    throw error
  }
}

/** `by`: whose job it is; null: someone else's. */
async function cancelJob(
  { call, world, who, place, params }: Prepared,
  kind: 'undo' | 'import',
  by: Somebody | null = who,
) {
  const job = await world.endedJob(place, kind, by)
  return call(api.jobs.cancel, { params: { ...params, job }, body: { keep: true } })
}

async function rerun(
  { call, world, who, place, params }: Prepared,
  kind: 'undo' | 'import',
  by: Somebody | null = who,
) {
  const job = await world.endedJob(place, kind, by)
  const { state } = await call(api.jobs.rerun, { params: { ...params, job } })
  if (state !== 'waiting') throw new Error(`a job that was run again is ${state}`)
  await world.deps.jobs.ended(job)
}

async function save({ call, world, place, params }: Prepared, more: { readonly state?: 'reviewed' }) {
  const { key, ...text } = await world.text(place)
  return call(api.translations.save, {
    params: { ...params, key, language: place.language },
    body: { ...text, ...more },
  })
}

async function comment({ call, world, place, params }: Prepared, language: string | null) {
  return call(api.comments.add, {
    params: { ...params, key: await world.keyOf(place) },
    body: { text: 'Can this be **one**?', language, kind: 'question' },
  })
}

async function bulk({ call, world, place, params }: Prepared, state: 'draft' | 'reviewed') {
  const keys = [await world.translated(place)]
  const { changed } = await call(api.translations.bulk, {
    params,
    body: { language: place.language, select: { keys }, act: { kind: 'set-state', state } },
  })
  if (changed !== 1) throw new Error(`a bulk edit changed ${changed} texts`)
}

async function undo({ call, params }: Prepared, operation: number) {
  const done = await call(api.operations.undo, {
    params: { ...params, operation },
    body: { keepNewer: false },
  })
  if (done.operation === null) throw new Error('nothing was undone')
}

const REASON = { kind: 'style', text: 'not our tone' } as const

async function approve({ call, params, place: { language } }: Prepared, item: ChosenItem): Promise<unknown> {
  const body = { items: [item], approveFailing: true }
  return requirePassed((await call(api.review.approve, { params: { ...params, language }, body })).refused)
}

async function reject({ call, params, place: { language } }: Prepared, item: ChosenItem): Promise<unknown> {
  const body = { items: [item], reason: REASON }
  return requirePassed((await call(api.review.reject, { params: { ...params, language }, body })).refused)
}

/** Items that cannot be decided are skipped and listed. */
function requirePassed([first]: readonly RefusedItem[]): void {
  if (first?.code === 'not-allowed') throw new Failure('not-allowed', { reason: first.reason ?? '' })
  if (first !== undefined) throw new Error(JSON.stringify(first))
}
