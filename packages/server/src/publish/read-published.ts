import { createHash } from 'node:crypto'
import type { Format } from '@dragoman/formats'
import type { Blobs } from '../blobs/blobs.ts'
import type { BuiltBundle } from './build-bundle.ts'
import type { DeliveredAddress, FixedAddress } from './bundle-address.ts'
import { FOR_EVER } from './cache-control.ts'
import { contentTypeOf, formatWithExtension, JSON_EXTENSION } from './channel-formats.ts'
import { isName } from './known-manifests.ts'
import {
  channelOfManifest,
  fileName,
  type Manifest,
  type ManifestFile,
  originsOfAll,
  writeManifest,
} from './manifest.ts'
import { matchLanguage, variantOfKnown } from './match-language.ts'
import type { PublishedWatch } from './watch-published.ts'
import { writeServedFile } from './write-served-file.ts'

/** What was published, and which manifests are current. */
export type Published = {
  readonly blobs: Blobs
  readonly watch: Pick<PublishedWatch, 'manifestOf' | 'names'>
}

/** Reads what an address delivers from the blobs; null if that is not published. */
export async function readPublished(
  published: Published,
  address: DeliveredAddress,
): Promise<BuiltBundle | null> {
  if (address.kind === 'fixed') return fixedFile(published, address)
  const manifest = await published.watch.manifestOf(address)
  if (manifest === null) return null
  return address.kind === 'manifest'
    ? manifestBundle(manifest)
    : currentFile(published.blobs, manifest, address)
}

/** Returns a file of any manifest, current or earlier; null if the project no longer publishes anything. */
async function fixedFile(
  { blobs, watch }: Published,
  { project, language, namespace, hash, extension }: FixedAddress,
): Promise<BuiltBundle | null> {
  if (!isName(project)) return null
  const names = (await watch.names()).filter((name) => name.startsWith(`d/${project}/`))
  const manifests = await Promise.all(names.map((name) => watch.manifestOf(channelOfManifest(name))))
  const open = manifests.filter((manifest) => manifest !== null)
  const [first] = open
  const bytes = first && (await blobs.read(fileName(project, { language, namespace, hash, extension })))
  if (first === undefined || bytes == null) return null
  if (!hashOf(bytes).startsWith(hash)) throw new Error(`A file of ${project} is not what it was published as`)
  const { projectId, channel } = first
  return {
    of: 'fixed',
    projectId,
    channel,
    releaseId: null,
    language,
    namespace,
    hasOtherLanguages: false,
    nextPercent: 0,
    isOwn: true,
    contentType: contentTypeOf(extension),
    cacheControl: FOR_EVER,
    origins: originsOfAll(open),
    bytes,
  }
}

/** Returns a file of the current manifest, in the language that matches the requested one best. */
async function currentFile(
  blobs: Blobs,
  manifest: Manifest,
  address: Exclude<DeliveredAddress, { kind: 'fixed' | 'manifest' }>,
): Promise<BuiltBundle | null> {
  const { projectId, channel, hasOtherLanguages, next } = manifest
  const { languages, files } = address.isNext && next !== null ? withLanguages(next) : manifest
  const { namespace } = address
  const format = formatWithExtension(manifest.formats, address.extension)
  const found = matchLanguage(address.language, languages)
  const language = found ?? variantOfKnown(address.language, languages)
  if (language === null || format === null || !files.some((file) => file.namespace === namespace)) return null
  const bundle = {
    of: 'file' as const,
    projectId,
    channel,
    // Changes are reported by file.
    releaseId: null,
    language,
    namespace,
    hasOtherLanguages: found === null && hasOtherLanguages,
    nextPercent: next?.percent ?? 0,
    isOwn: found !== null,
    contentType: contentTypeOf(address.extension),
    cacheControl: manifest.cacheControl,
    origins: manifest.origins,
  }
  if (found === null) return { ...bundle, bytes: emptyFile(manifest, format, language) }
  const [extension] = format.extensions
  const file = files.find(
    (one) => one.language === found && one.namespace === namespace && one.extension === extension,
  )
  return file === undefined ? null : { ...bundle, bytes: await bytesOf(blobs, manifest.project, file) }
}

/** Returns the files of the next release together with its languages, which a manifest does not list. */
function withLanguages({ files }: NonNullable<Manifest['next']>): Pick<Manifest, 'languages' | 'files'> {
  return { languages: [...new Set(files.map(({ language }) => language))], files }
}

async function bytesOf(blobs: Blobs, project: string, file: ManifestFile): Promise<Uint8Array> {
  const name = fileName(project, file)
  const bytes = await blobs.read(name)
  if (bytes === null) throw new Error(`${name} is not there`)
  if (hashOf(bytes) !== file.hash) throw new Error(`${name} is not what it was published as`)
  return bytes
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
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
    isOwn: true,
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
