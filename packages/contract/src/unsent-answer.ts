import { z } from 'zod'

/**
 * For requests that remove translation branches, or a language of them. Without `discard`, they are refused with
 * `unsent-texts` if the branches have unsent texts, or comments or suggestions that count.
 */
export const unsentAnswerSchema = z.object({
  unsent: z.enum(['keep', 'discard']).optional(),
  /**
   * With `discard`, what the caller has seen of each branch, comma-separated: its URL name, the number of texts and that
   * of comments and suggestions, such as `shop-pay:3:1`. The request is refused with `unsent-texts` if there is more by
   * now. Without it, everything is discarded.
   */
  seen: z.string().max(12_000).optional(),
})
export type UnsentAnswer = z.output<typeof unsentAnswerSchema>

/** What a translation branch would lose. */
export type UnsentOfBranch = {
  readonly slug: string
  readonly texts: number
  readonly discussions: number
}

/** Writes what a person has seen of translation branches as a request sends it. */
export function writeSeen(branches: readonly UnsentOfBranch[]): string {
  return branches.map(({ slug, texts, discussions }) => `${slug}:${texts}:${discussions}`).join(',')
}

/** Reads what a person has seen of translation branches; leaves out what is not written correctly. */
export function readSeen(seen: string): readonly UnsentOfBranch[] {
  return seen.split(',').flatMap((part) => {
    const [, slug, texts, discussions] = /^([^:]+):(\d{1,9}):(\d{1,9})$/.exec(part) ?? []
    return slug === undefined ? [] : [{ slug, texts: Number(texts), discussions: Number(discussions) }]
  })
}
