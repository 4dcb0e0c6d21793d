import { z } from 'zod'
import { fieldRule } from '../field-codes.ts'
import { languageSchema } from '../schemas.ts'
import { folderChoiceSchema } from './sources.ts'

/** What people enter for a repository: its address, credentials, settings and forge. */

/** A URL as people paste it: `https://host/path`, `ssh://user@host/path` or `user@host:path`. */
export const repositorySchema = z.string().min(1).max(1000)

/** A branch name that is valid in Git, and that Git cannot read as an option or as several names. */
export const branchSchema = z.string().min(1).max(200).refine(isBranchName, fieldRule('branch-name'))

function isBranchName(name: string): boolean {
  if (name === '@' || name === 'HEAD' || /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\//.test(name))
    return false
  if (name.startsWith('-') || name.startsWith('/') || name.endsWith('/') || name.endsWith('.')) return false
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}

/** Text that Git passes line by line. */
export const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\u0000-\u001f\u007f]*$/)

export const hostKeySchema = z.object({
  type: z.string().regex(/^[a-z0-9][a-z0-9@.-]{0,63}$/),
  /** Base64, as in `known_hosts`. */
  key: z
    .string()
    .max(4000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
})

/** Both halves of a new key, encrypted. */
export const newKeyInputSchema = z.string().min(1).max(4000)

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

export const forgeKindSchema = z.enum(['github', 'gitlab', 'gitea', 'none'])

/** `token`: a new one; null removes it, absent keeps it. */
export const forgeInputSchema = z.object({
  kind: forgeKindSchema,
  origin: z.string().url().max(500).nullable(),
  token: oneLine(4000).min(1).nullable().optional(),
})
export type GitForgeInput = z.output<typeof forgeInputSchema>

/** Where a connected source moves to. */
export const placeInputSchema = z.object({
  repository: repositorySchema,
  /** Absent: the stored credentials, for the same repository, or a deploy key on the same server. */
  signIn: gitSignInSchema.optional(),
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
