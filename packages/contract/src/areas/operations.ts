import { z } from 'zod'
import { route } from '../route.ts'
import {
  actorSchema,
  doneSchema,
  idSchema,
  languageSchema,
  operationSchema,
  pageQuery,
  projectParams,
  undoPlanSchema,
} from '../schemas.ts'

const operationParams = projectParams.extend({ operation: idSchema })

const filterQuery = {
  /** Id of an actor, or the name of one that has none. */
  actor: z.string().optional(),
  kind: operationSchema.shape.kind.optional(),
  language: languageSchema.optional(),
}

export const operations = {
  list: route({
    method: 'GET',
    path: '/projects/:project/operations',
    action: 'history.read',
    summary: 'Activity, newest first',
    params: projectParams,
    query: z.object({ ...pageQuery, ...filterQuery }),
    reply: z.object({ operations: z.array(operationSchema), next: z.string().nullable() }),
  }),
  groups: route({
    method: 'GET',
    path: '/projects/:project/operations/groups',
    action: 'history.read',
    summary: 'Activity, newest first, a person’s saves in one language that follow one another as one group',
    params: projectParams,
    query: z.object({ ...pageQuery, ...filterQuery }),
    reply: z.object({
      /** Newest first within a group; groups are never empty. */
      groups: z.array(z.array(operationSchema).min(1)),
      /** Everybody who has done something in the project. */
      actors: z.array(actorSchema),
      next: z.string().nullable(),
    }),
  }),
  undoMany: route({
    method: 'POST',
    path: '/projects/:project/operations/undo',
    action: 'operations.undo',
    summary:
      'Undo several operations, newest first; 409 changed-since for the first that was changed again, and then none is undone',
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
    summary: 'One operation and what an undo of it would do',
    params: operationParams,
    reply: z.object({ operation: operationSchema, undo: undoPlanSchema }),
  }),
  undo: route({
    method: 'POST',
    path: '/projects/:project/operations/:operation/undo',
    action: 'operations.undo',
    summary:
      'Undo; 409 changed-since carries the list of what was changed again, unless told to keep the newer',
    params: operationParams,
    body: z.object({ keepNewer: z.boolean().default(false) }),
    reply: doneSchema,
  }),
}
