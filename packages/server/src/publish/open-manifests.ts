import { type ChannelRow, channelByName, type ProjectRow, projectBySlug, type Store } from '@dragoman/store'
import type { BuildRequest } from './build-bundle.ts'
import { channelManifest } from './channel-manifest.ts'
import type { Manifest } from './manifest.ts'
import type { CanRead } from './open-publisher.ts'
import type { StaleFiles } from './stale-files.ts'

export type FoundManifest = {
  readonly project: ProjectRow
  readonly channel: ChannelRow
  readonly manifest: Manifest
}

/** The manifests of channels; after changes only the changed files are built again. */
export type Manifests = {
  readonly of: (
    address: { readonly project: string; readonly channel: string },
    canRead: CanRead,
  ) => Promise<FoundManifest | 'private' | null>
  readonly changed: (stale: StaleFiles) => void
}

type Known = {
  manifest: Manifest | null
  stale: StaleFiles[]
  /** One at a time: each builds on the result of the one before. */
  work: Promise<unknown>
}

export function openManifests({
  store,
  ...how
}: { readonly store: Store } & Pick<BuildRequest, 'sources' | 'write'>): Manifests {
  const known = new Map<string, Known>()
  const idOf = (projectId: number, channel: string) => `${projectId} ${channel}`

  async function refresh(
    address: { readonly project: string; readonly channel: string },
    canRead: CanRead,
    { projectId, entry }: { readonly projectId: number; readonly entry: Known },
  ): Promise<FoundManifest | 'private' | null> {
    const { stale } = entry
    entry.stale = []
    try {
      return await store.read(async (r) => {
        const project = await projectBySlug(r, address.project)
        const channel = project && (await channelByName(r, project.id, address.channel))
        if (project?.id !== projectId || channel === null || channel.kind === 'pseudo') return null
        if (!canRead(project, channel)) {
          entry.stale = [...stale, ...entry.stale]
          return 'private'
        }
        const before = entry.manifest
        const isSame = before !== null && stale.length === 0
        const keep = async () => undefined
        // The next request tries again.
        const onUnwritten = () => {
          entry.stale = [...stale, ...entry.stale]
        }
        const manifest = isSame
          ? before
          : await channelManifest(r, { project, channel, before, stale, keep, onUnwritten, ...how })
        entry.manifest = manifest
        return manifest && { project, channel, manifest }
      })
    } catch (error) {
      entry.stale = [...stale, ...entry.stale]
      throw error
    }
  }

  return {
    async of(address, canRead) {
      const project = await store.read((r) => projectBySlug(r, address.project))
      const channel = project && (await store.read((r) => channelByName(r, project.id, address.channel)))
      if (project === null || channel === null) return null
      const id = idOf(project.id, channel.name)
      const entry = known.get(id) ?? { manifest: null, stale: [], work: Promise.resolve() }
      known.set(id, entry)
      const task = entry.work.then(() => refresh(address, canRead, { projectId: project.id, entry }))
      entry.work = task.catch(() => undefined)
      return task
    },
    changed(stale) {
      for (const [id, entry] of known) {
        const [projectId = '', ...name] = id.split(' ')
        if (stale.projectId !== null && stale.projectId !== Number(projectId)) continue
        if (stale.channel !== null && stale.channel !== name.join(' ')) continue
        if (entry.stale.length < STALE_MAX) entry.stale.push(stale)
        else entry.stale = [{ ...stale, files: null }]
      }
    },
  }
}

/** After more changes than this without a request, everything is built again. */
const STALE_MAX = 200
