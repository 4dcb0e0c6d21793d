import { createHash } from 'node:crypto'
import type { Reader } from '@dragoman/store'
import { type BuildRequest, type BuiltBundle, buildFileOf, type ChannelContent } from './build-bundle.ts'
import type { ManifestFile } from './manifest.ts'

export type PublishedFile = { readonly file: ManifestFile; readonly built: BuiltBundle }

export type PublishedFileRequest = ChannelContent &
  Pick<ManifestFile, 'language' | 'namespace' | 'extension'> &
  Pick<BuildRequest, 'sources' | 'write'>

/** Returns a file with its hash; null if it no longer exists. */
export async function publishedFile(
  r: Reader,
  { project, channel, content, language, namespace, extension, sources, write }: PublishedFileRequest,
): Promise<PublishedFile | null> {
  const place = { language, namespace, extension }
  const address = { project: project.slug, channel: channel.name, ...place, isNext: false }
  const built = await buildFileOf(r, { project, channel, content }, { address, sources, write })
  if (built === null) return null
  const hash = createHash('sha256').update(built.bytes).digest('base64url')
  return { file: { ...place, hash, bytes: built.bytes.length }, built }
}
