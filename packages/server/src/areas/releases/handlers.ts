import { Failure } from '@dragoman/contract'
import {
  type ChannelSettings,
  channelNameProblem,
  DEFAULT_CHANNEL_SETTINGS,
  isOrigin,
  LIMITS,
} from '@dragoman/core'
import {
  addChannel,
  countsByLanguage,
  forgetMissingKeys,
  keyByIdentity,
  listChannelMoves,
  listChannelRequests,
  listChannels,
  listMissingKeys,
  listReleases,
  listScheduledMoves,
  minuteOf,
  NameTakenError,
  newestRelease,
  type ProjectRow,
  type Reader,
  type ReleaseRow,
  releaseFiles,
  removeChannel,
  updateChannel,
  updateRelease,
  type Writer,
  workSince,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireOnKeys } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { formatsFault } from '../../publish/channel-formats.ts'
import { openReleaseTexts } from '../../publish/release-texts.ts'
import { compareReleases, type Side } from '../../releases/compare-releases.ts'
import { makeRelease } from '../../releases/make-release.ts'
import { type MoveRequest, moveToRelease, type ReleaseChannel } from '../../releases/move-to-release.ts'
import { audit, channelOf, channelOfReleases, numbersOf, refuseStale, releaseOf } from './find-channel.ts'
import {
  presentChannel,
  presentMove,
  presentRelease,
  presentRequests,
  presentScheduledMove,
  presentTextDifferences,
  presentWork,
  textsIn,
} from './present.ts'
import { scheduledMovesHandlers, scheduleMove } from './scheduled-moves-handlers.ts'

const LISTED_MOVES = 200
const SHOWN_MINUTES = 60

export function releasesHandlers(deps: Deps): Handlers['releases'] {
  const { store, now } = deps
  const releaseTexts = openReleaseTexts()
  const time = () => now().toISOString()

  const moveNow = (
    w: Writer,
    channel: ReleaseChannel,
    { caller, ...move }: Pick<MoveRequest, 'release' | 'percent' | 'note'> & { readonly caller: Caller },
  ) => moveToRelease(w, channel, { ...move, at: time(), by: requireActor(caller), origin: caller.origin })

  const compared = async (
    r: Reader,
    project: ProjectRow,
    { from, to }: { readonly from?: number | undefined; readonly to: 'catalog' | number },
  ) => {
    const side: Side = to === 'catalog' ? to : await releaseOf(r, project, to)
    const before = from === 0 ? null : await beforeOf(r, project, from)
    return { project, from: before, to: side, releaseTexts }
  }

  return {
    list: ({ query, read }) =>
      read(async (r, { project: { id: projectId } }) => {
        const before = query.cursor === undefined ? null : Number(query.cursor)
        if (before !== null && !Number.isSafeInteger(before)) throw new Failure('invalid-input')
        const { limit } = query
        const rows = await listReleases(r, { projectId, before, limit: limit + 1 })
        const shown = rows.slice(0, limit)
        const releases = []
        for (const row of shown) releases.push(presentRelease(row, await releaseFiles(r, row.id)))
        const last = shown.at(-1)
        return { releases, next: rows.length > limit && last !== undefined ? String(last.number) : null }
      }),

    async create({ body, caller, project }) {
      const by = requireActor(caller)
      const { title, notes, channel: name, percent = 100, version, at } = body
      if (at !== undefined && name === undefined)
        throw new Failure('invalid-input', {}, { fields: [{ pointer: '/channel', code: 'missing' }] })
      const release = await makeRelease(
        { store, releaseTexts, write: caller.write },
        {
          projectId: project.id,
          title,
          notes,
          by,
          at: time(),
          async andThen(w, made) {
            if (name === undefined) return
            const channel = await channelOfReleases(w, made.projectId, name)
            refuseStale(channel, version)
            if (at === undefined) await moveNow(w, channel, { release: made, percent, note: '', caller })
            else await scheduleMove(w, channel, { release: made, percent, note: '', at, caller, now: now() })
          },
        },
      )
      return store.read(async (r) => presentRelease(release, await releaseFiles(r, release.id)))
    },

    update: ({ params, body, caller, writeLocked }) =>
      writeLocked(async (w, { project }) => {
        const release = await releaseOf(w, project, params.release)
        const { title = release.title, notes = release.notes } = body
        await updateRelease(w, release, { title, notes })
        const after = await releaseOf(w, project, params.release)
        return presentRelease(after, await releaseFiles(w, release.id))
      }, caller.actor?.id),

    compare: ({ query, read }) =>
      read(async (r, { project }) => {
        const request = await compared(r, project, query)
        const differences = await compareReleases(r, request)
        const { from, to } = request
        const filesBefore = from === null ? [] : await releaseFiles(r, from.id)
        const textsAfter = await countTexts(r, project, to)
        const tags = [...new Set([...textsAfter.keys(), ...(from?.languages ?? []).map(({ tag }) => tag)])]
        const languages = tags.map((language) => {
          const own = differences.filter((one) => one.language === language)
          const sum = (of: 'added' | 'changed' | 'removed') =>
            own.reduce((count, one) => count + one[of].length, 0)
          return {
            language,
            added: sum('added'),
            changed: sum('changed'),
            removed: sum('removed'),
            textsBefore: textsIn(filesBefore, language),
            texts: textsAfter.get(language) ?? 0,
            failing: own.reduce((count, one) => count + one.failing, 0),
          }
        })
        const work =
          to === 'catalog'
            ? await workSince(r, project.id, { after: from?.createdAt ?? '', people: 3 })
            : null
        return { from: from?.number ?? null, to: query.to, languages, work: work && presentWork(work) }
      }),

    compareTexts: ({ query, read }) =>
      read(async (r, { project }) => {
        const { language, namespace, limit } = query
        const request = await compared(r, project, query)
        const differences = await compareReleases(r, { ...request, language, namespace })
        const texts = presentTextDifferences(differences)
        const shown = []
        for (const text of texts.slice(0, limit)) {
          const key = await keyByIdentity(r, project.id, text)
          shown.push({ keyId: key?.id ?? null, ...text })
        }
        return { texts: shown, total: texts.length }
      }),

    missingKeys: ({ read }) =>
      read(async (r, { project: { id } }) => {
        return {
          keys: (await listMissingKeys(r, id)).map((row) => ({ ...row, languages: [...row.languages] })),
        }
      }),

    async forgetMissingKeys({ body, caller, write }) {
      await write(async (w, { project: { id } }) => {
        const namespaces = body.keys?.map(({ namespace }) => namespace) ?? null
        requireOnKeys(caller, 'files.import', { projectId: id, namespaces })
        await forgetMissingKeys(w, id, body.keys)
      }, caller.actor?.id)
      return {}
    },

    channels: ({ read }) =>
      read(async (r, { project: { id: projectId } }) => {
        const channels = await listChannels(r, projectId)
        const moves = await listChannelMoves(r, { projectId, limit: LISTED_MOVES })
        const scheduled = await listScheduledMoves(r, projectId)
        const numbers = await numbersOf(r, [...channels, ...moves])
        const names = new Map(channels.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])))
        return {
          channels: channels.map((row) => presentChannel(row, numbers)),
          moves: moves.map((row) => presentMove(row, names, numbers)),
          scheduled: await Promise.all(scheduled.map((row) => presentScheduledMove(r, row))),
        }
      }),

    requests: ({ read }) =>
      read(async (r, { project: { id: projectId } }) => {
        const to = minuteOf(now().getTime()) - 1
        const from = to - SHOWN_MINUTES + 1
        const counted = await listChannelRequests(r, { projectId, from, to })
        const names = (await listChannels(r, projectId)).map(({ name }) => name)
        return { channels: names.map((channel) => presentRequests(channel, counted, from)) }
      }),

    ...scheduledMovesHandlers(deps),

    addChannel: ({ body, caller, writeLocked }) =>
      writeLocked(async (w, { project: { id: projectId } }) => {
        const { name, kind } = body
        if (channelNameProblem(name) !== null) throw new Failure('already-exists', { name })
        refuseSettings(body.settings)
        if ((await listChannels(w, projectId)).length >= LIMITS.channelsMax)
          throw new Failure('invalid-input', {}, { fields: [{ pointer: '/name', code: 'too-many' }] })
        const settings = { ...DEFAULT_CHANNEL_SETTINGS, ...given(body.settings) }
        const channel = await addChannel(w, { projectId, name, kind, settings, at: time() }).catch(
          (error: unknown) => {
            throw error instanceof NameTakenError ? new Failure('already-exists', { name }) : error
          },
        )
        await audit(w, { kind: 'channel.added', details: {} }, channel, caller)
        return presentChannel(channel, new Map())
      }, caller.actor?.id),

    updateChannel: ({ params, body, caller, writeLocked }) =>
      writeLocked(async (w, { project: { id: projectId } }) => {
        const channel = await channelOf(w, projectId, params.channel)
        refuseSettings(body)
        const settings = { ...channel.settings, ...given(body) }
        await updateChannel(w, channel, { settings, at: time() })
        await audit(w, { kind: 'channel.changed', details: given(body) }, channel, caller)
        const after = await channelOf(w, projectId, params.channel)
        return presentChannel(after, await numbersOf(w, [after]))
      }, caller.actor?.id),

    moveChannel: ({ params, body, caller, writeLocked }) =>
      writeLocked(async (w, { project }) => {
        const channel = await channelOfReleases(w, project.id, params.channel)
        refuseStale(channel, body.version)
        const release = await releaseOf(w, project, body.release)
        const { percent = 100, note } = body
        await moveNow(w, channel, { release, percent, note, caller })
        const after = await channelOf(w, project.id, params.channel)
        return presentChannel(after, await numbersOf(w, [after]))
      }, caller.actor?.id),

    removeChannel: ({ params, caller, writeLocked }) =>
      writeLocked(async (w, { project: { id: projectId } }) => {
        const channel = await channelOf(w, projectId, params.channel)
        // Every project has live and pseudo: with these settings, or the default ones.
        if (channel.id === null) throw new Failure('not-found', { what: 'channel' })
        await removeChannel(w, { ...channel, id: channel.id }, time())
        await audit(w, { kind: 'channel.removed', details: {} }, channel, caller)
        return {}
      }, caller.actor?.id),
  }
}

/** Throws `invalid-input` for formats that a channel cannot serve (together), and for invalid origins. */
function refuseSettings({
  formats = [],
  origins,
}: {
  readonly formats?: readonly string[] | undefined
  readonly origins?: readonly string[] | null | undefined
}): void {
  const code = formatsFault(formats)
  if (code !== null) throw new Failure('invalid-input', {}, { fields: [{ pointer: '/formats', code }] })
  const index = (origins ?? []).findIndex((origin) => !isOrigin(origin))
  if (index >= 0) {
    const fields = [{ pointer: `/origins/${index}`, code: 'not-an-origin' }]
    throw new Failure('invalid-input', {}, { fields })
  }
}

async function beforeOf(r: Reader, project: ProjectRow, number?: number): Promise<ReleaseRow | null> {
  return number === undefined ? newestRelease(r, project.id) : releaseOf(r, project, number)
}

async function countTexts(r: Reader, project: ProjectRow, side: Side): Promise<ReadonlyMap<string, number>> {
  if (side !== 'catalog') {
    const files = await releaseFiles(r, side.id)
    return new Map(side.languages.map(({ tag }) => [tag, textsIn(files, tag)]))
  }
  const counts = await countsByLanguage(r, project.id)
  return new Map([...counts].map(([tag, { total, untranslated }]) => [tag, total - untranslated]))
}

/** Returns the settings that were given: those that a caller left out stay as they are. */
function given(settings: { readonly [K in keyof ChannelSettings]?: ChannelSettings[K] | undefined }) {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<ChannelSettings> // only undefined values were removed
}
