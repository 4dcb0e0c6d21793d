import { z } from 'zod'

/**
 * The data that browsers and passkeys exchange, as JSON of the WebAuthn standard. The library that verifies
 * it also parses it; these schemas only reject malformed input.
 */

const bytesSchema = z.string().max(20_000)
const extensionsSchema = z.record(z.string(), z.unknown()).default({})
const attachmentSchema = z.enum(['platform', 'cross-platform']).optional().catch(undefined)

export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) })

/** A new passkey. */
export const newPasskeySchema = z.object({
  id: bytesSchema,
  rawId: bytesSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: attachmentSchema,
  clientExtensionResults: extensionsSchema,
  response: z.object({
    clientDataJSON: bytesSchema,
    attestationObject: bytesSchema,
    transports: z.array(z.string().max(50)).max(10).optional(),
  }),
})

/** The response of an existing passkey. */
export const passkeyAnswerSchema = z.object({
  id: bytesSchema,
  rawId: bytesSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: attachmentSchema,
  clientExtensionResults: extensionsSchema,
  response: z.object({
    clientDataJSON: bytesSchema,
    authenticatorData: bytesSchema,
    signature: bytesSchema,
    userHandle: bytesSchema.optional(),
  }),
})
