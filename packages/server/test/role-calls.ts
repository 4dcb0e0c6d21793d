import { type Api, api, Failure } from '@dragoman/contract'
import { failureOfJob } from '../src/jobs/present-job.ts'
import type { Place, Somebody, World } from './role-world.ts'
import { PASSWORD } from './test-server.ts'

type RouteName = { [A in keyof Api]: `${A}.${keyof Api[A] & string}` }[keyof Api]
type Case =
  | 'keys.update:plural'
  | 'translations.save:reviewed'
  | 'translations.bulk:reviewed'
  | 'operations.undo:own-key'
  | 'operations.undo:of-another'
  | 'operations.undoMany:of-another'
  | 'jobs.cancel:import'
  | 'jobs.runAgain:import'

/** A call with everything that is needed to make it. */
export type Prepared = {
  readonly call: Awaited<ReturnType<World['caller']>>
  readonly world: World
  readonly who: Somebody
  readonly place: Place
  readonly params: { readonly project: string }
}

/** Codes that say somebody was heard: what they asked for was wrong, or cannot be done in this world. */
const HEARD = new Set([
  'wrong-code',
  'wrong-credentials',
  'already-set-up',
  'too-many-requests',
  'still-running',
])

export function isHeard(error: unknown): boolean {
  return error instanceof Failure && HEARD.has(error.code)
}

/** How each route is called so that it does what it is for. One that is missing does not compile. */
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
  'projects.list': ({ call }) => call(api.projects.list, {}),
  'projects.create': ({ call, world }) =>
    call(api.projects.create, { body: { slug: `new-${world.next()}`, name: 'New', sourceLanguage: 'en' } }),
  'projects.get': ({ call, params }) => call(api.projects.get, { params }),
  'projects.update': ({ call, params }) => call(api.projects.update, { params, body: { name: 'Renamed' } }),
  async 'projects.remove'({ call, world, who, place }) {
    const project = await world.spareProject(who, place)
    return call(api.projects.remove, { params: { project }, body: { confirm: project } })
  },
  'projects.overview': ({ call, params }) => call(api.projects.overview, { params }),
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
  async 'translations.get'({ call, world, place, params }) {
    const key = await world.keyOf(place)
    return call(api.translations.get, { params: { ...params, key, language: place.language } })
  },
  'translations.save': (prepared) => save(prepared, {}),
  'translations.save:reviewed': (prepared) => save(prepared, { state: 'reviewed' }),
  async 'translations.bulkSave'({ call, world, place, params }) {
    const { key: keyId, ...text } = await world.text(place)
    const { refused } = await call(api.translations.bulkSave, {
      params,
      body: { texts: [{ keyId, language: place.language, ...text }], requireChecks: false },
    })
    // Texts that may not be saved are left out and named.
    if (refused[0]?.code === 'not-allowed') throw new Failure('not-allowed')
    return refused
  },
  'translations.bulk': (prepared) => bulk(prepared, 'draft'),
  'translations.bulk:reviewed': (prepared) => bulk(prepared, 'reviewed'),
  async 'translations.history'({ call, world, place, params }) {
    const key = await world.keyOf(place)
    return call(api.translations.history, { params: { ...params, key, language: place.language } })
  },
  'operations.list': ({ call, params }) => call(api.operations.list, { params, query: { limit: 5 } }),
  'operations.groups': ({ call, params }) => call(api.operations.groups, { params, query: { limit: 5 } }),
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
    await world.deps.folders.disconnect(source.id)
  },
  async 'sources.remove'({ call, world, place, params }) {
    return call(api.sources.remove, { params: { ...params, source: await world.source(place) } })
  },
  async 'sources.sync'({ call, world, place, params }) {
    return call(api.sources.sync, { params: { ...params, source: await world.source(place) } })
  },
  'files.list': ({ call, params }) => call(api.files.list, { params }),
  'files.conflicts': ({ call, params }) => call(api.files.conflicts, { params }),
  async 'files.resolve'({ call, world, place, params }) {
    const conflict = await world.conflict(place)
    const forms = { other: `resolved ${world.next()}` }
    return call(api.files.resolve, { params: { ...params, conflict }, body: { forms } })
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
  'jobs.list': ({ call, params }) => call(api.jobs.list, { params }),
  async 'jobs.get'({ call, world, place, params }) {
    return call(api.jobs.get, { params: { ...params, job: await world.endedJob(place, 'undo') } })
  },
  'jobs.cancel': (prepared) => cancelJob(prepared, 'undo'),
  'jobs.cancel:import': (prepared) => cancelJob(prepared, 'import'),
  'jobs.runAgain': (prepared) => runAgain(prepared, 'undo'),
  'jobs.runAgain:import': (prepared) => runAgain(prepared, 'import'),
}

async function cancelJob({ call, world, place, params }: Prepared, kind: 'undo' | 'import') {
  const job = await world.endedJob(place, kind)
  return call(api.jobs.cancel, { params: { ...params, job }, body: { keep: true } })
}

async function runAgain({ call, world, place, params }: Prepared, kind: 'undo' | 'import') {
  const job = await world.endedJob(place, kind)
  const { state } = await call(api.jobs.runAgain, { params: { ...params, job } })
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
