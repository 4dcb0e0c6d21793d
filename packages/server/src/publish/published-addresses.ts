import { OLD_ADDRESS_SHAPES, type OldAddress } from '@dragoman/core'
import { z } from 'zod'

/** Name of the blob with the old addresses that lead to published channels. */
export const PUBLISHED_ADDRESSES = 'addresses.json'

const schema = z.object({
  addresses: z.array(
    z.object({
      prefix: z.string(),
      shape: z.enum(OLD_ADDRESS_SHAPES),
      project: z.string(),
      channel: z.string(),
      namespace: z.string().nullable(),
    }),
  ),
})

export function writeAddresses(addresses: readonly OldAddress[]): Uint8Array {
  const shown = addresses.map(({ prefix, shape, project, channel, namespace }) => {
    return { prefix, shape, project, channel, namespace }
  })
  return Buffer.from(JSON.stringify({ addresses: shown }))
}

/** Reads addresses by prefix. Throws if invalid, or of a later version. */
export function readAddresses(bytes: Uint8Array): ReadonlyMap<string, OldAddress> {
  const { addresses } = schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  return new Map(addresses.map((address) => [address.prefix, address]))
}
