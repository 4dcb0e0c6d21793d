import { callRoute, type Route } from '@dragoman/contract'
import { TOKEN_SCOPES } from '@dragoman/core'
import {
  createToken,
  deleteSessionsOf,
  membershipsOf,
  putMembership,
  removeMembership,
  removePerson,
  setInstanceRole,
  suspendPerson,
  type Writer,
} from '@dragoman/store'
import { expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { type LeftOut, tableHashes } from '../../store/test/table-hashes.ts'
import { newToken } from '../src/http/api-token.ts'
import { allRoutes } from '../src/http/mount.ts'
import { NO_NETWORK_SETTINGS } from '../src/http/network.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { beforeEachWriteOfRequests } from './between-check-and-write.ts'
import { browserOf } from './browser-of.ts'
import { fileHashes } from './file-hashes.ts'
import { publicCallsOf } from './public-calls.ts'
import { CALLS } from './role-calls.ts'
import { type MatrixRow, matrixRows } from './role-matrix.ts'
import { INSIDE, openRoleWorld, type Somebody, type World } from './role-world.ts'
import { generator } from './sync-walk.ts'
import { BOTH_DATABASES } from './test-server.ts'

/** A smoke test by hand: `DRAGOMAN_RIGHTS_STEPS=20 npx vitest run packages/server/test/rights-law.heavy.test.ts`. */
const STEPS = Number(process.env.DRAGOMAN_RIGHTS_STEPS ?? 2000)
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
/** The database of a world grows with each step, and is read twice in each. */
const STEPS_IN_A_WORLD = 100

/** What the program writes on its own, whatever happens to a call: no content, no rights. */
const WRITTEN_BY_PROGRAM: LeftOut = new Map<string, 'all' | readonly string[]>([
  ['attempt', 'all'],
  ['counter', 'all'],
  ['event', 'all'],
  ['follower', 'all'],
  ['git_sync', 'all'],
  ['lease', 'all'],
  ['meta', 'all'],
  ['notification_person', 'all'],
  ['webhook_delivery', 'all'],
  ['worked_language', 'all'],
  // When a token or a session was last used, and what the sync found in a repository.
  ['api_token', ['last_used_at']],
  ['session', ['seen_at']],
  ['source', ['left_out', 'written_to']],
  [
    'git_source',
    [
      'commit_id',
      'dropped_at',
      'failed_sends',
      'kept_base',
      'looked_at',
      'problem',
      'pull_request',
      'pushed_head',
      'pushing',
      'sent_at',
    ],
  ],
])

type Kind = 'owner' | 'manager' | 'token'
type Revocation = (w: Writer, who: Somebody, world: Revoked) => Promise<unknown>
type Revoked = { readonly tokenHash: string | null; readonly at: string }

const SIGN_OUT: Revocation = (w, { id }) => deleteSessionsOf(w, id ?? 0)
const SUSPEND: Revocation = (w, { id }, { at }) => suspendPerson(w, id ?? 0, at)
const REMOVE: Revocation = (w, { id }) => removePerson(w, id ?? 0)
const DEMOTE: Revocation = (w, { id }) => setInstanceRole(w, id ?? 0, 'member')
/** In all projects: some calls are made to a project of their own. */
const LEAVE: Revocation = async (w, { id }) => {
  for (const projectId of (await membershipsOf(w, id ?? 0)).keys())
    await removeMembership(w, { userId: id ?? 0, projectId })
}
const LOWER: Revocation = async (w, { id }) => {
  const viewer = { role: 'viewer', languages: null, namespaces: null } as const
  for (const projectId of (await membershipsOf(w, id ?? 0)).keys())
    await putMembership(w, { userId: id ?? 0, projectId }, viewer)
}
const REVOKE: Revocation = (w, _, { tokenHash }) =>
  w.db
    .deleteFrom('api_token')
    .where('secret_hash', '=', tokenHash ?? '')
    .execute()

/** What takes away every right to call a route, by who calls it. */
function revocationsOf(kind: Kind, { answers }: MatrixRow): readonly Revocation[] {
  const gone = [SIGN_OUT, SUSPEND, REMOVE]
  if (kind === 'owner') return answers.get('outsider') === 'yes' ? gone : [...gone, DEMOTE]
  if (kind === 'token') return [SUSPEND, REMOVE, REVOKE]
  const isOfProject = answers.get('outsider') === '404'
  return [...gone, ...(isOfProject ? [LEAVE] : []), ...(answers.get('viewer') === '·' ? [LOWER] : [])]
}

function kindsOf({ answers, scopes }: MatrixRow): readonly Kind[] {
  const kinds: Kind[] = []
  if (answers.get('owner') === 'yes') kinds.push('owner')
  if (answers.get('manager') === 'yes') kinds.push('manager')
  if (scopes.has('admin')) kinds.push('token')
  return kinds
}

const ROUTES = new Map(allRoutes().map(({ area, name, route }) => [`${area}.${name}`, route]))
const ROWS = matrixRows().filter(({ name }) => {
  const route = ROUTES.get(name.split(':')[0] ?? '')
  return route !== undefined && route.method !== 'GET' && route.action !== 'public'
})

type Row = Readonly<Record<string, unknown>>

/**
 * Also left out: jobs, emails and notifications that belong to someone or something else, and records of
 * sign-ins that were refused.
 */
function leftOutFor(userId: number | null): LeftOut {
  const id = `user:${userId}`
  return new Map([
    ...WRITTEN_BY_PROGRAM,
    ['job', (row: Row) => row.started_by_id !== id && row.cancelled_by_id !== id],
    ['notification', (row: Row) => row.actor_id !== id],
    // Those that bundle notifications.
    ['mail', (row: Row) => row.kind === 'notifications'],
    ['audit_entry', (row: Row) => row.kind === 'session.refused'],
  ])
}

/** What a server has stored: a hash of each table that calls write, and of each file. */
type Stored = { readonly tables: ReadonlyMap<string, string>; readonly files: ReadonlyMap<string, string> }

async function storedIn({ deps, root }: World, userId: number | null): Promise<Stored> {
  return { tables: await tableHashes(deps.store, leftOutFor(userId)), files: await fileHashes(root) }
}

/**
 * Returns tables and files that changed. `there`: the files before the call was sent; what a call stored on the way,
 * such as the beginning of an upload, has to be gone.
 */
function changesBetween(before: Stored, after: Stored, there = before.files): readonly string[] {
  const tables = [...after.tables].flatMap(([name, hash]) => (hash === before.tables.get(name) ? [] : [name]))
  const paths = new Set([...before.files.keys(), ...after.files.keys()])
  const files = [...paths].filter(
    (path) => ![before.files.get(path), there.get(path)].includes(after.files.get(path)),
  )
  return [...tables, ...files]
}

type Step = {
  readonly row: MatrixRow
  readonly kind: Kind
  readonly revoke: Revocation
  readonly cut: number | null
}

async function somebody(world: World, kind: Kind): Promise<{ who: Somebody; tokenHash: string | null }> {
  const { store } = world.deps
  const who = await world.somebody(kind === 'owner' ? 'outsider' : 'manager')
  if (kind === 'owner') await store.write((w) => setInstanceRole(w, who.id ?? 0, 'owner'))
  if (kind !== 'token') return { who: { ...who, role: kind }, tokenHash: null }
  const token = newToken()
  const rights = { scopes: new Set(TOKEN_SCOPES), projectId: null, languages: null, expiresAt: null }
  const row = { userId: who.id ?? 0, name: 'CI', hint: '', secretHash: hashOfSecret(token) }
  await store.write((w) => createToken(w, { ...row, ...rights, at: new Date().toISOString() }))
  return { who: { ...who, token }, tokenHash: hashOfSecret(token) }
}

/**
 * Makes a call whose author loses their rights before its body has arrived up to byte `cut`, or else right before its
 * first write. Returns the tables that changed afterwards, or null if the call ended before.
 */
async function changedAfter(
  world: World,
  { row, kind, revoke, cut }: Step,
): Promise<readonly string[] | null> {
  const { deps } = world
  const { who, tokenHash } = await somebody(world, kind)
  let before: Stored | null = null
  let there: Stored['files'] | undefined
  // Not the replacement by `beforeEachWriteOfRequests`.
  const { write } = deps.store
  let taken: Promise<void> | undefined
  const takeAway = () => {
    taken ??= (async () => {
      await write((w) => revoke(w, who, { tokenHash, at: new Date().toISOString() }))
      before = await storedIn(world, who.id)
    })()
    return taken
  }
  const send = await world.sender(who)
  const held = async (path: string, init: RequestInit) => {
    there = await fileHashes(world.root)
    const bytes = bytesOf(init.body)
    if (bytes === null || cut === null) return send(path, init)
    const at = cut % bytes.length
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, at))
        await takeAway()
        controller.enqueue(bytes.slice(at))
        controller.close()
      },
    })
    return send(path, { ...init, body, duplex: 'half' } as RequestInit)
  }
  await deps.jobs.idle()
  const call = async <P, Q, B, R>(
    route: Route<P, Q, B, R>,
    parts: Parameters<typeof callRoute<P, Q, B, R>>[2],
  ) => {
    // What `make` prepared might have started a job.
    await deps.jobs.idle()
    // Not before a write of the program: the call could be creating a file then, which is in no transaction.
    const ended = beforeEachWriteOfRequests(world, takeAway)
    try {
      return await callRoute(held, route, parts)
    } finally {
      ended()
    }
  }
  const make = CALLS[row.name as keyof typeof CALLS] // `roles.test.ts` checks that there is one for each line
  // The answer does not matter: a call might have ended before.
  await Promise.resolve(make({ call, world, who, place: INSIDE, params: { project: INSIDE.project } })).catch(
    () => undefined,
  )
  // The answer can have come before the body was sent.
  await taken
  await deps.jobs.idle()
  if (before === null) return null
  return changesBetween(before, await storedIn(world, who.id), there)
}

/** Returns the bytes of a body, text or file; null: it has none. */
function bytesOf(body: RequestInit['body']): Uint8Array | null {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return body instanceof Uint8Array && body.length > 0 ? body : null
}

/** Does the same for a call of someone who is not signed in, whose rights end before its write number `place`. */
async function changedAfterPublic(
  world: World,
  { name, revoke, place }: { readonly name: PublicName; readonly revoke: number; readonly place: number },
): Promise<readonly string[] | null> {
  const { deps } = world
  const browser = browserOf(world)
  const { make, revocations } = await publicCallsOf(world, PARTY)[name](browser)
  // Many calls come from one address here.
  await deps.store.write((w) => w.db.deleteFrom('attempt').execute())
  await deps.jobs.idle()
  let before: Stored | null = null
  let writes = 0
  const ended = beforeEachWriteOfRequests(world, async () => {
    writes += 1
    if (writes !== place || before !== null) return
    await deps.store.write((w) => revocations[revoke % revocations.length]?.(w) ?? Promise.resolve())
    before = await storedIn(world, null)
  })
  await make(browser).catch(() => undefined)
  ended()
  await deps.jobs.idle()
  return before === null ? null : changesBetween(before, await storedIn(world, null))
}

const PARTY = { id: 'l10n.example.com', origin: 'http://l10n.example.com' }
const PUBLIC = [
  'session.signIn',
  'session.secondFactor',
  'session.passkey',
  'account.reset',
  'account.confirmAddress',
  'invitations.accept',
  'suggestions.add',
] as const satisfies readonly (keyof ReturnType<typeof publicCallsOf>)[]
type PublicName = (typeof PUBLIC)[number]

test.each(BOTH_DATABASES)(
  'nothing is written after what allows a public call is gone, on %s',
  { timeout: 2 * TEST_DEADLINE_MS },
  async (database) => {
    const next = generator(SEED)
    const found: string[] = []
    const checked = new Set<PublicName>()
    const network = { ...NO_NETWORK_SETTINGS, publicOrigins: [PARTY.origin] }
    const world = await openRoleWorld({ database, config: { network } })
    try {
      for (let step = 0; step < Math.max(PUBLIC.length, STEPS / 10); step++) {
        const name = PUBLIC[step % PUBLIC.length] ?? 'session.signIn'
        // Every call has a first write.
        const [revoke, place] = [next(12), step < PUBLIC.length ? 1 : 1 + next(2)]
        const changed = await changedAfterPublic(world, { name, revoke, place })
        if (changed === null) continue
        checked.add(name)
        if (changed.length > 0)
          found.push(`step ${step}: ${name} (revocation ${revoke}, write ${place}): ${changed.join(', ')}`)
      }
    } finally {
      await world.close()
    }
    expect(found).toEqual([])
    expect([...checked].sort()).toEqual([...PUBLIC].sort())
  },
)

test.each(BOTH_DATABASES)(
  'nothing is written after the author of a call has lost their rights, on %s',
  { timeout: 2 * TEST_DEADLINE_MS },
  async (database) => {
    const next = generator(SEED)
    const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T
    const found: string[] = []
    let checked = 0
    for (let from = 0; from < STEPS; from += STEPS_IN_A_WORLD) {
      const world = await openRoleWorld({ database })
      try {
        for (let step = from; step < Math.min(STEPS, from + STEPS_IN_A_WORLD); step++) {
          const row = pick(ROWS)
          const kind = pick(kindsOf(row))
          const revoke = pick(revocationsOf(kind, row))
          const cut = next(2) === 0 ? next(10_000) : null
          const changed = await changedAfter(world, { row, kind, revoke, cut })
          if (changed === null) continue
          checked += 1
          if (changed.length > 0)
            found.push(
              `step ${step}: ${row.name} by ${kind} (${revoke.name || 'signed out'}, cut ${cut}): ${changed.join(', ')}`,
            )
        }
      } finally {
        await world.close()
      }
    }
    expect(found).toEqual([])
    expect(checked).toBeGreaterThan(STEPS / 2)
  },
)
