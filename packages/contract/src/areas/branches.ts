import { z } from 'zod'
import { route } from '../route.ts'
import { idSchema, projectParams, slugSchema, timeSchema } from '../schemas.ts'
import { branchSchema } from './git-input.ts'

/** Translation branches: what a branch of the repository changes, translated before it is merged. */

const branchReplySchema = z.object({
  /** URL name of the branch's own project, used for every call that concerns its texts. */
  slug: z.string(),
  branch: z.string(),
  /** The source of the project whose repository the branch belongs to, and the branch's own source. */
  into: z.number(),
  source: z.number(),
  /** `closed`: finished; texts that were not sent, comments and suggestions are kept until `endsAt`. */
  state: z.enum(['open', 'closed']),
  /**
   * Why it was closed: by a person; the branch was deleted from the repository; its pull request was closed
   * without a merge; it was merged and has texts, comments or suggestions of keys that the project does not have. Null: it is open.
   */
  closeReason: z.enum(['person', 'deleted', 'pull-request', 'merged']).nullable(),
  /** When a closed branch is removed with everything in it; null: it stays until a person decides. */
  endsAt: timeSchema.nullable(),
  /** Number of the newest open pull request that was found; null: none. */
  pullRequest: z.number().nullable(),
  /** Page of the pull request; null: not known, or there is none. */
  pullRequestUrl: z.string().nullable(),
  /** False: its files are being read for the first time. */
  isRead: z.boolean(),
  openedBy: z.string(),
  openedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /**
   * Keys that it adds or changes, their texts in all target languages, and how many of those are
   * untranslated.
   */
  keys: z.number(),
  texts: z.number(),
  untranslated: z.number(),
  /** The same for each target language. */
  languages: z.array(z.object({ tag: z.string(), total: z.number(), untranslated: z.number() })),
  /** Texts written here that its files do not have yet; null: not counted, because the request skips them. */
  unsent: z.number().nullable(),
  /** Threads of comments, open suggestions and rejections. */
  discussions: z.number(),
})
export type BranchReply = z.output<typeof branchReplySchema>

const mergedSchema = z.object({
  /** The operation that can be undone; null: nothing was written. */
  operationId: z.number().nullable(),
  moved: z.number(),
  /** Texts that the project has changed too: both are kept as conflicts. */
  conflicts: z.number(),
  /** Texts of keys that the project does not have; they keep the branch from being removed. */
  left: z.number(),
  /** Threads of comments, open suggestions and rejections that were moved to the keys of the project. */
  discussions: z.number(),
  /** Those of keys that the project does not have; they keep the branch from being removed, too. */
  leftDiscussions: z.number(),
})

export const branches = {
  list: route({
    method: 'GET',
    path: '/projects/:project/branches',
    action: 'files.read',
    summary: 'List the translation branches of a project',
    params: projectParams,
    /** Counting texts that were not sent reads all files of the branches, which takes long in large projects. */
    query: z.object({ unsent: z.enum(['count', 'skip']).default('count') }),
    reply: z.object({
      branches: z.array(branchReplySchema),
      /** Untranslated texts of the project itself. */
      untranslated: z.number(),
    }),
  }),
  ofRepository: route({
    method: 'GET',
    path: '/projects/:project/sources/:source/git/branches',
    action: 'sources.manage',
    summary: 'List the current branches of the repository for which a translation branch can be opened',
    params: projectParams.extend({ source: idSchema }),
    reply: z.object({ branches: z.array(z.string()), branchCount: z.number() }),
  }),
  open: route({
    method: 'POST',
    path: '/projects/:project/branches',
    action: 'sources.manage',
    summary:
      'Open a translation branch for a branch of the repository, or reopen a closed one; its differences are read immediately',
    params: projectParams,
    body: z.object({ source: idSchema, branch: branchSchema }),
    reply: branchReplySchema,
  }),
  close: route({
    method: 'POST',
    path: '/projects/:project/branches/:branch/close',
    action: 'sources.manage',
    summary:
      'Close a translation branch; texts that were not sent, comments and suggestions are moved into the project, or discarded',
    params: projectParams.extend({ branch: slugSchema }),
    body: z.object({
      texts: z.enum(['move', 'discard']),
      /**
       * With `discard`, what the caller has seen of it: the request is refused with `unsent-texts` if the branch has more
       * by now. Without it, everything is discarded.
       */
      seen: z
        .object({ unsent: z.number().int().nonnegative(), discussions: z.number().int().nonnegative() })
        .optional(),
    }),
    reply: mergedSchema,
  }),
}
