import { z } from 'zod'
import { paramsSchema, timeSchema } from '../schemas.ts'
import { forgeKindSchema, gitModeSchema, gitSettingsSchema, hostKeySchema } from './git-input.ts'
import { detectionSchema } from './sources.ts'

/** What is shown of a repository: its branches and files, its state, and what is sent. */

const gitKeySchema = z.object({
  id: z.number(),
  /** In the format of `authorized_keys`, to be added to the repository. */
  publicKey: z.string(),
  fingerprint: z.string(),
  createdAt: timeSchema,
})
export type GitKeyReply = z.output<typeof gitKeySchema>

export const newGitKeySchema = z.object({
  /** Both halves, encrypted: sent back to use the key. It is stored only then. */
  key: z.string(),
  /** In the format of `authorized_keys`, to be added to the repository. */
  publicKey: z.string(),
  fingerprint: z.string(),
})
export type NewGitKeyReply = z.output<typeof newGitKeySchema>

export const foundHostKeySchema = hostKeySchema.extend({
  /** `SHA256:…`, as `ssh` shows it. */
  fingerprint: z.string(),
  /**
   * The forge that has published it; null: the person has to compare it with the server operator's
   * fingerprint.
   */
  publishedBy: z.string().nullable(),
})

export type HostKeyReply = z.output<typeof foundHostKeySchema>

export const lookSchema = z.object({
  /** As stored: the same for different spellings of a URL. */
  repository: z.string(),
  /** Ordered by name: the default branch and some of the others. */
  branches: z.array(z.string()),
  branchCount: z.number(),
  defaultBranch: z.string().nullable(),
  branch: z.string(),
  /** The forge that answers at the host of the repository; null: none, or it is not known there. */
  forge: z.enum(['github', 'gitlab', 'gitea']).nullable(),
  commit: z.string(),
  candidates: z.array(detectionSchema),
  /** Files in the branch. */
  fileCount: z.number(),
  /** Some of the files that cannot be read. */
  leftOut: z.array(
    z.object({
      path: z.string(),
      reason: z.enum(['link', 'submodule', 'lfs-pointer', 'unusable-name', 'generated']),
    }),
  ),
  leftOutCount: z.number(),
  /** False: there were too many files to scan in time; another pattern can still be entered. */
  isWhole: z.boolean(),
})

export type GitLookReply = z.output<typeof lookSchema>

export const problemSchema = z.object({
  code: z.string(),
  at: timeSchema,
  params: paramsSchema,
})

const syncSchema = z.object({
  id: z.number(),
  at: timeSchema,
  kind: z.enum(['in', 'out', 'failed']),
  commit: z.string().nullable(),
  /** The forge's page of the commit; null: plain Git. */
  url: z.string().nullable(),
  texts: z.number(),
  files: z.number(),
  people: z.array(z.object({ name: z.string(), texts: z.number() })),
  /** How many attempts it took to send it. */
  attempts: z.number(),
  note: z.string(),
  problem: problemSchema.nullable(),
})
export type GitSyncReply = z.output<typeof syncSchema>

export const gitStateSchema = z.object({
  id: z.number(),
  repository: z.string(),
  branch: z.string(),
  mode: gitModeSchema,
  settings: gitSettingsSchema,
  isPaused: z.boolean(),
  signIn: z.enum(['none', 'password', 'deploy-key', 'github-app', 'lost']),
  /** The GitHub App used to sign in; null: none. */
  app: z.object({ appId: z.string(), installation: z.number().nullable() }).nullable(),
  forge: z.object({ kind: forgeKindSchema, origin: z.string().nullable(), hasToken: z.boolean() }),
  /** The commit that the files were read from. */
  commit: z.string().nullable(),
  /** When the repository last answered. */
  checkedAt: timeSchema.nullable(),
  lastReceived: syncSchema.nullable(),
  lastSent: syncSchema.nullable(),
  /** Files with changes that the branch does not have yet. */
  waitingFiles: z.number(),
  /** Those of them with changes that were not sent yet; the others are sent and not merged yet. */
  unsentFiles: z.number(),
  /** When they are sent automatically; null: they are only sent manually, or there are none. */
  sendsAt: timeSchema.nullable(),
  problem: problemSchema.nullable(),
  pullRequest: z
    .object({
      number: z.number(),
      url: z.string(),
      title: z.string(),
      state: z.enum(['open', 'merged', 'closed']),
      openedAt: timeSchema,
    })
    .nullable(),
  /** Others have committed to the branch of the pull request, so new commits are added on top of theirs. */
  isRequestBranchShared: z.boolean(),
  deployKey: gitKeySchema.nullable(),
  /** What commits can be signed with: the deploy key, or a key of its own over HTTPS. */
  signingKey: gitKeySchema.nullable(),
  hostKeys: z.array(foundHostKeySchema),
  /** URL that forges notify of pushes; null: no secret was created for it. */
  webhook: z.string().nullable(),
  history: z.array(syncSchema),
})
export type GitStateReply = z.output<typeof gitStateSchema>

const lineSchema = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  /** Line numbers in the branch's file, and in the new one. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  text: z.string(),
  /** The changed parts of the line: pairs of offsets in `text`. */
  marks: z.array(z.tuple([z.number(), z.number()])),
})

export const waitingFileSchema = z.object({
  path: z.string(),
  /** `removed` and `too-large` have no lines. */
  kind: z.enum(['changed', 'added', 'removed', 'too-large']),
  linesAdded: z.number(),
  linesRemoved: z.number(),
  texts: z.number(),
  /** Its changes were sent, and are not merged yet. */
  isSent: z.boolean(),
  /** People who wrote its texts, those with the most texts first. */
  people: z.array(z.object({ id: z.string().nullable(), name: z.string(), texts: z.number() })),
  hunks: z.array(z.object({ lines: z.array(lineSchema) })),
  /** False: not all lines are included. */
  isWhole: z.boolean(),
})
export type WaitingFileReply = z.output<typeof waitingFileSchema>

export const placeSchema = z.object({
  /** As stored: the same for different spellings of a URL. */
  repository: z.string(),
  branches: z.array(z.string()),
  branchCount: z.number(),
  defaultBranch: z.string().nullable(),
  branch: z.string(),
  commit: z.string(),
  /** Number of files, compared with what the source was last synced with. */
  files: z.object({ same: z.number(), changed: z.number(), added: z.number(), missing: z.number() }),
  /** Files with texts that are not in the current branch yet; they are sent to the new one. */
  waitingFiles: z.number(),
})
export type GitLocationReply = z.output<typeof placeSchema>

export const checkSchema = z.object({
  name: z.string(),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'skipped']),
  /** How long it took; null: it is still running, or the forge does not report it. */
  seconds: z.number().nullable(),
  url: z.string().nullable(),
})
