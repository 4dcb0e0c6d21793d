import { api, callRoute } from '@dragoman/contract'
import { can, type Principal, type ProjectRole } from '@dragoman/core'
import {
  addLanguage,
  allowAll,
  applyOperation,
  createMember,
  createProject,
  membershipsOf,
  openStore,
  putMembership,
  recordAudit,
  type Store,
} from '@dragoman/store'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { scratch } from '../workspace.ts'

const SLUG = 'team'
const AT = new Date(0).toISOString()
const OWNER = { name: 'Bench', password: 'a long enough password' }
const ROLES: readonly ProjectRole[] = ['translator', 'reviewer', 'contributor', 'viewer']
const LANGUAGES = ['de', 'pl', 'fr', 'ar', 'ja']
const BY = { actor: { id: 'system:0', name: 'Bench' }, allow: allowAll } as const
/** Number of concurrent sign-ins. */
const SIGNING_IN = 50
/** Rows written in one transaction. */
const AT_ONCE = 500

/**
 * A project with 10,000 members and as many audit log entries: the cost of permissions, lists and sign-ins.
 */
export async function measurePeople({ isQuick }: Plan): Promise<readonly Figure[]> {
  const count = isQuick ? 1000 : 10_000
  const folder = scratch('people/data')
  const store = await openStore({ kind: 'sqlite', folder })
  const projectId = await fill(store, count)
  const figures = [await rightsOf(store, projectId, isQuick ? 500 : 5000)]
  await store.close()
  const product = await startProduct({ data: folder })
  try {
    const params = { project: SLUG }
    const pages = isQuick ? 10 : 50
    figures.push(
      await repeated('people: members, first page', pages, () =>
        callRoute(product.fetch, api.members.list, {
          params,
          query: { show: 'everyone', q: '', limit: 100 },
        }),
      ),
      await repeated('people: audit log, first page', pages, () =>
        callRoute(product.fetch, api.audit.ofProject, { params, query: { limit: 100 } }),
      ),
      ...(await deliveryWhileSigningIn(product, isQuick ? 500 : 3000)),
    )
  } finally {
    await product.stop()
  }
  return figures
}

async function fill(store: Store, count: number): Promise<number> {
  const project = await store.write(async (w) => {
    const made = await createProject(w, {
      slug: SLUG,
      name: 'Team',
      sourceLanguage: 'en',
      deliverPublic: true,
      at: AT,
    })
    for (const tag of LANGUAGES) await addLanguage(w, { projectId: made.id, tag, by: BY, at: AT })
    const texts = new Map([['en', { forms: { other: 'Text' } }]])
    const changes = Array.from({ length: 500 }, (_, n) => {
      const name = `key${n}`
      return { kind: 'add-key', namespace: 'app', name, plural: 'none', path: [name], texts } as const
    })
    await applyOperation(w, { projectId: made.id, kind: 'keys', by: BY, at: AT, changes })
    return made
  })
  for (let from = 0; from < count; from += AT_ONCE)
    await store.write(async (w) => {
      for (let n = from; n < from + AT_ONCE; n++) {
        const { id } = await createMember(w, { name: `Person ${n}`, passwordHash: null, at: AT })
        const rights = {
          role: ROLES[n % ROLES.length] ?? 'viewer',
          languages: new Set([LANGUAGES[n % LANGUAGES.length] ?? 'de']),
          namespaces: null,
        }
        await putMembership(w, { userId: id, projectId: project.id }, rights)
        await recordAudit(w, {
          kind: 'membership.changed',
          projectId: project.id,
          origin: { actor: BY.actor, address: '127.0.0.1', tokenId: null },
          target: `Person ${n}`,
          details: {
            who: `user:${id}`,
            before: null,
            after: { role: rights.role, languages: [...rights.languages], namespaces: null },
          },
        })
      }
    })
  return project.id
}

/** Measures loading someone's permissions and checking them once, as on each call. */
async function rightsOf(store: Store, projectId: number, samples: number): Promise<Figure> {
  const times: number[] = []
  let allowed = 0
  for (let n = 0; n < samples; n++) {
    const userId = 1 + (n % 1000)
    const started = performance.now()
    const memberships = await store.read((r) => membershipsOf(r, userId))
    const person: Principal = {
      id: `user:${userId}`,
      name: '',
      instanceRole: 'member',
      memberships,
      token: null,
    }
    const question = { on: 'text', projectId, language: 'de', namespace: 'app' } as const
    if (can(person, 'translations.save', question)) allowed += 1
    times.push(performance.now() - started)
  }
  if (allowed === 0 || allowed === samples) throw new Error(`${allowed} of ${samples} were allowed`)
  return figureOf('people: rights of one call', times, 'with the time of the database')
}

async function repeated(name: string, count: number, call: () => Promise<unknown>): Promise<Figure> {
  await call()
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  return figureOf(name, times)
}

/** Loads a delivered file, first without other load and then during continuous sign-ins. */
async function deliveryWhileSigningIn(product: Product, requests: number): Promise<readonly Figure[]> {
  const load = async () => {
    const times: number[] = []
    for (let n = 0; n < requests; n++) {
      const started = performance.now()
      const answer = await fetch(`${product.origin}/d/${SLUG}/live/locales/en/app.json`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`delivery answered ${answer.status}`)
      times.push(performance.now() - started)
    }
    return times
  }
  await load()
  const alone = await load()
  let isOver = false
  const signIns: number[] = []
  const answers = new Map<number, number>()
  const people = Array.from({ length: SIGNING_IN }, async () => {
    while (!isOver) {
      const started = performance.now()
      const answer = await fetch(`${product.origin}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(OWNER),
      })
      await answer.arrayBuffer()
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      if (answer.ok) signIns.push(performance.now() - started)
    }
  })
  const busy = await load()
  isOver = true
  await Promise.all(people)
  const [p99Alone, p99Busy] = [percentile(alone, 0.99), percentile(busy, 0.99)]
  const ratio = `${(p99Busy / p99Alone).toFixed(1)} times alone`
  return [
    { name: 'people: delivery p99, alone', value: p99Alone, median: median(alone), unit: 'ms' },
    {
      name: `people: delivery p99 while ${SIGNING_IN} sign in`,
      value: p99Busy,
      median: median(busy),
      unit: 'ms',
      note: ratio,
    },
    figureOf(
      'people: one sign-in among them',
      signIns,
      [...answers].map(([status, n]) => `${n} × ${status}`).join(', '),
    ),
  ]
}

function figureOf(name: string, times: readonly number[], note?: string): Figure {
  const figure = { name, value: percentile(times, 0.95), median: median(times), unit: 'ms' }
  return { ...figure, samples: times.length, ...(note === undefined ? {} : { note }) }
}
