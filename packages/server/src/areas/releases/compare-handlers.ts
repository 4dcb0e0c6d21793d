import type { TextDifferenceReply } from '@dragoman/contract'
import { languageChanges, type ReleaseLanguage } from '@dragoman/core'
import {
  countsByLanguage,
  keyByIdentity,
  listLanguages,
  newestRelease,
  type ProjectRow,
  type Reader,
  type ReleaseRow,
  releaseFiles,
  workSince,
} from '@dragoman/store'
import type { Handlers } from '../../http/mount.ts'
import type { ReleaseTextsReader } from '../../publish/release-texts.ts'
import { compareReleases, type FileDifferences, type Side } from '../../releases/compare-releases.ts'
import { releaseOf } from './find-channel.ts'
import { presentTextDifferences, presentWork, textsIn } from './present.ts'

/** What differs between two releases, or a release and the catalog. */
export function compareReleasesHandlers(
  releaseTexts: ReleaseTextsReader,
): Pick<Handlers['releases'], 'compare' | 'compareTexts'> {
  const compared = async (
    r: Reader,
    project: ProjectRow,
    { from, to }: { readonly from?: number | undefined; readonly to: 'catalog' | number },
  ) => {
    const side: Side = to === 'catalog' ? to : await releaseOf(r, project, to)
    const before = from === 0 ? null : await beforeOf(r, project, from)
    return { project, from: before, to: side, releaseTexts }
  }
  return {
    compare: ({ query, read }) =>
      read(async (r, { project }) => {
        const request = await compared(r, project, query)
        const counts = await countByLanguage(compareReleases(r, request))
        const { from, to } = request
        const filesBefore = from === null ? [] : await releaseFiles(r, from.id)
        const textsAfter = await countTexts(r, project, to)
        const tags = [...new Set([...textsAfter.keys(), ...(from?.languages ?? []).map(({ tag }) => tag)])]
        const languages = tags.map((language) => ({
          language,
          ...(counts.get(language) ?? NO_DIFFERENCES),
          textsBefore: textsIn(filesBefore, language),
          texts: textsAfter.get(language) ?? 0,
        }))
        const work =
          to === 'catalog'
            ? await workSince(r, project.id, { after: from?.createdAt ?? '', people: 3 })
            : null
        return {
          from: from?.number ?? null,
          to: query.to,
          languages,
          languageChanges:
            from === null ? [] : [...languageChanges(from.languages, await languagesOf(r, project, to))],
          syntaxChange: from === null ? null : syntaxChange(from, to === 'catalog' ? project : to),
          work: work && presentWork(work),
        }
      }),

    compareTexts: ({ query, read }) =>
      read(async (r, { project }) => {
        const { language, namespace, limit } = query
        const request = await compared(r, project, query)
        const listed: Omit<TextDifferenceReply, 'keyId'>[] = []
        let total = 0
        for await (const differences of compareReleases(r, { ...request, language, namespace })) {
          const texts = presentTextDifferences(differences)
          listed.push(...texts.slice(0, limit - listed.length))
          total += texts.length
        }
        const texts = []
        for (const text of listed) {
          const key = await keyByIdentity(r, project.id, text)
          texts.push({ keyId: key?.id ?? null, ...text })
        }
        return { texts, total }
      }),
  }
}

type DifferenceCounts = Readonly<Record<'added' | 'changed' | 'removed' | 'status' | 'failing', number>>

const NO_DIFFERENCES: DifferenceCounts = { added: 0, changed: 0, removed: 0, status: 0, failing: 0 }

async function countByLanguage(
  files: AsyncIterable<FileDifferences>,
): Promise<ReadonlyMap<string, DifferenceCounts>> {
  const counts = new Map<string, DifferenceCounts>()
  for await (const { language, added, changed, removed, status, failing } of files) {
    const sum = counts.get(language) ?? NO_DIFFERENCES
    counts.set(language, {
      added: sum.added + added.length,
      changed: sum.changed + changed.length,
      removed: sum.removed + removed.length,
      status: sum.status + status.length,
      failing: sum.failing + failing,
    })
  }
  return counts
}

/** Returns the message syntaxes of two sides; null if they are the same. */
function syntaxChange(before: { readonly syntax: string }, after: { readonly syntax: string }) {
  return before.syntax === after.syntax ? null : { before: before.syntax, after: after.syntax }
}

async function beforeOf(r: Reader, project: ProjectRow, number?: number): Promise<ReleaseRow | null> {
  return number === undefined ? newestRelease(r, project.id) : releaseOf(r, project, number)
}

async function languagesOf(r: Reader, project: ProjectRow, side: Side): Promise<readonly ReleaseLanguage[]> {
  return side === 'catalog' ? listLanguages(r, project.id) : side.languages
}

async function countTexts(r: Reader, project: ProjectRow, side: Side): Promise<ReadonlyMap<string, number>> {
  if (side !== 'catalog') {
    const files = await releaseFiles(r, side.id)
    return new Map(side.languages.map(({ tag }) => [tag, textsIn(files, tag)]))
  }
  const counts = await countsByLanguage(r, project.id)
  return new Map([...counts].map(([tag, { total, untranslated }]) => [tag, total - untranslated]))
}
