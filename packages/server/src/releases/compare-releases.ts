import { differencesOfTexts, type ReleasedText, type TextDifferences, unitId } from '@dragoman/core'
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
  /** How many of those that were added or changed fail a check of severity *error*. */
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
 * Compares two sides, file by file; files without differences are left out. Only files that were written in
 * between are read.
 */
export async function compareReleases(
  r: Reader,
  { project, from, to, releaseTexts, language, namespace }: ComparisonRequest,
): Promise<readonly FileDifferences[]> {
  const before = from === null ? [] : await releaseFiles(r, from.id)
  const after: readonly Marked[] =
    to === 'catalog' ? await releaseMarks(r, project.id) : await releaseFiles(r, to.id)
  const [had, has] = [byPlace(before), byPlace(after)]
  const found: FileDifferences[] = []
  for (const place of new Set([...had.keys(), ...has.keys()])) {
    const [was, is] = [had.get(place), has.get(place)]
    const one = is ?? was
    if (one === undefined || (was?.mark === is?.mark && was !== undefined)) continue
    if (language !== undefined && one.language !== language) continue
    if (namespace !== undefined && one.namespace !== namespace) continue
    const textsOf = async (file: Marked | undefined): Promise<readonly ReleasedText[]> => {
      if (file === undefined) return []
      if (file.hash !== undefined) return releaseTexts(r, project.id, file.hash)
      return catalogTexts(r, { projectId: project.id, language: file.language, namespace: file.namespace })
    }
    const differences = differencesOfTexts(await textsOf(was), await textsOf(is))
    const { added, changed, removed } = differences
    if (added.length + changed.length + removed.length === 0) continue
    const { language: tag, namespace: name } = one
    const failing = [...added, ...changed.map(({ after: text }) => text)].filter((text) => text.failing)
    found.push({
      language: tag,
      namespace: name,
      ...differences,
      failing: is?.hash === undefined ? await countErrors(r, project, one, failing) : failing.length,
    })
  }
  return found
}

/** Texts of the catalog have no hash. */
type Marked = Pick<ReleaseFileRow, 'language' | 'namespace' | 'mark'> & { readonly hash?: string }

function byPlace(files: readonly Marked[]): ReadonlyMap<string, Marked> {
  return new Map(files.map((file) => [`${file.language}\n${file.namespace}`, file]))
}

/** Returns how many of the catalog's texts that fail any check fail one of severity *error*. */
async function countErrors(
  r: Reader,
  project: ProjectRow,
  { language, namespace }: Marked,
  failing: readonly ReleasedText[],
): Promise<number> {
  if (failing.length === 0) return 0
  const place = { projectId: project.id, language, namespace }
  const ids = new Set(failing.map(unitId))
  const texts = (await catalogTexts(r, place)).filter((text) => ids.has(unitId(text)))
  return (await withErrorsOnly(r, project, place, texts)).filter((text) => text.failing).length
}
