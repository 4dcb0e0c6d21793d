import {
  type AliasedUnit,
  directionOf,
  type Fallback,
  fallbackChain,
  formsToServe,
  isAmongFirst,
  syntaxById,
  syntaxOfKey,
  unitId,
  withAliases,
} from '@dragoman/core'
import { nameNumberedForms } from '@dragoman/formats'
import { type ChannelRow, channelByName, type ProjectRow, projectBySlug, type Reader } from '@dragoman/store'
import type { BundleAddress } from './bundle-address.ts'
import { stableCacheControl } from './cache-control.ts'
import { contentTypeOf, formatWithExtension, holdsSources } from './channel-formats.ts'
import { matchLanguage, parsedTag, variantOfKnown } from './match-language.ts'
import { pseudoUnits } from './pseudo-units.ts'
import { contentOf, type ServedContent } from './served-content.ts'
import type { ServedFileWriter } from './served-file-writer.ts'
import { type ReadServedTexts, servedTexts, type TextSources } from './served-texts.ts'

/** A file as an app gets it. */
export type BuiltBundle = {
  readonly of: 'file' | 'manifest' | 'fixed'
  readonly projectId: number
  readonly channel: string
  /** Null: built from the current catalog. */
  readonly releaseId: number | null
  readonly language: string
  readonly namespace: string
  /** Whether its content can depend on texts of other languages. */
  readonly hasOtherLanguages: boolean
  /** How many of 100 readers get the next release: another one than the others, or this one. */
  readonly nextPercent: number
  /** Whether the project has its language; callers could request any number of other files. */
  readonly isOwn: boolean
  readonly contentType: string
  readonly cacheControl: string
  /** Origins whose pages can read it; null: any. */
  readonly origins: readonly string[] | null
  readonly bytes: Uint8Array
}

/** A bundle, and which events it contains: all up to these numbers. */
export type RevisedBundle = BuiltBundle & {
  /** Null: its changes have no numbers. */
  readonly contains: {
    /** In its content. */
    readonly texts: number
    /** In the answer to whether it can be read; at least as many. */
    readonly access: number
  } | null
}

/** Whether a reader gets the next release of the file's channel; always the same for one reader. */
export function getsNext({ nextPercent }: Pick<BuiltBundle, 'nextPercent'>, reader: string): boolean {
  return isAmongFirst(reader, nextPercent)
}

export type BuildRequest = {
  readonly address: BundleAddress
  readonly canRead: (project: ProjectRow, channel: ChannelRow) => boolean
  readonly sources: TextSources
  readonly write: ServedFileWriter
}

/**
 * Returns the file that an app requests; null for an unknown project, channel, language or namespace, and
 * `private` for a channel that `canRead` refuses, before any of it is read. `pt_BR` and `pt-br` find `pt-BR`;
 * `de-AT` is empty if there is only `de`.
 */
export async function buildFile(
  r: Reader,
  { address, canRead, ...how }: BuildRequest,
): Promise<BuiltBundle | 'private' | null> {
  const project = await projectBySlug(r, address.project)
  const channel = project && (await channelByName(r, project.id, address.channel))
  if (project === null || channel === null) return null
  if (!canRead(project, channel)) return 'private'
  const content = await contentOf(r, { project, channel, isNext: address.isNext })
  return content && buildFileOf(r, { project, channel, content }, { address, ...how })
}

/** What `buildFile` reads first; callers that build all files of a channel keep it. */
export type ChannelContent = {
  readonly project: ProjectRow
  readonly channel: ChannelRow
  readonly content: ServedContent
}

/** Like `buildFile`, with what is already known of the channel. */
export async function buildFileOf(
  r: Reader,
  { project, channel, content }: ChannelContent,
  { address, sources, write }: Omit<BuildRequest, 'canRead'>,
): Promise<BuiltBundle | null> {
  const format = formatWithExtension(channel.settings.formats, address.extension)
  if (format === null) return null
  const tags = content.languages.map(({ tag }) => tag)
  const language = matchLanguage(address.language, tags)
  const isPseudo = channel.kind === 'pseudo'
  const asked = isPseudo ? parsedTag(address.language) : variantOfKnown(address.language, tags)
  const tag = language ?? asked
  const { namespace } = address
  if (tag === null || !content.namespaces.has(namespace)) return null
  const { settings } = channel
  const fallback = !isPseudo && (settings.fallback ?? project.settings.deliverFallback)
  const file = {
    of: 'file' as const,
    projectId: project.id,
    channel: channel.name,
    releaseId: content.releaseId,
    language: isPseudo ? project.sourceLanguage : tag,
    namespace,
    hasOtherLanguages: fallback || settings.holdsErrors || holdsSources(format),
    nextPercent: channel.percent,
    isOwn: language !== null,
    contentType: contentTypeOf(address.extension),
    cacheControl: stableCacheControl(settings),
    origins: settings.origins,
  }
  // Named by category, because the texts of one language also fill the gaps of others, whose numbers mean others.
  const textsOf: ReadServedTexts = async (one) =>
    nameNumberedForms(
      await servedTexts(r, { project, settings, content, sources, language: one, namespace }),
      one,
    )
  const ofProject = syntaxById(content.syntax)
  const written = async (units: readonly AliasedUnit[], sourceUnits: readonly AliasedUnit[] = []) => {
    const bytes = await write({
      format: format.id,
      language: tag,
      units: withAliases(units),
      sourceLanguage: content.sourceLanguage,
      sourceUnits: withAliases(sourceUnits),
      syntax: syntaxOfKey(ofProject, { namespace }).id,
    })
    return { ...file, bytes }
  }
  if (language === null && !isPseudo) return written([])
  const sourceUnits = holdsSources(format) ? await textsOf(content.sourceLanguage) : []
  if (isPseudo) {
    const units = pseudoUnits(await textsOf(project.sourceLanguage), {
      syntaxOf: ({ syntax }) => syntaxOfKey(ofProject, { namespace, syntax }),
      isRightToLeft: directionOf(tag) === 'rtl',
      language: tag,
      sourceLanguage: project.sourceLanguage,
    })
    return written(units, sourceUnits)
  }
  const fallbacks: Fallback[] = []
  if (fallback) {
    const configured = new Map(content.languages.map((row) => [row.tag, row.fallback]))
    for (const other of fallbackChain(tag, configured, content.sourceLanguage).slice(1)) {
      const byId = new Map((await textsOf(other)).map((unit) => [unitId(unit), unit.forms]))
      fallbacks.push({ language: other, formsOf: (unit) => byId.get(unitId(unit)) })
    }
  }
  const units = await textsOf(tag)
  const filled = !fallback
    ? units
    : units.map((unit) => ({ ...unit, forms: formsToServe(unit, tag, fallbacks) }))
  return written(filled, sourceUnits)
}
