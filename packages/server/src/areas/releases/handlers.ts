import { Failure } from '@dragoman/contract'
import { listReleases, releaseFiles, updateRelease } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { openReleaseTexts } from '../../publish/release-texts.ts'
import { refusedField } from '../../refused-field.ts'
import { makeRelease } from '../../releases/make-release.ts'
import { channelHandlers } from './channel-handlers.ts'
import { compareReleasesHandlers } from './compare-handlers.ts'
import { channelOfReleases, refuseStale, releaseOf } from './find-channel.ts'
import { missingKeysHandlers } from './missing-keys-handlers.ts'
import { moveAsCaller } from './move-as-caller.ts'
import { presentRelease } from './present.ts'
import { scheduledMovesHandlers, scheduleMove } from './scheduled-moves-handlers.ts'

export function releasesHandlers(deps: Deps): Handlers['releases'] {
  const { store, now } = deps
  const releaseTexts = openReleaseTexts()
  const time = () => now().toISOString()
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
      if (at !== undefined && name === undefined) throw refusedField('/channel', 'missing')
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
            if (at === undefined)
              await moveAsCaller(w, channel, { release: made, percent, note: '', caller, at: time() })
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

    ...scheduledMovesHandlers(deps),

    ...compareReleasesHandlers(releaseTexts),

    ...missingKeysHandlers(),

    ...channelHandlers(deps),
  }
}
