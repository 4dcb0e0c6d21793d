import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import { idSchema, languageSchema, projectParams, timeSchema } from '../schemas.ts'
import { jobSchema } from './jobs.ts'
import { detectionSchema, folderChoiceSchema, sourceSchema } from './sources.ts'

/** Repositories as sources of files: connecting one, pulling and pushing. */

const sourceParams = projectParams.extend({ source: idSchema })

/** A URL as people paste it: `https://host/path`, `ssh://user@host/path` or `user@host:path`. */
export const repositorySchema = z.string().min(1).max(1000)

/** A branch name that is valid in Git, and that Git cannot read as an option or as several names. */
export const branchSchema = z
  .string()
  .min(1)
  .max(200)
  .refine(isBranchName, { params: { code: 'branch-name' } })

function isBranchName(name: string): boolean {
  if (name === '@' || name === 'HEAD' || /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\//.test(name))
    return false
  if (name.startsWith('-') || name.startsWith('/') || name.endsWith('/') || name.endsWith('.')) return false
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}

/** Text that Git passes line by line. */
const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/)

const hostKeySchema = z.object({
  type: z.string().regex(/^[a-z0-9][a-z0-9@.-]{0,63}$/),
  /** Base64, as in `known_hosts`. */
  key: z
    .string()
    .max(4000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
})

/** Both halves of a new key, encrypted. */
const newKeyInputSchema = z.string().min(1).max(4000)

export const gitSignInSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** A token is used as a password; most forges accept it with any user name. */
  z.object({
    kind: z.literal('password'),
    user: oneLine(200),
    password: oneLine(4000).min(1),
  }),
  /**
   * A new key, as `createKey` returned it, or null for the key that the source has; and the host keys that a
   * person has confirmed.
   */
  z.object({
    kind: z.literal('deploy-key'),
    key: newKeyInputSchema.nullable(),
    hostKeys: z.array(hostKeySchema).min(1).max(20),
  }),
  /** A GitHub App that is installed for the repository; it also opens pull requests. */
  z.object({
    kind: z.literal('github-app'),
    /** Its id or its client id. */
    appId: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/),
    /** Null: the installation of the repository is requested from GitHub. */
    installation: z.number().int().positive().nullable(),
    /** The file downloaded from GitHub: PEM. */
    privateKey: z.string().min(1).max(20_000),
    /** Where users open GitHub, if that is not the host of the repository. */
    origin: z.string().url().max(500).nullable().optional(),
  }),
])
export type GitSignInInput = z.output<typeof gitSignInSchema>

export const gitModeSchema = z.enum(['push', 'pull-request', 'by-hand', 'read-only'])

export const gitSettingsSchema = z.object({
  /** Changes are sent when no one has changed anything for this long, and after a day at the latest. */
  quietMinutes: z.number().int().min(0).max(1440),
  /** One commit per person and language, or one for all with co-authors. */
  commitsBy: z.enum(['person', 'all']),
  signOff: z.boolean(),
  /** Sign commits with the deploy key, or with `signingKey`. */
  signCommits: z.boolean(),
  skipCi: z.boolean(),
  /** First line of commits; null: the default. */
  message: oneLine(200).min(1).nullable(),
  pullRequestBranch: branchSchema,
  /** Which branches become translation branches automatically, if they change texts; absent: only by hand. */
  openBranches: z
    .discriminatedUnion('by', [
      z.object({ by: z.enum(['hand', 'pull-requests']) }),
      /** Names of branches; `*` matches any characters. */
      z.object({ by: z.literal('pattern'), pattern: oneLine(200).min(1) }),
    ])
    .optional(),
})

const forgeKindSchema = z.enum(['github', 'gitlab', 'gitea', 'none'])

/** `token`: a new one; null removes it, absent keeps it. */
const forgeInputSchema = z.object({
  kind: forgeKindSchema,
  origin: z.string().url().max(500).nullable(),
  token: oneLine(4000).min(1).nullable().optional(),
})
export type GitForgeInput = z.output<typeof forgeInputSchema>

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
      reason: z.enum(['link', 'submodule', 'lfs-pointer', 'unusable-name']),
    }),
  ),
  leftOutCount: z.number(),
  /** False: there were too many files to scan in time; another pattern can still be entered. */
  isWhole: z.boolean(),
})

export type GitLookReply = z.output<typeof lookSchema>

const problemSchema = z.object({
  code: z.string(),
  at: timeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
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

const waitingFileSchema = z.object({
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

/** Where a connected source moves to. */
const placeInputSchema = z.object({
  repository: repositorySchema,
  /** Absent: the stored credentials, for the same repository, or a deploy key on the same server. */
  signIn: gitSignInSchema.optional(),
})

const placeSchema = z.object({
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

const checkSchema = z.object({
  name: z.string(),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'skipped']),
  /** How long it took; null: it is still running, or the forge does not report it. */
  seconds: z.number().nullable(),
  url: z.string().nullable(),
})

/** A branch to scan. */
export const lookBodySchema = z.object({
  repository: repositorySchema,
  /** Null: the default branch. */
  branch: branchSchema.nullable(),
  signIn: gitSignInSchema,
})

/** A branch to connect, and how texts are sent. */
export const connectBodySchema = folderChoiceSchema.omit({ remember: true }).extend({
  repository: repositorySchema,
  branch: branchSchema,
  signIn: gitSignInSchema,
  sourceLanguage: languageSchema.optional(),
  mode: gitModeSchema,
  settings: gitSettingsSchema.partial().optional(),
  forge: forgeInputSchema.optional(),
})
export type GitConnectInput = z.output<typeof connectBodySchema>

export const git = {
  createKey: route({
    method: 'POST',
    path: '/projects/:project/git/keys',
    action: 'sources.manage',
    by: 'person',
    summary: 'Create a deploy key; it is stored once a source uses it',
    params: projectParams,
    reply: newGitKeySchema,
  }),
  hostKeys: route({
    method: 'POST',
    path: '/projects/:project/git/host-keys',
    action: 'sources.manage',
    summary: 'Get the host keys of the server of an SSH address, to be confirmed',
    params: projectParams,
    body: z.object({ repository: repositorySchema }),
    reply: z.object({ host: z.string(), keys: z.array(foundHostKeySchema) }),
  }),
  look: route({
    method: 'POST',
    path: '/projects/:project/git/look',
    action: 'sources.manage',
    summary: 'Get the branches of a repository, and which locale files a branch has',
    params: projectParams,
    body: lookBodySchema,
    bodyLimit: NAMES_BODY_BYTES,
    reply: lookSchema,
  }),
  connect: route({
    method: 'POST',
    path: '/projects/:project/git/sources',
    action: 'sources.manage',
    by: 'person',
    summary: 'Connect a branch of a repository; a background job reads its files',
    params: projectParams,
    body: connectBodySchema,
    bodyLimit: NAMES_BODY_BYTES,
    reply: sourceSchema.extend({ job: jobSchema }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/sources/:source/git',
    action: 'files.read',
    summary: 'Get a connected branch: what was received, what is waiting, what was sent, and problems',
    params: sourceParams,
    query: z.object({ history: z.coerce.number().int().min(1).max(200).default(20) }),
    reply: gitStateSchema,
  }),
  waiting: route({
    method: 'GET',
    path: '/projects/:project/sources/:source/git/waiting',
    action: 'files.read',
    summary: 'List the files waiting to be sent, with their differences',
    params: sourceParams,
    query: z.object({ files: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({
      files: z.array(waitingFileSchema),
      /** All of them, including those that `files` has no room for. */
      paths: z.array(z.object({ path: z.string(), isSent: z.boolean() })),
    }),
  }),
  checks: route({
    method: 'GET',
    path: '/projects/:project/sources/:source/git/checks',
    action: 'files.read',
    summary: 'Get the checks of the open pull request from its forge',
    params: sourceParams,
    reply: z.object({ checks: z.array(checkSchema) }),
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project/sources/:source/git',
    action: 'sources.manage',
    by: 'person',
    summary: 'Change how texts are sent or how Dragoman signs in, or pause',
    params: sourceParams,
    body: z.object({
      mode: gitModeSchema.optional(),
      settings: gitSettingsSchema.partial().optional(),
      isPaused: z.boolean().optional(),
      /** A new key, as `createKey` returned it, to sign commits if no deploy key is used. */
      signingKey: newKeyInputSchema.optional(),
      signIn: gitSignInSchema.optional(),
      forge: forgeInputSchema.optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: gitStateSchema,
  }),
  inspectLocation: route({
    method: 'POST',
    path: '/projects/:project/sources/:source/git/place/inspect',
    action: 'sources.manage',
    summary: 'Compare the files of a source with those of another repository or branch',
    params: sourceParams,
    /** Branch null: the default branch. */
    body: placeInputSchema.extend({ branch: branchSchema.nullable() }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: placeSchema,
  }),
  move: route({
    method: 'PUT',
    path: '/projects/:project/sources/:source/git/place',
    action: 'sources.manage',
    by: 'person',
    summary: 'Move a source to another repository or branch; files are merged, unsent texts are kept',
    params: sourceParams,
    body: placeInputSchema.extend({
      branch: branchSchema,
      /** Absent: the same forge; its token is kept if the repository is the same. */
      forge: forgeInputSchema.optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: gitStateSchema,
  }),
  send: route({
    method: 'POST',
    path: '/projects/:project/sources/:source/git/send',
    action: 'files.sync',
    summary: 'Send waiting changes now',
    params: sourceParams,
    reply: gitStateSchema,
  }),
  test: route({
    method: 'POST',
    path: '/projects/:project/sources/:source/git/test',
    action: 'sources.manage',
    summary: 'Test whether the repository can be read and written with the stored credentials',
    params: sourceParams,
    reply: z.object({
      canRead: z.boolean(),
      canWrite: z.boolean(),
      /** The problem of the first attempt that failed. */
      problem: problemSchema.omit({ at: true }).nullable(),
    }),
  }),
  setWebhookSecret: route({
    method: 'PUT',
    path: '/projects/:project/sources/:source/git/webhook-secret',
    action: 'sources.manage',
    by: 'person',
    summary: 'Set the webhook secret of the repository, such as a signing token that GitLab has created',
    params: sourceParams,
    body: z.object({ secret: oneLine(500).min(16) }),
    reply: z.object({ address: z.string() }),
  }),
  webhookSecret: route({
    method: 'POST',
    path: '/projects/:project/sources/:source/git/webhook-secret',
    action: 'sources.manage',
    by: 'person',
    summary: 'Create or replace the webhook secret of the repository; it is shown once',
    params: sourceParams,
    reply: z.object({ address: z.string(), secret: z.string() }),
  }),
}
