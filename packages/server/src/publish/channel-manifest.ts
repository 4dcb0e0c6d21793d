import type { ChannelRow, ProjectRow, Reader } from '@dragoman/store'
import type { BuildRequest } from './build-bundle.ts'
import { stableCacheControl } from './cache-control.ts'
import { extensionsOf, hasOtherLanguages } from './channel-formats.ts'
import type { Manifest, ManifestFile } from './manifest.ts'
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

export type FilePlace = Omit<ManifestFile, 'hash' | 'bytes'>

/**
 * Returns what a channel serves now; `before` itself if that is the same. Null for a channel of releases that
 * has none.
 */
export async function channelManifest(
  r: Reader,
  { project, channel, before, stale, keep, onUnwritten, ...how }: ChannelManifestRequest,
): Promise<Manifest | null> {
  const content = await contentOf(r, { project, channel, isNext: false })
  if (content === null) return null
  const usesOthers = hasOtherLanguages(project, channel)
  const filesOf = async (own: ServedContent, known: readonly ManifestFile[]): Promise<ManifestFile[]> => {
    const byPlace = new Map(known.map((file) => [placeOf(file), file]))
    const files: ManifestFile[] = []
    for (const { tag: language } of own.languages) {
      for (const namespace of own.namespaces) {
        const { id: projectId } = project
        const place = { projectId, channel: channel.name, releaseId: own.releaseId }
        const bundle = { of: 'file' as const, ...place, language, namespace, hasOtherLanguages: usesOthers }
        const isChanged = stale.some((one) => isStale(bundle, one))
        for (const extension of extensionsOf(channel.settings)) {
          const kept = byPlace.get(placeOf({ language, namespace, extension }))
          if (kept !== undefined && !isChanged) {
            files.push(kept)
            continue
          }
          const file = { language, namespace, extension }
          try {
            const made = await publishedFile(r, { project, channel, content: own, ...file, ...how })
            if (made === null) continue
            if (made.file.hash !== kept?.hash) await keep(made)
            files.push(made.file)
          } catch (error) {
            // One file must not keep all others, also of other projects, from being published.
            if (!(error instanceof FileNotWrittenError)) throw error
            onUnwritten(file, error)
            if (kept !== undefined) files.push(kept)
          }
        }
      }
    }
    return files
  }
  const files = await filesOf(content, before?.files ?? [])
  const nextContent =
    channel.nextReleaseId === null ? null : await contentOf(r, { project, channel, isNext: true })
  const next =
    nextContent === null
      ? null
      : {
          percent: channel.percent,
          release: nextContent.release ?? 0,
          files: await filesOf(nextContent, before?.next?.files ?? []),
        }
  const manifest: Manifest = {
    version: 1,
    projectId: project.id,
    project: project.slug,
    channel: channel.name,
    kind: channel.kind === 'release' ? 'release' : 'catalog',
    release: content.release,
    hasOtherLanguages: usesOthers,
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

function placeOf({ language, namespace, extension }: FilePlace): string {
  return `${language}\n${namespace}\n${extension}`
}
