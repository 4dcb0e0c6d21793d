import {
  type ChannelRow,
  listLanguages,
  listNamespaces,
  type ProjectRow,
  type Reader,
  releaseById,
  releaseFiles,
} from '@dragoman/store'

/** What a channel serves: the catalog, or a release. */
export type ServedContent = {
  /** Null: the catalog. */
  readonly releaseId: number | null
  /** Its number. */
  readonly release: number | null
  readonly sourceLanguage: string
  /** Id of the message syntax of its texts; a release keeps that of the project when it was made. */
  readonly syntax: string
  readonly languages: readonly { readonly tag: string; readonly fallback: string | null }[]
  readonly namespaces: ReadonlySet<string>
  /** For a release: returns the hash of the texts of a language in a namespace. */
  readonly hashOf: (language: string, namespace: string) => string | null
}

/** Returns what a channel serves now. Null for a channel of releases that has none. */
export async function contentOf(
  r: Reader,
  {
    project,
    channel,
    isNext,
  }: { readonly project: ProjectRow; readonly channel: ChannelRow; readonly isNext: boolean },
): Promise<ServedContent | null> {
  if (channel.kind !== 'release') {
    return {
      releaseId: null,
      release: null,
      sourceLanguage: project.sourceLanguage,
      syntax: project.syntax,
      languages: await listLanguages(r, project.id),
      namespaces: new Set((await listNamespaces(r, project.id)).map(({ name }) => name)),
      hashOf: () => null,
    }
  }
  const releaseId = (isNext ? channel.nextReleaseId : null) ?? channel.releaseId
  const release = releaseId === null ? null : await releaseById(r, releaseId)
  if (release === null) return null
  const hashes = new Map(
    (await releaseFiles(r, release.id)).map((file) => [`${file.language}\n${file.namespace}`, file.hash]),
  )
  return {
    releaseId: release.id,
    release: release.number,
    sourceLanguage: release.sourceLanguage,
    syntax: release.syntax,
    languages: release.languages,
    namespaces: new Set([...hashes.keys()].map((place) => place.slice(place.indexOf('\n') + 1))),
    hashOf: (language, namespace) => hashes.get(`${language}\n${namespace}`) ?? null,
  }
}
