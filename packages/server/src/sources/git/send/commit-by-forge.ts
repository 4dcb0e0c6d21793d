import type { Forge } from '../../../forges/forge.ts'
import { ForgeError } from '../../../forges/forge-error.ts'
import { type CommitPerson, plainName } from '../../../git/make-commit.ts'
import type { Mirror } from '../../../git/mirror.ts'
import { asForgeProblem } from '../forge-problem.ts'
import type { CommitDraft } from './compose-commits.ts'
import type { SendTarget } from './send-changes.ts'

export type CommitByForgeRequest = {
  readonly forge: Forge | null
  readonly mirror: Mirror
  readonly target: SendTarget
  /** Everything that waits, in one commit. */
  readonly draft: CommitDraft | undefined
  readonly committer: CommitPerson
}

/**
 * Lets GitHub make and sign the commit if a branch accepts only verified commits. The forge is its author;
 * trailers name the people who wrote the texts. Null if the forge cannot do that, or the commit needs two
 * parents. Throws GitProblemError and GitError.
 */
export async function commitByForge(
  request: CommitByForgeRequest,
): Promise<{ readonly kind: 'made'; readonly commit: string } | { readonly kind: 'moved' } | null> {
  const { forge, mirror, target, draft, committer } = request
  const commitOnBranch = forge?.commitOnBranch ?? null
  if (commitOnBranch === null || draft === undefined || target.merge !== null) return null
  const [headline = '', ...rest] = creditAuthor(draft, committer).split('\n')
  return asForgeProblem(async () => {
    try {
      const commit = await commitOnBranch({
        branch: target.branch,
        from: target.expected,
        parent: target.parent,
        headline,
        body: rest.join('\n').trim(),
        files: draft.files.map(({ path, bytes }) => ({ path, content: bytes })),
        deleted: [],
      })
      await mirror.fetchBranch(target.branch)
      return { kind: 'made', commit }
    } catch (error) {
      if (error instanceof ForgeError && error.code === 'branch-moved') return { kind: 'moved' }
      throw error
    }
  })
}

function creditAuthor({ author, message }: CommitDraft, committer: CommitPerson): string {
  const text = message.trimEnd()
  if (author.email === committer.email) return text
  const trailer = `Co-authored-by: ${plainName(author.name)} <${author.email}>`
  const isTrailer = /^(?:Co-authored-by|Signed-off-by): /.test(text.slice(text.lastIndexOf('\n') + 1))
  return `${text}${isTrailer ? '\n' : '\n\n'}${trailer}`
}
