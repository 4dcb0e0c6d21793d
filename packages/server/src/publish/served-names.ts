import { channelByName, projectBySlug, type Reader } from '@dragoman/store'
import type { BundleAddress } from './bundle-address.ts'
import { matchLanguage, parsedTag, variantOfKnown } from './match-language.ts'
import type { CanRead } from './open-publisher.ts'
import { contentOf } from './served-content.ts'

/** Which files a channel has, now or in its next release: those of its languages in its namespaces. */
export type ServedNames = {
  /** Whether it has files of a language, however that is spelled. */
  readonly hasLanguage: (asked: string) => boolean
  readonly hasNamespace: (namespace: string) => boolean
}

/** Reads which files a channel has; null if there is no such channel, `private` if `canRead` refuses it. */
export async function readServedNames(
  r: Reader,
  address: Pick<BundleAddress, 'project' | 'channel'>,
  canRead: CanRead,
): Promise<ServedNames | 'private' | null> {
  const project = await projectBySlug(r, address.project)
  const channel = project && (await channelByName(r, project.id, address.channel))
  if (project === null || channel === null) return null
  if (!canRead(project, channel)) return 'private'
  const contents = [await contentOf(r, { project, channel, isNext: false })]
  if (channel.nextReleaseId !== null) contents.push(await contentOf(r, { project, channel, isNext: true }))
  const served = contents.filter((content) => content !== null)
  return servedNames({
    languages: served.flatMap(({ languages }) => languages.map(({ tag }) => tag)),
    namespaces: new Set(served.flatMap(({ namespaces }) => [...namespaces])),
    isPseudo: channel.kind === 'pseudo',
  })
}

/** `isPseudo`: a channel that has each language. */
export function servedNames({
  languages,
  namespaces,
  isPseudo,
}: {
  readonly languages: readonly string[]
  readonly namespaces: ReadonlySet<string>
  readonly isPseudo: boolean
}): ServedNames {
  return {
    hasLanguage: (asked) =>
      matchLanguage(asked, languages) !== null ||
      (isPseudo ? parsedTag(asked) : variantOfKnown(asked, languages)) !== null,
    hasNamespace: (namespace) => namespaces.has(namespace),
  }
}
