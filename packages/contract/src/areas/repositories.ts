import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import { languageSchema, nameSchema, slugSchema } from '../schemas.ts'
import { connectBodySchema, lookBodySchema, repositorySchema } from './git-input.ts'
import { foundHostKeySchema, lookSchema, newGitKeySchema } from './git-replies.ts'
import { jobSchema } from './jobs.ts'
import { projectSchema } from './projects.ts'

/** Repositories before there is a project for them. Nothing is stored before the project is created. */

export const repositories = {
  createKey: route({
    method: 'POST',
    path: '/repositories/keys',
    action: 'projects.create',
    by: 'person',
    summary: 'Create a deploy key for a new project; it is stored with the project',
    reply: newGitKeySchema,
  }),
  hostKeys: route({
    method: 'POST',
    path: '/repositories/host-keys',
    action: 'projects.create',
    summary: 'Get the host keys of the server of an SSH address, to be confirmed for a new project',
    body: z.object({ repository: repositorySchema }),
    reply: z.object({ host: z.string(), keys: z.array(foundHostKeySchema) }),
  }),
  look: route({
    method: 'POST',
    path: '/repositories/look',
    action: 'projects.create',
    summary: 'Get the branches of a repository, and which locale files a branch has, for a new project',
    body: lookBodySchema,
    bodyLimit: NAMES_BODY_BYTES,
    reply: lookSchema,
  }),
  createProject: route({
    method: 'POST',
    path: '/repositories/projects',
    action: 'projects.create',
    by: 'person',
    summary: 'Create a project and connect a branch of a repository; a background job reads its files',
    body: connectBodySchema.extend({
      slug: slugSchema,
      name: nameSchema,
      sourceLanguage: languageSchema,
      /**
       * True: anyone can load the translations. Default: apps need a token, and people have to be signed in.
       */
      deliverPublic: z.boolean().optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: projectSchema.extend({ job: jobSchema }),
  }),
}
