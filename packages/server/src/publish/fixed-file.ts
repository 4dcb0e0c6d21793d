import { listChannels, projectBySlug, type Store } from '@dragoman/store'
import type { BuildRequest, BuiltBundle } from './build-bundle.ts'
import type { FixedAddress } from './bundle-address.ts'
import { FOR_EVER, stableCacheControl } from './cache-control.ts'
import { contentTypeOf, JSON_EXTENSION } from './channel-formats.ts'
import { originsOfAll, writeManifest } from './manifest.ts'
import type { FoundManifest, Manifests } from './open-manifests.ts'
import type { CanRead } from './open-publisher.ts'
import { publishedFile } from './published-file.ts'
import { contentOf } from './served-content.ts'

/** Returns a manifest as apps load it. */
export function manifestBundle({ project, channel, manifest }: FoundManifest): BuiltBundle {
  return {
    of: 'manifest',
    projectId: project.id,
    channel: channel.name,
    releaseId: channel.releaseId,
    language: '',
    namespace: '',
    hasOtherLanguages: true,
    nextPercent: 0,
    isOwn: true,
    contentType: contentTypeOf(JSON_EXTENSION),
    cacheControl: stableCacheControl(channel.settings),
    origins: channel.settings.origins,
    bytes: writeManifest(manifest),
  }
}

type Parts = {
  readonly store: Store
  readonly manifests: Manifests
} & Pick<BuildRequest, 'sources' | 'write'>

/**
 * Returns the file with this hash in a manifest of the project. Null if there is none now; `private` if only
 * manifests that cannot be read have it.
 */
export async function fixedFile(
  { store, manifests, sources, write }: Parts,
  { project: slug, language, namespace, extension, hash }: FixedAddress,
  canRead: CanRead,
): Promise<BuiltBundle | 'private' | null> {
  const project = await store.read((r) => projectBySlug(r, slug))
  if (project === null) return null
  const channels = (await store.read((r) => listChannels(r, project.id))).filter(
    ({ kind }) => kind !== 'pseudo',
  )
  let isPrivate = false
  for (const { name } of channels) {
    const found = await manifests.of({ project: slug, channel: name }, canRead)
    if (found === 'private') isPrivate = true
    if (found === null || found === 'private') continue
    const { manifest, channel } = found
    const place = { language, namespace, extension }
    const isIt = (file: (typeof manifest.files)[number]) =>
      file.language === language &&
      file.namespace === namespace &&
      file.extension === extension &&
      file.hash.startsWith(hash)
    const isNext = manifest.next?.files.some(isIt) === true
    if (!isNext && !manifest.files.some(isIt)) continue
    const made = await store.read(async (r) => {
      const content = await contentOf(r, { project, channel, isNext })
      return content && publishedFile(r, { project, channel, content, ...place, sources, write })
    })
    // Someone might have written in the meantime: this name always has exactly these bytes.
    if (made?.file.hash.startsWith(hash) !== true) continue
    const readable = channels.filter((one) => canRead(project, one))
    const origins = originsOfAll(readable.map(({ settings }) => settings))
    return { ...made.built, of: 'fixed', isOwn: true, cacheControl: FOR_EVER, origins }
  }
  return isPrivate ? 'private' : null
}
