import {
  allOldAddresses,
  type ChannelRow,
  listChannels,
  listProjects,
  newestEvent,
  type ProjectRow,
  projectById,
  type Reader,
} from '@dragoman/store'
import type { Log } from '../log.ts'
import { channelManifest } from './channel-manifest.ts'
import type { FileWriting } from './file-writing.ts'
import { manifestName, writeManifest } from './manifest.ts'
import type { CanRead } from './open-publisher.ts'
import { markOf, type Published, type PublishedManifest } from './published-list.ts'
import type { KnownManifest, PublishedManifests } from './published-manifests.ts'
import { filesOf } from './remove-unnamed-files.ts'
import type { ServedFileWriter } from './served-file-writer.ts'
import type { TextSources } from './served-texts.ts'
import type { StaleFiles } from './stale-files.ts'

export type PublishChangesParts = {
  readonly published: PublishedManifests
  readonly writing: FileWriting
  readonly sources: TextSources
  /** Whether everyone can load the files of a channel; others are not published. */
  readonly isPublic: CanRead
  readonly write: ServedFileWriter
  readonly log: Log
}

/** The manifests of the concerned projects: which there are from now on, and what that changes. */
type ManifestChanges = {
  readonly wanted: ReadonlyMap<string, PublishedManifest>
  readonly changed: readonly {
    readonly name: string
    readonly made: KnownManifest
    readonly bytes: Uint8Array
  }[]
  readonly gone: readonly string[]
  /** Files of earlier manifests. */
  readonly givenUp: readonly string[]
  /** Whether all files could be written. */
  readonly isWhole: boolean
}

/**
 * Publishes what channels serve after changes: first files, then the manifests that name them, then the list. Returns
 * whether all files could be written; otherwise the list is no longer whole, and the next start tries all again.
 */
export async function publishChanges(
  r: Reader,
  stale: readonly StaleFiles[],
  parts: PublishChangesParts,
): Promise<boolean> {
  const { published, writing } = parts
  const noted = await published.list()
  const { wanted, changed, gone, givenUp, isWhole } = await changesOf(r, stale, parts)
  const kept = new Set(changed.flatMap(({ made }) => filesOf(made.manifest)))
  // Before any manifest that names them.
  await writing.done(givenUp.filter((file) => !kept.has(file)))
  const more = [...wanted].filter(([name]) => !noted.manifests.has(name))
  // Listed before it exists, so that it is removed later whatever happens in between.
  if (more.length > 0) {
    const coming = more.map(([name, { projectId }]) => [name, { projectId, mark: null }] as const)
    await published.note({ manifests: new Map([...noted.manifests, ...coming]) })
  }
  for (const { name, made, bytes } of changed) await published.write(name, made, bytes)
  for (const name of gone) await published.remove(name)
  const left = new Map([...noted.manifests, ...wanted])
  for (const name of gone) left.delete(name)
  const isOfChannels = stale.some(({ files }) => files === null)
  const addresses = isOfChannels ? await putAddresses(r, published, left) : noted.addresses
  const isSame = changed.length === 0 && gone.length === 0 && addresses === noted.addresses
  // Deliveries read this, so it comes after everything it lists.
  await published.note({
    manifests: left,
    addresses,
    event: isSame ? noted.event : await newestEvent(r),
    ...(isWhole ? {} : { isWhole }),
  })
  return isWhole
}

async function changesOf(
  r: Reader,
  stale: readonly StaleFiles[],
  { published, writing, sources, isPublic, write, log }: PublishChangesParts,
): Promise<ManifestChanges> {
  const noted = await published.list()
  const about = projectsOf(stale, noted)
  const wanted = new Map<string, PublishedManifest>()
  const changed: { readonly name: string; readonly made: KnownManifest; readonly bytes: Uint8Array }[] = []
  const givenUp: string[] = []
  let isWhole = true
  for (const project of await projectsNamed(r, about)) {
    for (const channel of await listChannels(r, project.id)) {
      if (channel.kind === 'pseudo' || !isPublic(project, channel)) continue
      const name = manifestName({ project: project.slug, channel: channel.name })
      const known = await published.manifestOf(name)
      // Under a name that another project had before, nothing can be reused.
      const before = known?.manifest.projectId === project.id ? known.manifest : null
      const own = stale.filter((one) => concerns(one, project, channel))
      const manifest =
        before !== null && own.length === 0
          ? before
          : await channelManifest(r, {
              project,
              channel,
              before,
              stale: own,
              sources,
              keep: (file) => writing.add(project.slug, file),
              onUnwritten(place, error) {
                isWhole = false
                const of = { project: project.slug, channel: channel.name, ...place }
                log({ level: 'error', event: 'file-not-published', ...of, error: error.cause })
              },
              write,
            })
      if (manifest === null) continue
      if (known !== null && manifest === before) {
        wanted.set(name, { projectId: project.id, mark: known.mark })
        continue
      }
      const bytes = writeManifest(manifest)
      const mark = markOf(bytes)
      wanted.set(name, { projectId: project.id, mark })
      changed.push({ name, made: { manifest, mark }, bytes })
      if (known !== null) givenUp.push(...filesOf(known.manifest))
    }
  }
  const gone = [...noted.manifests]
    .filter(([name, { projectId }]) => (about?.has(projectId ?? 0) ?? true) && !wanted.has(name))
    .map(([name]) => name)
  for (const name of gone) {
    const known = await published.manifestOf(name)
    if (known !== null) givenUp.push(...filesOf(known.manifest))
  }
  return { wanted, changed, gone, givenUp, isWhole }
}

/** Writes the old addresses that lead to a manifest as their own blob; returns its mark. */
async function putAddresses(
  r: Reader,
  published: PublishedManifests,
  there: Published['manifests'],
): Promise<string | null> {
  return published.writeAddresses(
    (await allOldAddresses(r)).filter((address) => there.has(manifestName(address))),
  )
}

/** Returns the ids of the projects with something to publish; null: any. */
function projectsOf(stale: readonly StaleFiles[], { manifests }: Published): ReadonlySet<number> | null {
  // A list without the manifests' projects was written by an earlier version.
  if ([...manifests.values()].some(({ projectId }) => projectId === null)) return null
  const ids = new Set<number>()
  for (const { projectId } of stale) {
    if (projectId === null) return null
    ids.add(projectId)
  }
  return ids
}

/** Returns the projects without translation branches, which are not delivered. */
async function projectsNamed(r: Reader, ids: ReadonlySet<number> | null): Promise<readonly ProjectRow[]> {
  if (ids === null) return listProjects(r)
  const found: ProjectRow[] = []
  for (const id of ids) {
    const project = await projectById(r, id)
    if (project !== null && project.parentId === null) found.push(project)
  }
  return found
}

function concerns(
  { projectId, channel }: StaleFiles,
  project: Pick<ProjectRow, 'id'>,
  { name }: Pick<ChannelRow, 'name'>,
): boolean {
  return (projectId === null || projectId === project.id) && (channel === null || channel === name)
}
