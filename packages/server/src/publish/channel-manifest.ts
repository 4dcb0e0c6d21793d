import { setImmediate as breathe } from 'node:timers/promises'
import type { ChannelRow, ProjectRow, Reader } from '@dragoman/store'
import type { BuildRequest } from './build-bundle.ts'
import { stableCacheControl } from './cache-control.ts'
import { extensionsOf, hasOtherLanguages } from './channel-formats.ts'
import { type FilePlace, type Manifest, type ManifestFile, placeOf } from './manifest.ts'
import { type PublishedFile, publishedFile } from './published-file.ts'
import { contentOf, type ServedContent } from './served-content.ts'
import { FileNotWrittenError } from './served-file-writer.ts'
import { isStale, type StaleFiles } from './stale-files.ts'

export type ChannelManifestRequest = {
  readonly project: ProjectRow
  readonly channel: ChannelRow
  /** The previous manifest; only what changed since is read. */
  readonly before: Manifest | null
  readonly stale: readonly StaleFiles[]
  /** Receives each file whose bytes differ from before. */
  readonly keep: (file: PublishedFile) => Promise<void>
  /** Receives each file that could not be written; the manifest names its previous version, if there is one. */
  readonly onUnwritten: (place: FilePlace, error: FileNotWrittenError) => void
} & Pick<BuildRequest, 'sources' | 'write'>

/**
 * Returns what a channel serves now; `before` itself if that is the same. Null for a channel of releases that
 * has none.
 */
export async function channelManifest(r: Reader, request: ChannelManifestRequest): Promise<Manifest | null> {
  const { project, channel, before } = request
  const content = await contentOf(r, { project, channel, isNext: false })
  if (content === null) return null
  const files = await filesOf(r, request, content, before?.files ?? [])
  const nextContent =
    channel.nextReleaseId === null ? null : await contentOf(r, { project, channel, isNext: true })
  const next =
    nextContent === null
      ? null
      : {
          percent: channel.percent,
          release: nextContent.release ?? 0,
          files: await filesOf(r, request, nextContent, before?.next?.files ?? []),
        }
  const manifest: Manifest = {
    version: 1,
    projectId: project.id,
    project: project.slug,
    channel: channel.name,
    kind: channel.kind === 'release' ? 'release' : 'catalog',
    release: content.release,
    hasOtherLanguages: hasOtherLanguages(project, channel),
    languages: content.languages.map(({ tag }) => tag),
    sourceLanguage: content.sourceLanguage,
    formats: [...channel.settings.formats],
    cacheControl: stableCacheControl(channel.settings),
    origins: channel.settings.origins && [...channel.settings.origins],
    files,
    next,
  }
  return before !== null && JSON.stringify(before) === JSON.stringify(manifest) ? before : manifest
}

/**
 * Returns the files of one content. Those in which nothing changed are the `known` ones. Other requests get their turn
 * before each file that is built.
 */
async function filesOf(
  r: Reader,
  { project, channel, stale, keep, onUnwritten, sources, write }: ChannelManifestRequest,
  content: ServedContent,
  known: readonly ManifestFile[],
): Promise<ManifestFile[]> {
  const byPlace = new Map(known.map((file) => [placeOf(file), file]))
  const bundle = {
    of: 'file',
    projectId: project.id,
    channel: channel.name,
    releaseId: content.releaseId,
    hasOtherLanguages: hasOtherLanguages(project, channel),
  } as const
  const files: ManifestFile[] = []
  for (const { language, namespace } of languagesAndNamespaces(content)) {
    const isChanged = stale.some((one) => isStale({ ...bundle, language, namespace }, one))
    for (const extension of extensionsOf(channel.settings)) {
      const place = { language, namespace, extension }
      const kept = byPlace.get(placeOf(place))
      if (kept !== undefined && !isChanged) {
        files.push(kept)
        continue
      }
      await breathe()
      try {
        const made = await publishedFile(r, { project, channel, content, ...place, sources, write })
        if (made === null) continue
        if (made.file.hash !== kept?.hash) await keep(made)
        files.push(made.file)
      } catch (error) {
        // One file must not keep all others, also of other projects, from being published.
        if (!(error instanceof FileNotWrittenError)) throw error
        onUnwritten(place, error)
        if (kept !== undefined) files.push(kept)
      }
    }
  }
  return files
}

function languagesAndNamespaces({ languages, namespaces }: ServedContent): Omit<FilePlace, 'extension'>[] {
  return languages.flatMap(({ tag: language }) =>
    [...namespaces].map((namespace) => ({ language, namespace })),
  )
}
