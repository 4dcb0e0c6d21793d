import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Call, callRoute, type Route } from '@dragoman/contract'
import {
  actorId,
  DEFAULT_CHANNEL_SETTINGS,
  memberRef,
  type OperationKind,
  PROJECT_ROLES,
  type ProjectRole,
  type Sharing,
  TOKEN_SCOPES,
  type TokenLimits,
} from '@dragoman/core'
import {
  addChannel,
  addComment,
  addDelivery,
  addInvitation,
  addLanguage,
  addNotifications,
  addOldAddress,
  addRelease,
  addScheduledMove,
  addSuggestion,
  addWebhook,
  applyOperation,
  type ChangeRequest,
  changeGroupPeople,
  channelByName,
  createGitSource,
  createGroup,
  createMember,
  createProject,
  createSession,
  createSource,
  createTask,
  createToken,
  deleteSession,
  type InvitedTo,
  keyById,
  keyByIdentity,
  linkIdentity,
  listAudit,
  listNotifications,
  listWebhooks,
  type OwnMembership,
  openBranch,
  type ProjectRow,
  projectBySlug,
  putConflict,
  putMembership,
  putScreenshotImage,
  recordAudit,
  releaseByNumber,
  removeMembership,
  removeSource,
  removeTask,
  removeWebhook,
  revokeToken,
  type ScheduledMoveRow,
  saveScreenshot,
  setInstanceRole,
  sourceById,
  suspendPerson,
  taskById,
  translation,
  updateProject,
  upsertFile,
  type Writer,
} from '@dragoman/store'
import { MARA, person } from '../../store/test/sample.ts'
import { actsFreely } from '../src/access/requester-of.ts'
import { EXPORT } from '../src/exports/export-job.ts'
import { newToken } from '../src/http/api-token.ts'
import { cookieNameFor, newSessionId } from '../src/http/session-cookie.ts'
import { IMPORT } from '../src/imports/import-type.ts'
import { UNDO } from '../src/jobs/undo-job.ts'
import { unsubscribeToken } from '../src/notifications/unsubscribe.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { sealSignIn } from '../src/sources/git/access/sign-in.ts'
import { USUAL_SETTINGS } from '../src/sources/git/connect/usual-settings.ts'
import { newMessageId } from '../src/webhooks/gather-messages.ts'
import { newWebhookSecret, sealWebhookSecret } from '../src/webhooks/webhook-secret.ts'
import type { Role } from './role-matrix.ts'
import { openTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** A caller; `id` null: not signed in. */
export type Somebody = {
  readonly role: Role
  readonly id: number | null
  readonly name: string
  readonly membership: OwnMembership | null
  /** The secret of a token to call with, instead of a session. */
  readonly token?: string
  /** Why their session is useless. */
  readonly lost?: 'person-suspended' | 'session-expired' | 'session-ended'
}

/** Where an action takes place. */
export type Place = {
  readonly project: string
  readonly isOwn: boolean
  readonly language: string
  readonly namespace: string
}

export type World = Awaited<ReturnType<typeof openRoleWorld>>

/** Projects by their sharing, each with texts in three languages and two namespaces. */
const PROJECTS: Readonly<Record<string, Sharing>> = {
  own: { with: 'members', role: 'reader' },
  other: { with: 'members', role: 'reader' },
  readable: { with: 'signed-in', role: 'reader' },
  open: { with: 'everyone', role: 'suggester' },
}
const LANGUAGES = ['de', 'fr']
const NAMESPACES = ['app', 'legal']
/** More than one call uses. */
const MOST_SOURCES = 5
export const INSIDE: Place = { project: 'own', isOwn: true, language: 'de', namespace: 'app' }

/** A real server with people of each role. Prepares what a call needs, bypassing the server. */
export async function openRoleWorld(options: TestServerOptions = {}) {
  // Developers connect folders below it.
  const config = { folders: [tmpdir()], ...options.config }
  const test: TestServer = await openTestServer({ ...options, config })
  const { deps, origin } = test.server
  const { store } = deps
  const at = () => new Date().toISOString()
  let made = 0
  const next = () => ++made
  const sources: number[] = []
  /** Removes all but the latest sources: each save reads all sources of its project. */
  async function removeEarlySources(w: Writer): Promise<void> {
    for (const id of sources.splice(0, sources.length - MOST_SOURCES)) await removeSource(w, id)
  }
  for (const [slug, sharing] of Object.entries(PROJECTS)) {
    await store.write(async (w) => {
      const project = await createProject(w, { slug, name: slug, sourceLanguage: 'en', at: at() })
      for (const tag of LANGUAGES) await addLanguage(w, { projectId: project.id, tag, by: MARA, at: at() })
      const changes = NAMESPACES.map((namespace) => newKey(namespace, 'greeting'))
      await applyOperation(w, { projectId: project.id, kind: 'keys', by: MARA, at: at(), changes })
      await updateProject(w, project.id, { sharing })
    })
  }

  async function projectOf({ project }: Pick<Place, 'project'>): Promise<ProjectRow> {
    const row = await store.read((r) => projectBySlug(r, project))
    if (row === null) throw new Error(`no project ${project}`)
    return row
  }

  async function write(
    place: Place,
    kind: OperationKind,
    changes: readonly ChangeRequest[],
    by = MARA,
  ): Promise<number> {
    const projectId = (await projectOf(place)).id
    const result = await store.write((w) => applyOperation(w, { projectId, kind, by, at: at(), changes }))
    if (!result.ok) throw new Error(JSON.stringify(result.refusals))
    return result.operationId
  }

  async function keyOf(place: Place, name = 'greeting'): Promise<number> {
    const { id } = await projectOf(place)
    const identity = { namespace: place.namespace, name, plural: 'none' as const }
    const key = await store.read((r) => keyByIdentity(r, id, identity))
    if (key === null) throw new Error(`no key ${name}`)
    return key.id
  }

  async function makeKey(place: Place): Promise<number> {
    const name = `key${next()}`
    await write(place, 'keys', [newKey(place.namespace, name)])
    return keyOf(place, name)
  }

  async function addMember(membership: OwnMembership | null, slug: string, userId: number): Promise<void> {
    const { id } = await projectOf({ project: slug })
    if (membership) await store.write((w) => putMembership(w, { userId, projectId: id }, membership))
  }

  /** Sends requests as a person, in a separate session. */
  async function sender({ id, token, lost }: Somebody, to = origin) {
    const cookies = new Headers()
    if (token !== undefined) cookies.set('authorization', `Bearer ${token}`)
    else if (id !== null) {
      const session = newSessionId()
      const expiresAt = new Date(Date.now() + (lost === 'session-expired' ? -1 : 3_600_000)).toISOString()
      const row = { userId: id, idHash: hashOfSecret(session), at: at(), expiresAt }
      await store.write((w) => createSession(w, row))
      if (lost === 'session-ended') await store.write((w) => deleteSession(w, row.idHash))
      cookies.set(
        'cookie',
        `${cookieNameFor({ host: new URL(to).host, isSecure: false }, deps.port())}=${session}`,
      )
    }
    return (path: string, init: RequestInit): Promise<Response> => {
      const headers = new Headers(init.headers)
      for (const [name, value] of cookies) headers.set(name, value)
      return fetch(`${to}${path}`, { ...init, headers })
    }
  }

  return {
    deps,
    server: test.server,
    /** With the data and everything else that the server stores in files. */
    root: test.folder,
    next,
    projectOf,
    keyOf,
    makeKey,
    /** Creates a person with a role and limits in their own project. */
    async somebody(role: Role, limits: Partial<OwnMembership> = {}): Promise<Somebody> {
      if (role === 'nobody' || role === 'visitor') return { role, id: null, name: '', membership: null }
      if (role === 'owner') return { role, id: 1, name: 'Ann', membership: null }
      const name = `${role} ${next()}`
      const user = await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))
      const projectRole = PROJECT_ROLES.find((known) => known === role)
      const membership = projectRole ? membershipOf(projectRole, limits) : null
      await addMember(membership, 'own', user.id)
      return { role, id: user.id, name, membership }
    },
    /** Returns the same person, calling with one of their tokens. */
    async withToken(
      who: Somebody,
      limits: Partial<TokenLimits>,
      state: 'valid' | 'expired' | 'revoked' = 'valid',
    ): Promise<Somebody> {
      const token = newToken()
      const userId = who.id ?? 0
      const row = { userId, name: 'CI', hint: '', secretHash: hashOfSecret(token), at: at() }
      const rights = { scopes: new Set(TOKEN_SCOPES), projectId: null, languages: null, ...limits }
      const expiresAt = state === 'expired' ? new Date(Date.now() - 1).toISOString() : null
      await store.write(async (w) => {
        const { tokenId } = await createToken(w, { ...row, ...rights, expiresAt })
        if (state === 'revoked') await revokeToken(w, tokenId, { userId })
      })
      return { ...who, token }
    },
    /** Returns someone who has a role in their own project only because their group has it. */
    async inGroup(role: ProjectRole, limits: Partial<OwnMembership> = {}): Promise<Somebody> {
      const who = await this.somebody('outsider')
      const groupId = await this.group()
      const { languages, namespaces } = membershipOf(role, limits)
      const listOf = (names: ReadonlySet<string> | null) => names && [...names]
      const rights = { role, languages: listOf(languages), namespaces: listOf(namespaces) }
      await store.write((w) =>
        changeGroupPeople(w, { groupId, add: [who.id ?? 0], remove: [], source: 'hand' }),
      )
      await test.call(api.members.change, {
        params: { project: 'own' },
        body: { changes: [{ who: `group:${groupId}`, baseVersion: 0, rights }] },
      })
      return { ...who, role, membership: membershipOf(role, limits) }
    },
    async suspend(who: Somebody): Promise<void> {
      await store.write((w) => suspendPerson(w, who.id ?? 0, at()))
    },
    /** Removes a person from their own project. */
    async remove(who: Somebody): Promise<void> {
      const { id: projectId } = await projectOf(INSIDE)
      await store.write((w) => removeMembership(w, { userId: who.id ?? 0, projectId }))
    },
    /** Creates someone who manages another project. */
    async managerElsewhere(): Promise<Somebody> {
      const who = await this.somebody('outsider')
      await addMember(membershipOf('manager', {}), 'other', who.id ?? 0)
      return who
    },
    /** Creates someone who was an owner of the server. */
    async formerOwner(): Promise<Somebody> {
      const who = await this.somebody('outsider')
      await store.write(async (w) => {
        await setInstanceRole(w, who.id ?? 0, 'owner')
        await setInstanceRole(w, who.id ?? 0, 'member')
      })
      return who
    },
    sender,
    /** Calls as a person, in a separate session. */
    async caller(who: Somebody, to = origin) {
      const send = await sender(who, to)
      return <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>): Promise<R> =>
        callRoute(send, route, call)
    },
    /** Returns a text to save, with its base version. */
    async text(place: Place) {
      const { id } = await projectOf(place)
      const key = await keyOf(place)
      const now = await store.read((r) => translation(r, id, key, place.language))
      return { key, forms: { other: `text ${next()}` }, baseVersion: now?.version ?? 0 }
    },
    /** Creates an operation of the person (the owner if they have no account), ready to be undone. */
    async operation(who: Somebody | null, place: Place, kind: 'save' | 'keys' = 'save'): Promise<number> {
      const by = who?.id ? person(who.id, who.name) : MARA
      const keyId = await keyOf(place)
      const forms = { other: `saved ${next()}` }
      const change: ChangeRequest =
        kind === 'save'
          ? { kind: 'translate', keyId, language: place.language, forms }
          : { kind: 'edit-key', keyId, fields: { description: `note ${next()}` } }
      return write(place, kind, [change], by)
    },
    /** Creates a comment of the person (the owner if they have no account) on the key. */
    async comment(who: Somebody | null, place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const by = who?.id ? person(who.id, who.name) : MARA
      const keyId = await keyOf(place)
      const text = `comment ${next()}`
      const { language } = place
      const row = { projectId, keyId, language, kind: 'comment' as const, text, mentions: [] }
      return (await store.write((w) => addComment(w, { ...row, by: by.actor, at: at() }))).id
    },
    /** Returns the newest backup; creates one if there is none. */
    async backup(): Promise<string> {
      const [newest] = await deps.backups.list()
      return (newest ?? (await deps.backups.make())).name
    },
    /** Gives the text words, in the state *translated*. */
    async translated(place: Place): Promise<number> {
      const keyId = await keyOf(place)
      const forms = { other: `done ${next()}` }
      await write(place, 'save', [{ kind: 'translate', keyId, language: place.language, forms }])
      return keyId
    },
    /** Creates a suggestion of the person (the owner if they have no account) for a new string. */
    async suggestion(who: Somebody | null, place: Place) {
      const { id: projectId } = await projectOf(place)
      const keyId = await makeKey(place)
      const author = who?.id ? person(who.id, who.name).actor : MARA.actor
      const { language } = place
      const forms = { other: `suggested ${next()}` }
      const made = await store.write((w) =>
        addSuggestion(w, { projectId, keyId, language, forms, note: '', author, at: at() }),
      )
      if (!made.ok) throw new Error(JSON.stringify(made.refusal))
      const { id, version, textVersion: baseVersion } = made.suggestion
      return { id, keyId, version, baseVersion }
    },
    /** Creates a text that waits for a reviewer. */
    async textToReview(place: Place) {
      const { id } = await projectOf(place)
      const keyId = await makeKey(place)
      const now = await store.read((r) => translation(r, id, keyId, place.language))
      return { keyId, baseVersion: now?.version ?? 0 }
    },
    /** Creates a task of a string, assigned to no one. */
    async task(place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const fields = { title: 'Task', note: '', goal: 'reviewed' as const, due: null, assignees: [] }
      const of = { projectId, keyIds: [await keyOf(place)], languages: [place.language] }
      return (await store.write((w) => createTask(w, { ...fields, ...of, by: MARA.actor, at: at() }))).id
    },
    async removedTask(place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const id = await this.task(place)
      await store.write(async (w) => {
        const task = await taskById(w, projectId, id)
        if (task !== null) await removeTask(w, task, { at: at(), by: MARA.actor })
      })
      return id
    },
    /** Creates a notification of the person, in the `own` project. */
    async notification({ id }: Somebody): Promise<number> {
      const { id: projectId } = await projectOf({ project: 'own' })
      const userId = id ?? 0
      const subject = `comment:${next()}`
      const about = { keyId: null, language: null, subjectId: null, payload: {}, actorId: null }
      const one = { userId, projectId, kind: 'mentioned' as const, subject, ...about }
      await store.write((w) => addNotifications(w, [one], at()))
      const shown = [{ projectIds: [projectId], kinds: ['mentioned' as const] }]
      const query = { userId, shown, state: 'open' as const }
      const page = { now: at(), since: at(), limit: 1, cursor: null }
      const { rows } = await store.read((r) => listNotifications(r, { ...query, ...page }))
      return rows[0]?.id ?? 0
    },
    /**
     * Links a provider's account to the person (the owner if they have no account); returns its id for URLs.
     */
    async identity(who: Somebody): Promise<string> {
      const [issuer, subject] = ['https://sso.example', `subject ${next()}`]
      await store.write((w) => linkIdentity(w, { issuer, subject, userId: who.id ?? 1, at: at() }))
      return createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url')
    },
    /** The token in the link of an email. */
    unsubscribeToken: () => unsubscribeToken(deps.sealing, { userId: 999, projectId: null }),
    /** Returns a possible change of someone's membership. */
    async memberToChange(place: Place) {
      const name = `member ${next()}`
      const user = await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))
      const rights = { role: 'viewer' as const, languages: null, namespaces: null }
      await addMember(rights, place.project, user.id)
      return {
        who: memberRef('user', user.id),
        baseVersion: 1,
        rights: { ...rights, role: 'translator' as const },
      }
    },
    /** Creates a person who can be removed. */
    async sparePerson(): Promise<number> {
      const name = `person ${next()}`
      return (await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))).id
    },
    /** Creates a session that can be ended; returns its id for URLs. */
    async spareSession(): Promise<string> {
      const name = `person ${next()}`
      const idHash = `session ${name}`
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      await store.write(async (w) => {
        const { id } = await createMember(w, { name, passwordHash: null, at: at() })
        await createSession(w, { userId: id, idHash, at: at(), expiresAt })
      })
      return idHash
    },
    /** Adds another manager to the project, so that others can leave it. */
    async spareManager(slug: string): Promise<void> {
      const name = `manager ${next()}`
      const user = await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))
      await addMember({ role: 'manager', languages: null, namespaces: null }, slug, user.id)
      await addMember({ role: 'viewer', languages: null, namespaces: null }, slug, 1)
    },
    group: async (): Promise<number> =>
      (await store.write((w) => createGroup(w, { name: `group ${next()}`, at: at() }))).id,
    /** Creates an invitation to a project; null: to the instance. */
    async invitation(place: Place | null): Promise<number> {
      const rights = { role: 'viewer' as const, languages: null, namespaces: null }
      const invitedTo: InvitedTo =
        place === null
          ? { to: 'instance' }
          : { to: 'project', projectId: (await projectOf(place)).id, rights }
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      const row = { invitedTo, groupId: null, address: null, number: 1, expiresAt, at: at() }
      const by = { userId: 1, name: 'Ann' }
      return (await store.write((w) => addInvitation(w, { ...row, by }, (id) => `hash ${id}`))).id
    },
    /** Records that an invitation to the project was a contributor's before; the entry can be undone. */
    async auditEntry(place: Place): Promise<number> {
      const who = `invitation:${await this.invitation(place)}`
      const { id: projectId } = await projectOf(place)
      const rights = { languages: null, namespaces: null }
      const details = {
        who,
        before: { role: 'contributor', ...rights },
        after: { role: 'viewer', ...rights },
      }
      const origin = { actor: MARA.actor, address: null, tokenId: null }
      const entry = { kind: 'membership.changed', projectId, origin, target: who, details } as const
      return store.write(async (w) => {
        await recordAudit(w, entry)
        const { rows } = await listAudit(w, {
          projectId,
          searchesPaths: false,
          cursor: null,
          limit: 1,
        })
        return rows[0]?.id ?? 0
      })
    },
    /**
     * Creates a token of a project, or of a person for all their projects (the owner if they have no
     * account).
     */
    async token(who: Somebody, place: Place | null): Promise<number> {
      const projectId = place === null ? null : (await projectOf(place)).id
      const row = {
        userId: who.id ?? 1,
        name: 'CI',
        hint: '',
        secretHash: hashOfSecret(newToken()),
        at: at(),
      }
      const rights = { scopes: new Set(TOKEN_SCOPES), projectId, languages: null, expiresAt: null }
      return (await store.write((w) => createToken(w, { ...row, ...rights }))).tokenId
    },
    async mayBeEditedIn(place: Place, origin: string): Promise<void> {
      const { id } = await projectOf(place)
      await store.write((w) => updateProject(w, id, { settings: { editOrigins: [origin] } }))
    },
    /** Creates a difference between the next release and the last. */
    async changedText(place: Place): Promise<void> {
      await write(place, 'keys', [newKey('app', `released-${next()}`)])
    },
    /** Creates a release; returns its number. */
    async release(place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const made = { title: '', notes: '', revision: 1, sourceLanguage: 'en', syntax: 'i18next', changes: 1 }
      const by = MARA.actor
      const release = { ...made, projectId, languages: [], files: [], by, at: at() }
      return (await store.write((w) => addRelease(w, release))).number
    },
    /** Creates a channel of releases that has none yet. */
    async channel(place: Place): Promise<string> {
      const { id: projectId } = await projectOf(place)
      const name = `channel-${next()}`
      const settings = DEFAULT_CHANNEL_SETTINGS
      await store.write((w) => addChannel(w, { projectId, name, kind: 'release', settings, at: at() }))
      return name
    },
    async oldAddress(place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const leads = { shape: 'locize', channel: 'live', namespace: null } as const
      const row = { projectId, prefix: `/old-${next()}`, ...leads, createdAt: at() }
      return (await store.write((w) => addOldAddress(w, row))).id
    },
    /** Creates a move that waits until tomorrow. */
    async scheduledMove(place: Place): Promise<ScheduledMoveRow> {
      const [name, number] = [await this.channel(place), await this.release(place)]
      const { id: projectId } = await projectOf(place)
      return store.write(async (w) => {
        const channel = await channelByName(w, projectId, name)
        const release = await releaseByNumber(w, projectId, number)
        if (channel?.id == null || release === null) throw new Error('They were added a moment ago')
        const tomorrow = new Date(Date.parse(at()) + 24 * 60 * 60_000).toISOString()
        const move = { percent: 100, note: '', at: tomorrow, by: MARA.actor, tokenId: null }
        return addScheduledMove(w, {
          ...move,
          projectId,
          channelId: channel.id,
          channel: name,
          releaseId: release.id,
        })
      })
    },
    /**
     * Creates a webhook that is off and has a delivery; removes earlier ones, because a project can only have
     * a few.
     */
    async webhook(place: Place): Promise<{ readonly webhook: number; readonly delivery: number }> {
      const { id: projectId } = await projectOf(place)
      return store.write(async (w) => {
        for (const one of await listWebhooks(w, projectId)) await removeWebhook(w, one)
        const all = { topics: null, languages: null, namespaces: null }
        // An address in no network, so no requests are sent.
        const fields = { url: 'https://192.0.2.1/', description: '', isOn: false, withNames: false, ...all }
        const seal = (id: number) => sealWebhookSecret(test.server.deps.sealing, id, newWebhookSecret())
        const { id } = await addWebhook(w, { projectId, fields, seal, at: at(), by: MARA.actor })
        const message = { webhookId: id, messageId: newMessageId(), type: 'texts.changed', body: '{}' }
        const state = { isByHand: false, gathers: false, at: at(), nextAt: '9999' }
        return { webhook: id, delivery: (await addDelivery(w, { ...message, ...state })).id }
      })
    },
    /** Creates a screenshot that shows a string of the project; returns the hash of its picture too. */
    async screenshot(place: Place): Promise<{ readonly screenshot: number; readonly image: string }> {
      const { id: projectId } = await projectOf(place)
      const keyId = await keyOf(place)
      const key = await store.read((r) => keyById(r, projectId, keyId))
      if (key === null) throw new Error('The key that was just made is not there')
      const image = 'a'.repeat(64)
      const size = { type: 'image/png', width: 1, height: 1 }
      const region = { part: 'text', x: 0, y: 0, width: 1, height: 1 }
      return store.write(async (w) => {
        await putScreenshotImage(w, { projectId, hash: image, ...size, bytes: new Uint8Array([1]), at: at() })
        const { id } = await saveScreenshot(w, {
          projectId,
          name: `Page ${next()}`,
          language: 'en',
          image,
          mark: '',
          takenAt: at(),
          at: at(),
          by: MARA.actor,
          strings: [{ namespace: key.namespace, key: key.name, ...region }],
        })
        if (id === null) throw new Error('The screenshot shows no string')
        return { screenshot: id, image }
      })
    },
    /** Creates a project that can be removed, in which the person has the role they have in `place`. */
    async spareProject(who: Somebody, place: Place): Promise<string> {
      const slug = `spare-${next()}`
      const { sharing } = await projectOf(place)
      await store.write(async (w) => {
        const { id } = await createProject(w, { slug, name: slug, sourceLanguage: 'en', at: at() })
        await updateProject(w, id, { sharing })
      })
      if (who.id !== null && place.isOwn) await addMember(who.membership, slug, who.id)
      return slug
    },
    async spareLanguage(place: Place, wanted: 'there' | 'gone'): Promise<string> {
      const { id } = await projectOf(place)
      const owner = test.call
      const params = { project: place.project }
      const { languages } = await owner(api.projects.get, { params })
      const isThere = languages.some(({ tag }) => tag === 'it')
      if (wanted === 'there' && !isThere)
        await store.write((w) => addLanguage(w, { projectId: id, tag: 'it', by: MARA, at: at() }))
      if (wanted === 'gone' && isThere)
        await owner(api.languages.remove, { params: { ...params, language: 'it' } })
      return 'it'
    },
    /** Creates a folder on disk with a file of one language. */
    async folder(): Promise<string> {
      const folder = join(test.folder, `locales${next()}`)
      await mkdir(folder)
      await writeFile(join(folder, 'en.json'), '{ "title": "Title" }')
      return folder
    },
    /** Creates a source that is not running. */
    async source(place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const row = {
        folder: `/nowhere/${next()}`,
        pattern: '{lng}.json',
        format: 'i18next-json',
        writable: true,
      }
      const kind = 'folder' as const
      const createdAt = at()
      return store.write(async (w) => {
        await removeEarlySources(w)
        const { id } = await createSource(w, { ...row, projectId, kind, createdAt })
        sources.push(id)
        return id
      })
    },
    /** Creates a branch of a repository that is not synced. */
    async gitSource(place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const repository = `http://127.0.0.1:1/${next()}.git`
      const row = {
        repository,
        branch: 'main',
        pattern: '{lng}.json',
        format: 'i18next-json',
        writable: true,
      }
      const state = {
        mode: 'push' as const,
        settings: USUAL_SETTINGS,
        signIn: sealSignIn(deps.sealing, { kind: 'none' }),
        keyId: null,
        knownHosts: '',
        forge: { kind: 'none' as const, origin: null, token: null },
      }
      const kind = 'git' as const
      return store.write(async (w) => {
        await removeEarlySources(w)
        const { id: sourceId } = await createSource(w, { ...row, projectId, kind, createdAt: at() })
        sources.push(sourceId)
        await createGitSource(w, { ...state, sourceId, projectId })
        return sourceId
      })
    },
    /** Creates a translation branch that is not synced; returns its URL name. */
    async branch(place: Place): Promise<string> {
      const sourceId = await this.gitSource(place)
      const parent = await projectOf(place)
      return store.write(async (w) => {
        const source = await sourceById(w, sourceId)
        if (source?.kind !== 'git') throw new Error('There is no repository')
        const by = actsFreely({ id: actorId('user', 1), name: 'Ann' })
        return (await openBranch(w, { parent, source, branch: `b${next()}`, by, at: at() })).slug
      })
    },
    async conflict(place: Place): Promise<{ readonly id: number; readonly mark: string }> {
      const keyId = await keyOf(place)
      const sourceId = await this.source(place)
      const { language, namespace } = place
      const { id } = await store.write(async (w) => {
        const path = `${language}/${namespace}.json`
        const state = { state: 'in-step', problem: null, entries: 1, syncedAt: at() } as const
        const file = await upsertFile(w, { sourceId, path, language, namespace, side: 'target', ...state })
        const texts = { base: { other: 'a' }, theirs: { other: 'b' }, ours: { other: 'c' } }
        const key = { keyId, name: 'greeting', plural: 'none' as const, path: ['greeting'] }
        return putConflict(w, { fileId: file.id, ...key, ...texts, at: at() })
      })
      const { conflicts } = await test.call(api.files.conflicts, { params: { project: place.project } })
      return { id, mark: conflicts.find((one) => one.id === id)?.mark ?? '' }
    },
    /** Returns a file that changes the text of a key. */
    file: () => new TextEncoder().encode(`{ "greeting": "imported ${next()}" }`),
    /** Creates an upload with such a file, or an empty one. */
    async upload(place: Place, content: 'file' | 'empty'): Promise<string> {
      const { id } = await projectOf(place)
      const upload = await deps.uploads.create(id)
      if (content === 'empty') return upload
      const folder = await deps.uploads.folderOf(id, upload)
      const path = `${place.language}/${place.namespace}.json`
      await deps.uploads.receive(folder, path, { body: new Blob([this.file()]).stream() })
      return upload
    },
    /** Creates a job that has written an archive. */
    async exported(place: Place): Promise<number> {
      const { id } = await projectOf(place)
      const job = await store.write((w) =>
        deps.jobs.add(w, EXPORT, {
          projectId: id,
          payload: { format: 'i18next-json' },
          startedBy: MARA.actor,
        }),
      )
      await deps.jobs.ended(job.id)
      return job.id
    },
    /** Creates a job of a person (the owner if they have no account) that has failed: what it was for does not exist. */
    async endedJob(place: Place, kind: 'undo' | 'import', who: Somebody | null): Promise<number> {
      const { id } = await projectOf(place)
      const folder = join(test.folder, 'no-such-upload')
      const of = {
        projectId: id,
        startedBy: who?.id ? person(who.id, who.name).actor : MARA.actor,
      }
      const job = await store.write((w) =>
        kind === 'undo'
          ? deps.jobs.add(w, UNDO, { ...of, payload: { operationId: 0, at: at() } })
          : deps.jobs.add(w, IMPORT, { ...of, payload: { folder, mode: 'overwrite', placements: [] } }),
      )
      await deps.jobs.ended(job.id)
      return job.id
    },
    close: () => test.close(),
  }
}

function membershipOf(role: ProjectRole, limits: Partial<OwnMembership>): OwnMembership {
  return { role, languages: null, namespaces: null, ...limits }
}

function newKey(namespace: string, name: string): ChangeRequest {
  const texts = new Map(['en', ...LANGUAGES].map((tag) => [tag, { forms: { other: `${name} ${tag}` } }]))
  return { kind: 'add-key', namespace, name, plural: 'none', path: [name], texts }
}
