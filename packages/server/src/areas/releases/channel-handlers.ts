import { Failure } from '@dragoman/contract'
import { channelNameProblem, DEFAULT_CHANNEL_SETTINGS, definedOf, isOrigin, LIMITS } from '@dragoman/core'
import {
  addChannel,
  listChannelMoves,
  listChannelRequests,
  listChannels,
  listScheduledMoves,
  minuteOf,
  NameTakenError,
  removeChannel,
  updateChannel,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { formatsFault } from '../../publish/channel-formats.ts'
import { refusedField } from '../../refused-field.ts'
import { audit, channelOf, channelOfReleases, numbersOf, refuseStale, releaseOf } from './find-channel.ts'
import { moveAsCaller } from './move-as-caller.ts'
import { presentChannel, presentMove, presentRequests, presentScheduledMove } from './present.ts'

/** Of each channel, so that the many moves of one do not hide what another can be rolled back to. */
const LISTED_MOVES = 50

const SHOWN_MINUTES = 60

/** Channels, what they serve and how often apps load them. */
export function channelHandlers(
  deps: Deps,
): Pick<
  Handlers['releases'],
  'channels' | 'requests' | 'addChannel' | 'updateChannel' | 'moveChannel' | 'removeChannel'
> {
  return {
    channels,
    requests: requests(deps),
    addChannel: add(deps),
    updateChannel: update(deps),
    moveChannel: move(deps),
    removeChannel: remove(deps),
  }
}

/** Returns the channels of a project, and how they moved and will move between releases. */
const channels: Handlers['releases']['channels'] = ({ read }) =>
  read(async (r, { project: { id: projectId } }) => {
    const channels = await listChannels(r, projectId)
    const moves = await listChannelMoves(r, { projectId, perChannel: LISTED_MOVES })
    const scheduled = await listScheduledMoves(r, projectId)
    const numbers = await numbersOf(r, [...channels, ...moves])
    const names = new Map(channels.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])))
    return {
      channels: channels.map((row) => presentChannel(row, numbers)),
      moves: moves.map((row) => presentMove(row, names, numbers)),
      scheduled: await Promise.all(scheduled.map((row) => presentScheduledMove(r, row))),
    }
  })

/** Returns how often apps loaded each channel in the last hour, by minute. */
function requests({ now }: Deps): Handlers['releases']['requests'] {
  return ({ read }) =>
    read(async (r, { project: { id: projectId } }) => {
      const to = minuteOf(now().getTime()) - 1
      const from = to - SHOWN_MINUTES + 1
      const counted = await listChannelRequests(r, { projectId, from, to })
      const names = (await listChannels(r, projectId)).map(({ name }) => name)
      return { channels: names.map((channel) => presentRequests(channel, counted, from)) }
    })
}

/** Adds a channel. Throws `already-exists`, `invalid-input`. */
function add({ now }: Deps): Handlers['releases']['addChannel'] {
  return ({ body, caller, writeLocked }) =>
    writeLocked(async (w, { project: { id: projectId } }) => {
      const { name, kind } = body
      if (channelNameProblem(name) !== null) throw new Failure('already-exists', { name })
      refuseSettings(body.settings)
      if ((await listChannels(w, projectId)).length >= LIMITS.channelsMax)
        throw refusedField('/name', 'too-many')
      const settings = { ...DEFAULT_CHANNEL_SETTINGS, ...definedOf(body.settings) }
      const channel = await addChannel(w, { projectId, name, kind, settings, at: now().toISOString() }).catch(
        (error: unknown) => {
          throw error instanceof NameTakenError ? new Failure('already-exists', { name }) : error
        },
      )
      await audit(w, { kind: 'channel.added', details: {} }, channel, caller)
      return presentChannel(channel, new Map())
    }, caller.actor?.id)
}

/** Changes the given settings of a channel. */
function update({ now }: Deps): Handlers['releases']['updateChannel'] {
  return ({ params, body, caller, writeLocked }) =>
    writeLocked(async (w, { project: { id: projectId } }) => {
      const channel = await channelOf(w, projectId, params.channel)
      refuseSettings(body)
      const settings = { ...channel.settings, ...definedOf(body) }
      await updateChannel(w, channel, { settings, at: now().toISOString() })
      await audit(w, { kind: 'channel.changed', details: definedOf(body) }, channel, caller)
      const after = await channelOf(w, projectId, params.channel)
      return presentChannel(after, await numbersOf(w, [after]))
    }, caller.actor?.id)
}

/** Makes a channel serve a release, to all of its readers or to the first ones. Throws `stale-channel`. */
function move({ now }: Deps): Handlers['releases']['moveChannel'] {
  return ({ params, body, caller, writeLocked }) =>
    writeLocked(async (w, { project }) => {
      const channel = await channelOfReleases(w, project.id, params.channel)
      refuseStale(channel, body.version)
      const release = await releaseOf(w, project, body.release)
      const { percent = 100, note } = body
      await moveAsCaller(w, channel, { release, percent, note, caller, at: now().toISOString() })
      const after = await channelOf(w, project.id, params.channel)
      return presentChannel(after, await numbersOf(w, [after]))
    }, caller.actor?.id)
}

/** Removes a channel. */
function remove({ now }: Deps): Handlers['releases']['removeChannel'] {
  return ({ params, caller, writeLocked }) =>
    writeLocked(async (w, { project: { id: projectId } }) => {
      const channel = await channelOf(w, projectId, params.channel)
      // Every project has live and pseudo. Without the settings that limit them, everyone could load them.
      if (channel.id === null || channelNameProblem(channel.name) !== null)
        throw new Failure('not-found', { what: 'channel' })
      await removeChannel(w, { ...channel, id: channel.id }, now().toISOString())
      await audit(w, { kind: 'channel.removed', details: {} }, channel, caller)
      return {}
    }, caller.actor?.id)
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
  if (code !== null) throw refusedField('/formats', code)
  const index = (origins ?? []).findIndex((origin) => !isOrigin(origin))
  if (index >= 0) {
    throw refusedField(`/origins/${index}`, 'not-an-origin')
  }
}
