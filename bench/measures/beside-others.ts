import { setTimeout as sleep } from 'node:timers/promises'
import { api, callRoute } from '@dragoman/contract'
import { addLanguage, allowAll, applyOperation, createProject, openStore } from '@dragoman/store'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { scratch } from '../workspace.ts'

const AT = new Date(0).toISOString()
const BY = { actor: { id: 'system:0', name: 'Bench' }, allow: allowAll } as const
const [OWN, LARGE] = ['own', 'large']
const PASSWORD = 'a long enough password'
const OWN_KEYS = 200
const LARGE_KEYS = 10_000
const AT_ONCE = 2000
const STREAMS = 1000
const CALLS = 32
const SAVE_EVERY_MS = 50
/** The time until the attack is fully under way. */
const SETTLING_MS = 2000
/** Pause after a refused call: attackers do not wait as long as the server requests. */
const REFUSED_PAUSE_MS = 10

type Send = Product['fetch']

/** Attacks until `isOver`. */
type Worst = (of: {
  readonly send: Send
  readonly origin: string
  readonly isOver: () => boolean
}) => Promise<void>

/**
 * Measures how long saves of others take in their own project while one account causes the highest load that
 * the limits allow.
 */
export async function measureWithAttackers({ isQuick }: Plan): Promise<readonly Figure[]> {
  const data = scratch('beside-others/data')
  await fill(data)
  const product = await startProduct({
    data,
    env: { DRAGOMAN_CALLS_AT_ONCE: process.env.BENCH_CALLS_AT_ONCE ?? '4' },
  })
  try {
    const [other, one] = [await accountOf(product, OWN, 'Other'), await accountOf(product, LARGE, 'One')]
    const saves = await openSaves(other)
    const seconds = isQuick ? 5 : 20
    const figures: Figure[] = []
    for (const [name, worst] of WORST) {
      let isOver = false
      const attack = worst({ send: one, origin: product.origin, isOver: () => isOver })
      await sleep(SETTLING_MS)
      const times = await saves(seconds)
      isOver = true
      await attack
      const value = percentile(times, 0.95)
      const of = { value, median: median(times), unit: 'ms', samples: times.length }
      figures.push({ name: `beside others: save p95 ${name}`, ...of })
      await sleep(1000)
    }
    return figures
  } finally {
    await product.stop()
  }
}

const WORST: readonly (readonly [name: string, worst: Worst])[] = [
  ['alone', async () => undefined],
  [`beside ${STREAMS} streams and a changed account`, openStreams],
  [
    `beside ${CALLS} pages of 500 strings at once`,
    (of) =>
      manyAtOnce(of, ({ send }, call) =>
        send(
          `/api/projects/${LARGE}/translations?language=de&limit=500&offset=${(call * 500) % LARGE_KEYS}`,
          {},
        ),
      ),
  ],
  [
    `beside ${CALLS} passwords judged at once`,
    (of) =>
      manyAtOnce(of, ({ send }, call) =>
        send('/api/account/password/check', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ password: `Tr0ub4dour&3-correct-horse-${call}` }),
        }),
      ),
  ],
  ['beside bulk edits of 10,000 strings', bulkEdits],
]

async function openStreams({ send, isOver }: Parameters<Worst>[0]): Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const streams = Array.from(
    { length: STREAMS },
    (_, stream) =>
      send(stream % 2 === 0 ? `/api/projects/${LARGE}/events` : '/api/notifications/events', { signal })
        .then(async (answer) => {
          for await (const _ of answer.body ?? []) if (isOver()) return
        })
        .catch(() => undefined), // Ended below.
  )
  for (let turn = 0; !isOver(); turn++) {
    await send('/api/account', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language: turn % 2 === 0 ? 'de' : 'en' }),
    }).then((answer) => answer.arrayBuffer())
    await sleep(500)
  }
  ending.abort()
  await Promise.all(streams)
}

async function manyAtOnce(
  of: Parameters<Worst>[0],
  call: (of: Parameters<Worst>[0], number: number) => Promise<Response>,
): Promise<void> {
  let calls = 0
  await Promise.all(
    Array.from({ length: CALLS }, async () => {
      while (!of.isOver()) {
        const answer = await call(of, calls++)
        await answer.arrayBuffer()
        if (answer.status === 429 || answer.status === 503) await sleep(REFUSED_PAUSE_MS)
        else if (!answer.ok) throw new Error(`A call was answered with ${answer.status}`)
      }
    }),
  )
}

async function bulkEdits({ send, isOver }: Parameters<Worst>[0]): Promise<void> {
  for (let turn = 0; !isOver(); turn++)
    await callRoute(send, api.translations.bulk, {
      params: { project: LARGE },
      body: {
        language: 'de',
        select: { q: '' },
        act: { kind: 'set-state', state: turn % 2 === 0 ? 'draft' : 'translated' },
      },
    })
}

/** Returns a function that saves texts for some seconds, one after the other, and returns how long each took. */
async function openSaves(send: Send): Promise<(seconds: number) => Promise<readonly number[]>> {
  const { rows } = await callRoute(send, api.translations.page, {
    params: { project: OWN },
    query: { language: 'de', limit: OWN_KEYS },
  })
  const texts = rows.map(({ key, target }) => ({ key: key.id, version: target.version }))
  let count = 0
  return async (seconds) => {
    const times: number[] = []
    for (const started = performance.now(); performance.now() - started < seconds * 1000; ) {
      const text = texts[count % texts.length]
      if (text === undefined) throw new Error('There are no strings')
      const fromMs = performance.now()
      const { translation } = await callRoute(send, api.translations.save, {
        params: { project: OWN, key: text.key, language: 'de' },
        body: { forms: { other: `Text ${count}` }, baseVersion: text.version },
      })
      times.push(performance.now() - fromMs)
      text.version = translation.version
      count += 1
      await sleep(SAVE_EVERY_MS)
    }
    return times
  }
}

async function fill(folder: string): Promise<void> {
  const store = await openStore({ kind: 'sqlite', folder })
  try {
    for (const [slug, keys] of [
      [OWN, OWN_KEYS],
      [LARGE, LARGE_KEYS],
    ] as const) {
      const project = await store.write(async (w) => {
        const made = await createProject(w, { slug, name: slug, sourceLanguage: 'en', at: AT })
        await addLanguage(w, { projectId: made.id, tag: 'de', by: BY, at: AT })
        return made
      })
      for (let from = 0; from < keys; from += AT_ONCE) {
        const changes = Array.from({ length: Math.min(AT_ONCE, keys - from) }, (_, index) => {
          const name = `key${from + index}`
          const texts = new Map([
            ['en', { forms: { other: `The text of ${name}` } }],
            ['de', { forms: { other: `Der Text von ${name}` } }],
          ])
          return { kind: 'add-key', namespace: 'app', name, plural: 'none', path: [name], texts } as const
        })
        const operation = { projectId: project.id, kind: 'keys', by: BY, at: AT, changes } as const
        await store.write((w) => applyOperation(w, operation))
      }
    }
  } finally {
    await store.close()
  }
}

/** Creates a manager of a project, and returns a function that sends their requests. */
async function accountOf(product: Product, project: string, name: string): Promise<Send> {
  const { invitations } = await callRoute(product.fetch, api.invitations.create, {
    params: { project },
    body: {
      addresses: [],
      number: 1,
      days: 1,
      rights: { role: 'manager', languages: null, namespaces: null },
    },
  })
  const code = new URL(invitations[0]?.url ?? '').pathname.split('/').at(-1) ?? ''
  let cookie = ''
  const send: Send = async (input, init) => {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const answer = await fetch(product.origin + input, { ...init, headers })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer
  }
  await callRoute(send, api.invitations.accept, { body: { code, account: { name, password: PASSWORD } } })
  return send
}
