import { Failure, readSeen, type UnsentAnswer, type UnsentOfBranch } from '@dragoman/contract'
import {
  type BranchRow,
  countDiscussions,
  listBranches,
  lockProject,
  type Reader,
  type Writer,
} from '@dragoman/store'
import type { StoreRead } from '../../../sync/source-files.ts'
import { unsentTexts } from './branch-texts.ts'
import { type PreparedTexts, prepareTexts } from './texts-in-files.ts'

export type UnsentQuestion = {
  readonly projectId: number
  /** Only the translation branches of this source; absent: all of the project. */
  readonly sourceId?: number
  /** Only texts in this language; absent: in all. */
  readonly language?: string
  /** What happens to them, as the person has answered; absent: they have not been asked. */
  readonly answer?: UnsentAnswer
}

/** What the files of translation branches have, by project of the branch. */
export type PreparedBranches = ReadonlyMap<number, PreparedTexts>

/**
 * Called before something that would remove translation branches too, or a language of them. Throws `unsent-texts` with
 * the branches that have texts that were not sent, or comments or suggestions: these do not count if the project or a
 * language is removed, which loses its own as well. If they are to be discarded, it throws only if a branch has more
 * than the person has seen. Returns what `lockNothingUnsent` needs.
 */
export async function requireNothingUnsent(
  read: StoreRead,
  question: UnsentQuestion,
): Promise<PreparedBranches> {
  const prepared = new Map<number, PreparedTexts>()
  if (seenBy(question) === 'all') return prepared
  for (const row of await read((r) => branchesOf(r, question)))
    prepared.set(row.projectId, await prepareTexts(read, row))
  await read((r) => refuseUnsent(r, question, prepared))
  return prepared
}

/** Does the same, and prevents writes into them until the transaction ends. */
export async function lockNothingUnsent(
  w: Writer,
  question: UnsentQuestion,
  prepared: PreparedBranches,
): Promise<void> {
  if (seenBy(question) === 'all') return
  // The project first, like a merge, so that neither waits for the other.
  await lockProject(w, question.projectId)
  for (const { projectId } of await listBranches(w, question.projectId)) await lockProject(w, projectId)
  await refuseUnsent(w, question, prepared)
}

async function refuseUnsent(r: Reader, question: UnsentQuestion, prepared: PreparedBranches): Promise<void> {
  const seen = seenBy(question)
  if (seen === 'all') return
  const branches = await branchesWithUnsent(r, question, prepared)
  if (branches.some((branch) => hasMore(branch, seen.get(branch.slug)))) throw unsentFailure(branches)
}

async function branchesOf(r: Reader, { projectId, sourceId }: UnsentQuestion): Promise<readonly BranchRow[]> {
  const all = await listBranches(r, projectId)
  return sourceId === undefined ? all : all.filter((row) => row.intoSourceId === sourceId)
}

/** What a person has seen that a translation branch would lose. */
export type SeenOfBranch = { readonly unsent: number; readonly discussions: number }

/** Called before a translation branch is discarded. Throws `unsent-texts` if it has more than the person has seen. */
export async function requireNothingMore(
  r: Reader,
  row: BranchRow,
  { seen, prepared }: { readonly seen: SeenOfBranch; readonly prepared: PreparedTexts | undefined },
): Promise<void> {
  const texts = (await unsentTexts(r, row, prepared)).length
  const discussions = await countDiscussions(r, row)
  const found = { slug: row.slug, branch: row.branch, texts, discussions }
  if (hasMore(found, { texts: seen.unsent, discussions: seen.discussions })) throw unsentFailure([found])
}

/** Returns what the person has seen of each branch that they discard; `all`: they discard everything. */
function seenBy({ answer = {} }: UnsentQuestion): 'all' | ReadonlyMap<string, UnsentOfBranch> {
  if (answer.unsent !== 'discard') return new Map()
  return answer.seen === undefined
    ? 'all'
    : new Map(readSeen(answer.seen).map((branch) => [branch.slug, branch]))
}

type UnsentOfNamedBranch = UnsentOfBranch & { readonly branch: string }
type Counts = Pick<UnsentOfBranch, 'texts' | 'discussions'>

function hasMore(found: Counts, seen: Counts = { texts: 0, discussions: 0 }): boolean {
  return found.texts > seen.texts || found.discussions > seen.discussions
}

async function branchesWithUnsent(
  r: Reader,
  question: UnsentQuestion,
  prepared: PreparedBranches,
): Promise<readonly UnsentOfNamedBranch[]> {
  const { sourceId, language } = question
  const branches: UnsentOfNamedBranch[] = []
  for (const row of await branchesOf(r, question)) {
    const unsent = await unsentTexts(r, row, prepared.get(row.projectId))
    const texts = unsent.filter((text) => language === undefined || text.language === language).length
    const discussions = sourceId === undefined ? 0 : await countDiscussions(r, row)
    if (texts + discussions > 0) branches.push({ slug: row.slug, branch: row.branch, texts, discussions })
  }
  return branches
}

function unsentFailure(branches: readonly UnsentOfNamedBranch[]): Failure {
  const named = branches
    .map(({ branch, texts, discussions }) => `${branch} (${texts + discussions})`)
    .join(', ')
  return new Failure('unsent-texts', { branches: named }, { current: { branches: [...branches] } })
}
