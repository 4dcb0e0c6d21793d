import { z } from 'zod'
import { route } from '../route.ts'
import { changePreviewSchema, doneSchema, idSchema, operationSchema, pageQuery, projectParams } from '../schemas.ts'

const operationParams = projectParams.extend({ operation: idSchema })

export const undoPlanSchema = z.object({
  operationId: z.number(),
  changes: z.array(changePreviewSchema),
  total: z.number(),
  newer: z.array(changePreviewSchema),
  newerTotal: z.number(),
})
export type UndoPlanReply = z.output<typeof undoPlanSchema>

export const operations = {
  list: route({
    method: 'GET',
    path: '/projects/:project/operations',
    action: 'project.read',
    summary: 'Activity, newest first',
    params: projectParams,
    query: z.object({ ...pageQuery, author: z.string().optional(), kind: operationSchema.shape.kind.optional() }),
    reply: z.object({ operations: z.array(operationSchema), next: z.string().nullable() }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/operations/:operation',
    action: 'project.read',
    summary: 'One operation and what an undo of it would do',
    params: operationParams,
    reply: z.object({ operation: operationSchema, undo: undoPlanSchema }),
  }),
  undo: route({
    method: 'POST',
    path: '/projects/:project/operations/:operation/undo',
    action: 'operations.undo',
    summary: 'Undo; 409 changed-since carries the list of what was changed again, unless told to keep the newer',
    params: operationParams,
    body: z.object({ keepNewer: z.boolean().default(false) }),
    reply: doneSchema,
  }),
}
