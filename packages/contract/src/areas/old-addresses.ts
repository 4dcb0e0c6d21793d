import { LIMITS, OLD_ADDRESS_SHAPES } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { idSchema, namespaceSchema, projectParams, slugSchema, timeSchema } from '../schemas.ts'

/** URLs that apps used before a project moved to Dragoman, and the channels they lead to. */

const oldAddressSchema = z.object({
  id: z.number(),
  prefix: z.string(),
  shape: z.enum(OLD_ADDRESS_SHAPES),
  /** If the project no longer has this channel, these URLs are not answered. */
  channel: z.string(),
  namespace: z.string().nullable(),
  createdAt: timeSchema,
})
export type OldAddressReply = z.output<typeof oldAddressSchema>

export const oldAddresses = {
  list: route({
    method: 'GET',
    path: '/projects/:project/old-addresses',
    action: 'history.read',
    summary: 'Old addresses of apps that lead to channels of the project',
    params: projectParams,
    reply: z.object({ addresses: z.array(oldAddressSchema), max: z.number() }),
  }),
  add: route({
    method: 'POST',
    path: '/projects/:project/old-addresses',
    action: 'releases.publish',
    summary: 'Answer the addresses that apps were shipped with, with a redirect to a channel',
    params: projectParams,
    body: z.object({
      /** The start of all of them, without the host: `/c8038fbe-7be8-4f96-9692-943b3333185b/latest`. */
      prefix: z.string().max(LIMITS.webAddressMax),
      /**
       * The rest: `locize`: `/{language}/{namespace}`; `tolgee`: `/{language}.json` and
       * `/{namespace}/{language}.json`.
       */
      shape: z.enum(OLD_ADDRESS_SHAPES),
      channel: slugSchema,
      /** Required for `tolgee`: the namespace of files without one in their path. */
      namespace: namespaceSchema.nullable().default(null),
    }),
    reply: oldAddressSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/old-addresses/:address',
    action: 'releases.publish',
    summary: 'Stop answering old addresses; apps that still load them get 404',
    params: projectParams.extend({ address: idSchema }),
    reply: z.object({}),
  }),
}
