import { createHash } from 'node:crypto'
import type { OldAddress } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import type { Blobs } from '../blobs/blobs.ts'
import type { Log } from '../log.ts'
import type { BuiltBundle, RevisedBundle } from './build-bundle.ts'
import type { DeliveredAddress, FixedAddress } from './bundle-address.ts'
import { FOR_EVER } from './cache-control.ts'
import { contentTypeOf, formatWithExtension, JSON_EXTENSION } from './channel-formats.ts'
import { isName } from './known-manifests.ts'
import { channelOfManifest, fileName, type Manifest, type ManifestFile, writeManifest } from './manifest.ts'
import { matchLanguage, variantOfKnown } from './match-language.ts'
import type { Publisher, StaleListener } from './open-publisher.ts'
import { watchPublished } from './watch-published.ts'
import { writeServedFile } from './write-served-file.ts'

export type BlobReading = Pick<Publisher, 'build' | 'find' | 'onStale'> & {
  /** Old addresses of apps, by their prefix. */
  readonly addresses: () => ReadonlyMap<string, OldAddress>
  /** Whether anything published was found since the start. */
  readonly hasFound: () => boolean
  readonly close: () => void
}

export type BlobReadingOptions = {
  readonly blobs: Blobs
  readonly log: Log
  /** How often to check for changes. */
  readonly pollMs?: number
}

const POLL_MS = 300

/** Reads what `publishToBlobs` has published, for a program without a database. */
export function readFromBlobs({ blobs, log, pollMs = POLL_MS }: BlobReadingOptions): BlobReading {
  const listeners: StaleListener[] = []
  const watch = watchPublished({
    blobs,
    log,
    pollMs,
    onStale(stale, number) {
      for (const listener of listeners) listener(stale, number)
    },
  })
  const { manifestOf } = watch

  async function bytesOf(project: string, file: ManifestFile): Promise<Uint8Array> {
    const name = fileName(project, file)
    const bytes = await blobs.read(name)
    if (bytes === null) throw new Error(`${name} is not there`)
    if (createHash('sha256').update(bytes).digest('base64url') !== file.hash)
      throw new Error(`${name} is not what it was published as`)
    return bytes
  }

  /** Returns a file of any manifest, current or earlier; null if the project no longer publishes anything. */
  async function fixedFile({
    project,
    language,
    namespace,
    hash,
    extension,
  }: FixedAddress): Promise<BuiltBundle | null> {
    if (!isName(project)) return null
    const names = (await watch.names()).filter((name) => name.startsWith(`d/${project}/`))
    let open: Manifest | null = null
    for (const name of names) open ??= await manifestOf(channelOfManifest(name))
    const bytes = open && (await blobs.read(fileName(project, { language, namespace, hash, extension })))
    if (open === null || bytes === null) return null
    if (!createHash('sha256').update(bytes).digest('base64url').startsWith(hash))
      throw new Error(`A file of ${project} is not what it was published as`)
    const { projectId, channel, origins } = open
    return {
      of: 'fixed',
      projectId,
      channel,
      releaseId: null,
      language,
      namespace,
      hasOtherLanguages: false,
      nextPercent: 0,
      isKept: true,
      contentType: contentTypeOf(extension),
      cacheControl: FOR_EVER,
      origins,
      bytes,
    }
  }

  async function built(address: DeliveredAddress): Promise<BuiltBundle | null> {
    if (address.kind === 'fixed') return fixedFile(address)
    const manifest = await manifestOf(address)
    if (manifest === null) return null
    if (address.kind === 'manifest') return manifestBundle(manifest)
    const { projectId, channel, languages, hasOtherLanguages, next } = manifest
    const files = address.isNext ? (next?.files ?? manifest.files) : manifest.files
    const { namespace } = address
    const format = formatWithExtension(manifest.formats, address.extension)
    const found = matchLanguage(address.language, languages)
    const language = found ?? variantOfKnown(address.language, languages)
    if (language === null || format === null || !files.some((file) => file.namespace === namespace))
      return null
    const bundle = {
      of: 'file' as const,
      projectId,
      channel,
      // Changes are reported by file.
      releaseId: null,
      language,
      namespace,
      hasOtherLanguages: found === null && hasOtherLanguages,
      nextPercent: address.isNext ? 0 : (next?.percent ?? 0),
      isKept: found !== null,
      contentType: contentTypeOf(address.extension),
      cacheControl: manifest.cacheControl,
      origins: manifest.origins,
    }
    if (found === null) return { ...bundle, bytes: emptyFile(manifest, format, language) }
    const [extension] = format.extensions
    const file = files.find(
      (one) => one.language === found && one.namespace === namespace && one.extension === extension,
    )
    return file === undefined ? null : { ...bundle, bytes: await bytesOf(manifest.project, file) }
  }

  return {
    hasFound: watch.hasFound,
    addresses: watch.addresses,
    async build(address): Promise<RevisedBundle | null> {
      const bundle = await built(address)
      return bundle && { ...bundle, contains: null }
    },
    async find(address) {
      const manifest = await manifestOf(address)
      if (manifest === null) return null
      const { projectId, channel, origins } = manifest
      // Changes are reported by file, whatever the files were built from.
      const isFollowed = { kind: 'catalog', hasOtherLanguages: false, collectsMissing: false } as const
      return { projectId, channel, ...isFollowed, origins }
    },
    onStale: (listener) => void listeners.push(listener),
    close: watch.close,
  }
}

function manifestBundle(manifest: Manifest): BuiltBundle {
  const { projectId, channel, cacheControl, origins } = manifest
  return {
    of: 'manifest',
    projectId,
    channel,
    releaseId: null,
    language: '',
    namespace: '',
    hasOtherLanguages: true,
    nextPercent: 0,
    isKept: true,
    contentType: contentTypeOf(JSON_EXTENSION),
    cacheControl,
    origins,
    bytes: writeManifest(manifest),
  }
}

/** Returns the file for an app that requests a variant which the project does not have. */
function emptyFile(
  { sourceLanguage }: Manifest,
  { id: format, syntax }: Format,
  language: string,
): Uint8Array {
  return writeServedFile({ format, language, units: [], sourceLanguage, sourceUnits: [], syntax })
}
