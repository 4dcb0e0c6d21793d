import { setImmediate as breathe } from 'node:timers/promises'
import { countDifferences, differencesOfTexts, type ReleasedText, type TextDifferences } from '@dragoman/core'
import {
  catalogTexts,
  type ProjectRow,
  type Reader,
  type ReleaseFileRow,
  type ReleaseRow,
  releaseFiles,
  releaseMarks,
} from '@dragoman/store'
import { withErrorsOnly } from '../publish/error-texts.ts'
import type { ReleaseTextsReader } from '../publish/release-texts.ts'

/** What is compared: a release, or the current catalog. */
export type Side = ReleaseRow | 'catalog'

export type FileDifferences = TextDifferences & {
  readonly language: string
  readonly namespace: string
  /** How many of the added, changed and newly failing texts fail a check of severity *error*. */
  readonly failing: number
}

export type ComparisonRequest = {
  readonly project: ProjectRow
  /** Null to compare with nothing. */
  readonly from: ReleaseRow | null
  readonly to: Side
  readonly releaseTexts: ReleaseTextsReader
  /** Limits the comparison. */
  readonly language?: string | undefined
  readonly namespace?: string | undefined
}

/**
 * Compares two sides, and returns file by file what differs, so that the texts of only one are in memory; files
 * without differences are left out. Only files that were written in between are read, and no other request waits for
 * all of them.
 */
export async function* compareReleases(
  r: Reader,
  { project, from, to, releaseTexts, language, namespace }: ComparisonRequest,
): AsyncGenerator<FileDifferences> {
  const before = from === null ? [] : await releaseFiles(r, from.id)
  const after: readonly Marked[] =
    to === 'catalog' ? await releaseMarks(r, project.id) : await releaseFiles(r, to.id)
  const [had, has] = [byPlace(before), byPlace(after)]
  for (const place of new Set([...had.keys(), ...has.keys()])) {
    const [was, is] = [had.get(place), has.get(place)]
    const one = is ?? was
    if (one === undefined || (was?.mark === is?.mark && was !== undefined)) continue
    if (language !== undefined && one.language !== language) continue
    if (namespace !== undefined && one.namespace !== namespace) continue
    const textsOf = (file: Marked | undefined) => readTexts(r, { project, file, releaseTexts })
    const differences = differencesOfTexts(await textsOf(was), await textsOf(is))
    await breathe()
    if (countDifferences(differences) === 0) continue
    const { added, changed, status } = differences
    const fresh = [...changed, ...status.filter(({ before }) => !before.failing)]
    const failing = [...added, ...fresh.map(({ after: text }) => text)].filter((text) => text.failing)
    yield { language: one.language, namespace: one.namespace, ...differences, failing: failing.length }
  }
}

/** Texts of the catalog have no hash. */
type Marked = Pick<ReleaseFileRow, 'language' | 'namespace' | 'mark'> & { readonly hash?: string }

async function readTexts(
  r: Reader,
  {
    project,
    file,
    releaseTexts,
  }: Pick<ComparisonRequest, 'project' | 'releaseTexts'> & { readonly file: Marked | undefined },
): Promise<readonly ReleasedText[]> {
  if (file === undefined) return []
  const { language, namespace, hash } = file
  if (hash !== undefined) return releaseTexts(r, project.id, hash)
  const place = { projectId: project.id, language, namespace }
  return withErrorsOnly(r, project, place, await catalogTexts(r, place))
}

function byPlace(files: readonly Marked[]): ReadonlyMap<string, Marked> {
  return new Map(files.map((file) => [`${file.language}\n${file.namespace}`, file]))
}
