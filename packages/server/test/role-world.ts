import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Call, callRoute, type Route } from '@dragoman/contract'
import {
  type OperationKind,
  PROJECT_ROLES,
  type ProjectRole,
  type Sharing,
  TOKEN_SCOPES,
  type TokenLimits,
} from '@dragoman/core'
import {
  addComment,
  addInvitation,
  addLanguage,
  addNotifications,
  addSuggestion,
  applyOperation,
  type ChangeRequest,
  createGroup,
  createMember,
  createProject,
  createSession,
  createSource,
  createTask,
  createToken,
  type InvitedTo,
  keyByIdentity,
  linkIdentity,
  listNotifications,
  type OwnMembership,
  type ProjectRow,
  projectBySlug,
  putConflict,
  putMembership,
  removeTask,
  taskById,
  translation,
  updateProject,
  upsertFile,
} from '@dragoman/store'
import { MARA, person } from '../../store/test/sample.ts'
import { hashOfToken, newToken } from '../src/http/api-token.ts'
import { cookieNameFor, hashOfSessionId, newSessionId } from '../src/http/session-cookie.ts'
import { unsubscribeToken } from '../src/notifications/unsubscribe.ts'
import type { Role } from './role-matrix.ts'
import { openTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** Somebody who calls; `id` null: not signed in. */
export type Somebody = {
  readonly role: Role
  readonly id: number | null
  readonly name: string
  readonly membership: OwnMembership | null
  /** The secret of a token to call with, instead of a session. */
  readonly token?: string
}

/** Where something is done. */
export type Place = {
  readonly project: string
  readonly isOwn: boolean
  readonly language: string
  readonly namespace: string
}

export type World = Awaited<ReturnType<typeof openRoleWorld>>

/** A project and another one, each with texts in three languages and two namespaces. */
const PROJECTS: Readonly<Record<string, Sharing>> = {
  own: { with: 'members', role: 'reader' },
  other: { with: 'members', role: 'reader' },
  readable: { with: 'signed-in', role: 'reader' },
  open: { with: 'everyone', role: 'suggester' },
}
const LANGUAGES = ['de', 'fr']
const NAMESPACES = ['app', 'legal']
export const INSIDE: Place = { project: 'own', isOwn: true, language: 'de', namespace: 'app' }

/** A real server with somebody of each role. Prepares what a call needs, past the server. */
export async function openRoleWorld(options: TestServerOptions = {}) {
  const test: TestServer = await openTestServer(options)
  const { deps, origin } = test.server
  const { store } = deps
  const at = () => new Date().toISOString()
  let made = 0
  const next = () => ++made
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

  /** Sends requests as somebody, in a session of its own. */
  async function sender({ id, token }: Somebody, to = origin) {
    const cookies = new Headers()
    if (token !== undefined) cookies.set('authorization', `Bearer ${token}`)
    else if (id !== null) {
      const session = newSessionId()
      const expiresAt = new Date(Date.now() + 60_000).toISOString()
      const row = { userId: id, idHash: hashOfSessionId(session), at: at(), expiresAt }
      await store.write((w) => createSession(w, row))
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
    next,
    projectOf,
    keyOf,
    makeKey,
    /** Somebody of a role, who is limited in the project that is their own. */
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
    /** The same person, who calls with a token of theirs. */
    async withToken(who: Somebody, limits: Partial<TokenLimits>): Promise<Somebody> {
      const token = newToken()
      const row = { userId: who.id ?? 0, name: 'CI', hint: '', secretHash: hashOfToken(token), at: at() }
      const rights = { scopes: new Set(TOKEN_SCOPES), projectId: null, languages: null, ...limits }
      await store.write((w) => createToken(w, { ...row, ...rights, expiresAt: null }))
      return { ...who, token }
    },
    sender,
    /** Calls as somebody, in a session of its own. */
    async caller(who: Somebody, to = origin) {
      const send = await sender(who, to)
      return <P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>): Promise<R> =>
        callRoute(send, route, call)
    },
    /** A text to save, with the version it is made on. */
    async text(place: Place) {
      const { id } = await projectOf(place)
      const key = await keyOf(place)
      const now = await store.read((r) => translation(r, id, key, place.language))
      return { key, forms: { other: `text ${next()}` }, baseVersion: now?.version ?? 0 }
    },
    /** An operation of somebody (of the owner's where they have no account), ready to be undone. */
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
    /** A comment of somebody (of the owner’s where they have no account) on the key. */
    async comment(who: Somebody | null, place: Place): Promise<number> {
      const { id: projectId } = await projectOf(place)
      const by = who?.id ? person(who.id, who.name) : MARA
      const keyId = await keyOf(place)
      const text = `comment ${next()}`
      const { language } = place
      const row = { projectId, keyId, language, kind: 'comment' as const, text, mentions: [] }
      return (await store.write((w) => addComment(w, { ...row, by: by.actor, at: at() }))).id
    },
    /** The newest backup; one is made where there is none. */
    async backup(): Promise<string> {
      const [newest] = await deps.backups.list()
      return (newest ?? (await deps.backups.make())).name
    },
    /** The text has words, in the state *translated*. */
    async translated(place: Place): Promise<number> {
      const keyId = await keyOf(place)
      const forms = { other: `done ${next()}` }
      await write(place, 'save', [{ kind: 'translate', keyId, language: place.language, forms }])
      return keyId
    },
    /** A suggestion of somebody's (of the owner's where they have no account) for a string of its own. */
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
    /** A text that waits for a reviewer. */
    async textToReview(place: Place) {
      const { id } = await projectOf(place)
      const keyId = await makeKey(place)
      const now = await store.read((r) => translation(r, id, keyId, place.language))
      return { keyId, baseVersion: now?.version ?? 0 }
    },
    /** A task of a string, given to nobody. */
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
    /** Something that needs somebody, in the project that is the members' own. */
    async notification({ id }: Somebody): Promise<number> {
      const { id: projectId } = await projectOf({ project: 'own' })
      const userId = id ?? 0
      const subject = `comment:${next()}`
      const about = { keyId: null, language: null, subjectId: null, payload: {}, actorId: null }
      const one = { userId, projectId, kind: 'mentioned' as const, subject, ...about }
      await store.write((w) => addNotifications(w, [one], at()))
      const query = { userId, projectIds: [projectId], kinds: ['mentioned' as const], state: 'open' as const }
      const page = { now: at(), since: at(), limit: 1, cursor: null }
      const { rows } = await store.read((r) => listNotifications(r, { ...query, ...page }))
      return rows[0]?.id ?? 0
    },
    /** An account at a provider that somebody signs in with (the owner where they have no account), as addresses name it. */
    async identity(who: Somebody): Promise<string> {
      const [issuer, subject] = ['https://sso.example', `subject ${next()}`]
      await store.write((w) => linkIdentity(w, { issuer, subject, userId: who.id ?? 1, at: at() }))
      return createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url')
    },
    /** What the link of a mail has. */
    unsubscribeToken: () => unsubscribeToken(deps.sealing, { userId: 999, projectId: null }),
    /** A change of somebody's membership, as it can be made now. */
    async memberToChange(place: Place) {
      const name = `member ${next()}`
      const user = await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))
      const rights = { role: 'viewer' as const, languages: null, namespaces: null }
      await addMember(rights, place.project, user.id)
      return { who: `user:${user.id}`, baseVersion: 1, rights: { ...rights, role: 'translator' as const } }
    },
    /** Somebody who may go. */
    async sparePerson(): Promise<number> {
      const name = `person ${next()}`
      return (await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))).id
    },
    /** A session that may end, as addresses name it. */
    async spareSession(): Promise<string> {
      const name = `person ${next()}`
      const idHash = `session ${name}`
      const expiresAt = new Date(Date.now() + 60_000).toISOString()
      await store.write(async (w) => {
        const { id } = await createMember(w, { name, passwordHash: null, at: at() })
        await createSession(w, { userId: id, idHash, at: at(), expiresAt })
      })
      return idHash
    },
    /** Somebody else manages the project, so that others may leave it. */
    async spareManager(slug: string): Promise<void> {
      const name = `manager ${next()}`
      const user = await store.write((w) => createMember(w, { name, passwordHash: null, at: at() }))
      await addMember({ role: 'manager', languages: null, namespaces: null }, slug, user.id)
      await addMember({ role: 'viewer', languages: null, namespaces: null }, slug, 1)
    },
    group: async (): Promise<number> =>
      (await store.write((w) => createGroup(w, { name: `group ${next()}`, at: at() }))).id,
    /** An invitation to a project; null: to the instance. */
    async invitation(place: Place | null): Promise<number> {
      const rights = { role: 'viewer' as const, languages: null, namespaces: null }
      const invitedTo: InvitedTo =
        place === null
          ? { to: 'instance' }
          : { to: 'project', projectId: (await projectOf(place)).id, rights }
      const expiresAt = new Date(Date.now() + 60_000).toISOString()
      const row = { invitedTo, groupId: null, address: null, number: 1, expiresAt, at: at() }
      const by = { userId: 1, name: 'Ann' }
      return (await store.write((w) => addInvitation(w, { ...row, by }, (id) => `hash ${id}`))).id
    },
    /** A token of a project, or of somebody for all their projects (of the owner where they have no account). */
    async token(who: Somebody, place: Place | null): Promise<number> {
      const projectId = place === null ? null : (await projectOf(place)).id
      const row = { userId: who.id ?? 1, name: 'CI', hint: '', secretHash: hashOfToken(newToken()), at: at() }
      const rights = { scopes: new Set(TOKEN_SCOPES), projectId, languages: null, expiresAt: null }
      return (await store.write((w) => createToken(w, { ...row, ...rights }))).tokenId
    },
    /** A project that may go, in which somebody is what they are in `place`. */
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
    /** A folder on disk with a file of one language. */
    async folder(): Promise<string> {
      const folder = join(test.folder, `locales${next()}`)
      await mkdir(folder)
      await writeFile(join(folder, 'en.json'), '{ "title": "Title" }')
      return folder
    },
    /** A source that is not running. */
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
      return (await store.write((w) => createSource(w, { ...row, projectId, kind, createdAt }))).id
    },
    async conflict(place: Place): Promise<number> {
      const keyId = await keyOf(place)
      const sourceId = await this.source(place)
      const { language, namespace } = place
      return store.write(async (w) => {
        const path = `${language}/${namespace}.json`
        const state = { state: 'in-step', problem: null, entries: 1, syncedAt: at() } as const
        const file = await upsertFile(w, { sourceId, path, language, namespace, side: 'target', ...state })
        const texts = { base: { other: 'a' }, theirs: { other: 'b' }, ours: { other: 'c' } }
        const key = { keyId, name: 'greeting', plural: 'none' as const, path: ['greeting'] }
        return (await putConflict(w, { fileId: file.id, ...key, ...texts, at: at() })).id
      })
    },
    /** A file that changes the text of a key. */
    file: () => new TextEncoder().encode(`{ "greeting": "imported ${next()}" }`),
    /** An upload with such a file, or an empty one. */
    async upload(place: Place, content: 'file' | 'empty'): Promise<string> {
      const { id } = await projectOf(place)
      const upload = await deps.uploads.create(id)
      if (content === 'empty') return upload
      const folder = await deps.uploads.folderOf(id, upload)
      const path = `${place.language}/${place.namespace}.json`
      await deps.uploads.receive(folder, path, new Blob([this.file()]).stream())
      return upload
    },
    /** A job that has ended. */
    /** A job that has made an archive. */
    async exported(place: Place): Promise<number> {
      const { id } = await projectOf(place)
      const job = await store.write((w) =>
        deps.jobs.add(w, {
          projectId: id,
          kind: 'export',
          payload: { format: 'i18next-json' },
          unit: 'files',
          startedBy: MARA.actor,
        }),
      )
      await deps.jobs.ended(job.id)
      return job.id
    },
    /** A job that has failed: what it was for is not there. */
    async endedJob(place: Place, kind: 'undo' | 'import'): Promise<number> {
      const { id } = await projectOf(place)
      const folder = join(test.folder, 'no-such-upload')
      const job = await store.write((w) =>
        deps.jobs.add(w, {
          projectId: id,
          kind,
          payload:
            kind === 'undo' ? { operationId: 0, at: at() } : { folder, mode: 'overwrite', placements: [] },
          unit: kind === 'undo' ? 'changes' : 'texts',
          startedBy: MARA.actor,
        }),
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
