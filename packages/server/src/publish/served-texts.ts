import { type AliasedUnit, type ChannelSettings, type ReleasedText, textsToServe } from '@dragoman/core'
import type { ProjectRow, Reader } from '@dragoman/store'
import type { ReadTexts } from './catalog-texts.ts'
import { withErrorsOnly } from './error-texts.ts'
import type { ReleaseTextsReader } from './release-texts.ts'
import type { ServedContent } from './served-content.ts'

/** Where texts are read from, and cached. */
export type TextSources = { readonly catalog: ReadTexts; readonly releases: ReleaseTextsReader }

/** Returns what a channel serves of a namespace in one language. */
export type ReadServedTexts = (language: string) => Promise<readonly AliasedUnit[]>

export type ServedTextsRequest = {
  readonly project: ProjectRow
  readonly settings: ChannelSettings
  readonly content: ServedContent
  readonly sources: TextSources
  readonly language: string
  readonly namespace: string
}

/**
 * Returns the keys of a namespace in order with the texts that a channel serves; texts that its settings hold
 * back are empty.
 */
export async function servedTexts(r: Reader, request: ServedTextsRequest): Promise<readonly AliasedUnit[]> {
  const { settings, content, language } = request
  const texts = await textsOf(r, request)
  return textsToServe(texts, settings, { isSource: language === content.sourceLanguage })
}

async function textsOf(
  r: Reader,
  { project, settings, content, sources, language, namespace }: ServedTextsRequest,
): Promise<readonly ReleasedText[]> {
  if (content.releaseId !== null) {
    const hash = content.hashOf(language, namespace)
    return hash === null ? [] : sources.releases(r, project.id, hash)
  }
  const place = { projectId: project.id, language, namespace }
  const texts = await sources.catalog(r, place)
  return settings.holdsErrors ? withErrorsOnly(r, project, place, texts) : texts
}
