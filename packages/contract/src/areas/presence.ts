import { z } from 'zod'
import { route } from '../route.ts'
import { languageSchema, projectParams } from '../schemas.ts'

/** A window's id, made up by the browser: `GET …/events?window=` opens it. */
export const windowSchema = z.string().regex(/^[0-9a-f]{16,64}$/)

/** People who have a project open now. None of it is stored. */
export const presence = {
  move: route({
    method: 'PUT',
    path: '/projects/:project/presence',
    action: 'history.read',
    summary:
      'Say at which string the window of an open event stream is; members of the project see it until the stream ends',
    params: projectParams,
    body: z.object({
      window: windowSchema,
      language: languageSchema.nullable(),
      keyId: z.number().int().positive().nullable(),
    }),
    reply: z.object({}),
  }),
}
