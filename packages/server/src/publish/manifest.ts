import { jsonOrNull } from '@dragoman/core'
import { z } from 'zod'

const fileSchema = z.object({
  language: z.string(),
  namespace: z.string(),
  /** With the dot. */
  extension: z.string().default('.json'),
  /** Of the text: base64url of SHA-256. */
  hash: z.string(),
  bytes: z.number(),
})
export type ManifestFile = z.output<typeof fileSchema>

export type FilePlace = Omit<ManifestFile, 'hash' | 'bytes'>

/** Returns a text that identifies a file within its channel. */
export function placeOf({ language, namespace, extension }: FilePlace): string {
  return `${language}\n${namespace}\n${extension}`
}

const manifestSchema = z.object({
  version: z.literal(1),
  projectId: z.number(),
  project: z.string(),
  channel: z.string(),
  kind: z.enum(['catalog', 'release']),
  /** Number of the release; null: the catalog. */
  release: z.number().nullable(),
  hasOtherLanguages: z.boolean(),
  languages: z.array(z.string()),
  sourceLanguage: z.string().default('en'),
  /** Ids of the formats of the files. */
  formats: z.array(z.string()).default(['i18next-json']),
  cacheControl: z.string().default('no-cache'),
  origins: z.array(z.string()).nullable().default(null),
  files: z.array(fileSchema),
  /** What the first readers get. */
  next: z.object({ percent: z.number(), release: z.number(), files: z.array(fileSchema) }).nullable(),
})

/** What a channel serves at one moment: which file has which bytes. Readers see all of it, or none. */
export type Manifest = z.output<typeof manifestSchema>

export function writeManifest(manifest: Manifest): Uint8Array {
  return Buffer.from(JSON.stringify(manifest))
}

/** Reads a manifest; null if it is invalid or of another version of the program. */
export function readManifest(bytes: Uint8Array): Manifest | null {
  const parsed = manifestSchema.safeParse(jsonOrNull(Buffer.from(bytes).toString('utf8')))
  return parsed.success ? parsed.data : null
}

export function manifestName({ project, channel }: Pick<Manifest, 'project' | 'channel'>): string {
  return `d/${project}/${channel}/manifest.json`
}

/** Returns the permanent name of a file's bytes, which contains their hash. */
export function fileName(
  project: string,
  {
    language,
    namespace,
    extension,
    hash,
  }: Pick<ManifestFile, 'language' | 'namespace' | 'extension' | 'hash'>,
): string {
  return `d/${project}/files/${language}/${namespace}.${hash.slice(0, 22)}${extension}`
}

/** Returns the channel of a manifest by the manifest's name. */
export function channelOfManifest(name: string): Pick<Manifest, 'project' | 'channel'> {
  const [, project = '', channel = ''] = name.split('/')
  return { project, channel }
}

/**
 * Returns the pages that can read a file named by its hash, which all channels of a project share: those of any
 * channel; null for every page.
 */
export function originsOfAll(
  channels: readonly { readonly origins: readonly string[] | null }[],
): readonly string[] | null {
  const all = channels.map(({ origins }) => origins)
  return all.includes(null) ? null : [...new Set(all.flatMap((origins) => origins ?? []))]
}
