import { CODE_USE_KINDS, isPermalink, LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import { actorSchema, keyIdSchema, projectParams } from '../schemas.ts'

/** Namespaces as code names them; a project cannot have all of them. */
const namespacesSchema = z.array(z.string().max(LIMITS.codeNamespaceMax)).max(LIMITS.codeNamespacesMax)
const placeSchema = z.number().int().min(1).max(10_000_000)

/** See `CodeUse` of core. */
const useSchema = z.object({
  line: placeSchema,
  column: placeSchema,
  kind: z.enum(CODE_USE_KINDS).default('key'),
  key: z.string().max(LIMITS.keyNameMax),
  /** Namespaces in which the app searches; empty: its default; null: any. */
  namespaces: namespacesSchema.nullable().default([]),
  hasContext: z.boolean().default(false),
  isOptional: z.boolean().default(false),
})

const codeUsesBodySchema = z
  .object({
    /** Id of the scanned commit. */
    revision: z.string().regex(/^[0-9a-zA-Z._-]{1,64}$/),
    /** URL of a line of a file, with `{commit}`, `{path}` and `{line}` in it. */
    permalink: z
      .string()
      .max(LIMITS.webAddressMax)
      .refine(isPermalink, 'not-a-permalink')
      .nullable()
      .default(null),
    defaultNamespaces: namespacesSchema.nullable().default(null),
    fallbackNamespaces: namespacesSchema.default([]),
    /** How many files were read, including those without uses. */
    filesRead: z.number().int().min(0),
    files: z
      .array(z.object({ path: z.string().min(1).max(LIMITS.codePathMax), uses: z.array(useSchema) }))
      .max(LIMITS.codeUsesMax),
  })
  .refine(
    ({ files }) => files.reduce((sum, { uses }) => sum + uses.length, 0) <= LIMITS.codeUsesMax,
    'too-many-uses',
  )
export type CodeUsesBody = z.output<typeof codeUsesBodySchema>

const scanSchema = z.object({
  revision: z.string(),
  at: z.string(),
  by: actorSchema,
  filesRead: z.number(),
})

const shownLocationSchema = z.object({
  path: z.string(),
  line: z.number(),
  column: z.number(),
  /** URL of the line at the commit; null if the scan did not provide a template. */
  url: z.string().nullable(),
})

const keyUsesSchema = z.object({
  /** Null: no code was scanned. */
  scan: scanSchema.nullable(),
  /** `prefix`: the use refers to keys with this prefix. */
  uses: z.array(shownLocationSchema.extend({ kind: z.enum(['key', 'prefix']), key: z.string() })),
  total: z.number(),
})
export type KeyUsesReply = z.output<typeof keyUsesSchema>

const codeUsesSchema = z.object({
  scan: scanSchema.nullable(),
  uses: z.number(),
  /** Keys without any use; `is:unused` finds them. */
  unused: z.number(),
  /** Keys that the code uses and the project does not have, each with its first use; at most 500. */
  missing: z.array(shownLocationSchema.extend({ key: z.string(), namespace: z.string().nullable() })),
  missingTotal: z.number(),
})
export type CodeUsesReply = z.output<typeof codeUsesSchema>

export const codeUses = {
  get: route({
    method: 'GET',
    path: '/projects/:project/code-uses',
    action: 'files.read',
    summary: 'Get what the code of the app uses, as of the last scan: unused and missing keys',
    params: projectParams,
    reply: codeUsesSchema,
  }),
  ofKey: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/code-uses',
    action: 'files.read',
    summary: 'List the places in the code that use a key, 50 at most',
    params: projectParams.extend({ key: keyIdSchema }),
    reply: keyUsesSchema,
  }),
  replace: route({
    method: 'PUT',
    path: '/projects/:project/code-uses',
    action: 'files.import',
    summary:
      'Report which keys the code of a commit uses, replacing the previous report (dragoman scan --send)',
    params: projectParams,
    body: codeUsesBodySchema,
    bodyLimit: LIST_BODY_BYTES,
    reply: z.object({ uses: z.number(), unused: z.number(), missing: z.number() }),
  }),
}
