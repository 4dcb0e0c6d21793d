import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  idSchema,
  jobDoneSchema,
  languageSchema,
  operationSchema,
  pageQuery,
  projectParams,
  undoPlanSchema,
} from '../schemas.ts'

const operationParams = projectParams.extend({ operation: idSchema })

const filterQuery = {
  /** Id of an actor, or the name of one without id. */
  actor: z.string().optional(),
  kind: operationSchema.shape.kind.optional(),
  language: languageSchema.optional(),
}

export const operations = {
  list: route({
    method: 'GET',
    path: '/projects/:project/operations',
    action: 'history.read',
    summary: 'List the activity, newest first',
    params: projectParams,
    query: z.object({ ...pageQuery, ...filterQuery }),
    reply: z.object({ operations: z.array(operationSchema), next: z.string().nullable() }),
  }),
  groups: route({
    method: 'GET',
    path: '/projects/:project/operations/groups',
    action: 'history.read',
    summary:
      'List the activity, newest first, with consecutive saves of a person in one language as one group',
    params: projectParams,
    query: z.object({ ...pageQuery, ...filterQuery }),
    reply: z.object({
      /** Newest first within a group; groups are never empty. */
      groups: z.array(z.array(operationSchema).min(1)),
      next: z.string().nullable(),
    }),
  }),
  actors: route({
    method: 'GET',
    path: '/projects/:project/operations/actors',
    action: 'history.read',
    summary: 'List everyone who has done something in the project lately, by name',
    params: projectParams,
    reply: z.object({ actors: z.array(actorSchema) }),
  }),
  undoMany: route({
    method: 'POST',
    path: '/projects/:project/operations/undo',
    action: 'operations.undo',
    summary:
      'Undo several operations, newest first; 409 changed-since if one was changed again, and then none is undone',
    params: projectParams,
    body: z.object({
      operations: z.array(z.number().int().positive()).min(1).max(200),
      keepNewer: z.boolean().default(false),
    }),
    reply: z.object({ operations: z.array(operationSchema) }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/operations/:operation',
    action: 'history.read',
    summary: 'Get an operation and what undoing it would do',
    params: operationParams,
    reply: z.object({ operation: operationSchema, undo: undoPlanSchema }),
  }),
  undo: route({
    method: 'POST',
    path: '/projects/:project/operations/:operation/undo',
    action: 'operations.undo',
    summary:
      'Undo an operation; 409 changed-since lists what was changed again, unless newer changes are to be kept',
    params: operationParams,
    body: z.object({ keepNewer: z.boolean().default(false) }),
    reply: jobDoneSchema,
  }),
}
