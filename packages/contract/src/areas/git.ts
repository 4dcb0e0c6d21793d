import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import { idSchema, projectParams } from '../schemas.ts'
import {
  branchSchema,
  connectBodySchema,
  forgeInputSchema,
  gitModeSchema,
  gitSettingsSchema,
  gitSignInSchema,
  lookBodySchema,
  newKeyInputSchema,
  oneLine,
  placeInputSchema,
  repositorySchema,
} from './git-input.ts'
import {
  checkSchema,
  foundHostKeySchema,
  gitStateSchema,
  lookSchema,
  newGitKeySchema,
  placeSchema,
  problemSchema,
  waitingFileSchema,
} from './git-replies.ts'
import { jobSchema } from './jobs.ts'
import { sourceSchema } from './sources.ts'

/** Repositories as sources of files: connecting one, pulling and pushing. */

const sourceParams = projectParams.extend({ source: idSchema })

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
      /**
       * The repository as the caller has seen it; any other is refused with `stale-setting`. Required with `signIn`,
       * `signingKey` and `forge.token`, which are for this repository only.
       */
      repository: repositorySchema.optional(),
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
