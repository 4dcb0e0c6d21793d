import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import {
  doneSchema,
  formsSchema,
  keyNameSchema,
  languageSchema,
  namespaceSchema,
  newFormsSchema,
  newNamespaceSchema,
  pathSchema,
  pluralSchema,
  projectParams,
  stateSchema,
  versionSchema,
} from '../schemas.ts'

const stateOfTextsSchema = z.object({
  /**
   * Another project that gets the same name later has another one, and so has the same project after the server was
   * restored from a backup. Not sent by older versions.
   */
  identity: z.string().optional(),
  sourceLanguage: z.string(),
  syntax: z.string(),
  languages: z.array(z.string()),
  /**
   * The operation that added each language, 0 for those of the start; with another one, the language was removed and
   * added again since. Not sent by older versions.
   */
  added: z.array(z.object({ language: z.string(), operationId: z.number() })).optional(),
  /**
   * One for every namespace in every language; the mark is unchanged as long as none of its texts was
   * written.
   */
  texts: z.array(z.object({ language: z.string(), namespace: z.string(), mark: z.string() })),
})
export type StateOfTexts = z.output<typeof stateOfTextsSchema>

const namespaceTextsSchema = z.object({
  keys: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      plural: pluralSchema,
      path: z.array(z.union([z.string(), z.number()])),
      description: z.string(),
      maxLength: z.number().nullable(),
      /** See `syntax` of a key. */
      syntax: z.string().nullable().optional(),
      /**
       * The names that it had before in the namespace, newest first; absent: none. A file can still have it under one
       * of them.
       */
      formerNames: z.array(z.string()).optional(),
      version: z.number(),
    }),
  ),
  /** One for each requested language that exists; its rows are in the order of the keys. */
  texts: z.array(
    z.object({
      language: z.string(),
      mark: z.string(),
      rows: z.array(z.object({ forms: formsSchema, state: stateSchema, version: z.number() })),
    }),
  ),
})
export type NamespaceTextsReply = z.output<typeof namespaceTextsSchema>

const textSchema = z.object({
  forms: newFormsSchema,
  state: z.enum(['draft', 'translated', 'reviewed']).optional(),
})
const keyIdSchema = z.number().int().positive()

/** Null: no limit. */
const maxLengthSchema = z.number().int().min(1).max(LIMITS.formMax).nullable()

/** The placeholder syntax that a file names for a key; an unknown one is ignored. */
const keySyntaxSchema = z.string().max(40)

const pushedChangeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('translate'),
    keyId: keyIdSchema,
    language: languageSchema,
    ...textSchema.shape,
    baseVersion: versionSchema,
  }),
  z.object({
    kind: z.literal('add-key'),
    namespace: newNamespaceSchema,
    name: keyNameSchema,
    plural: pluralSchema,
    path: pathSchema,
    description: z.string().max(LIMITS.descriptionMax).optional(),
    maxLength: maxLengthSchema.optional(),
    syntax: keySyntaxSchema.nullable().optional(),
    /** Key that the new one is inserted after; null: first of its namespace; absent: last. */
    after: keyIdSchema.nullable().optional(),
    texts: z.record(languageSchema, textSchema),
  }),
  z.object({
    kind: z.literal('edit-key'),
    keyId: keyIdSchema,
    fields: z.object({
      /** A renamed key needs its new path too. */
      name: keyNameSchema.optional(),
      path: pathSchema.optional(),
      description: z.string().max(LIMITS.descriptionMax).optional(),
      maxLength: maxLengthSchema.optional(),
      syntax: keySyntaxSchema.nullable().optional(),
    }),
    /** As for `keys.update`. */
    keepOldName: z.boolean().optional(),
    baseVersion: versionSchema,
  }),
  z.object({
    kind: z.literal('remove-key'),
    keyId: keyIdSchema,
    /** The newest version of the key and all its texts that the caller has seen. */
    baseVersion: versionSchema,
  }),
])
export type PushedChange = z.output<typeof pushedChangeSchema>

const refusedChangeSchema = z.object({
  /** Index of the change in the request. */
  change: z.number(),
  code: z.enum(['stale-edit', 'already-exists', 'not-allowed', 'not-found', 'gone']),
  /** Only the text in this language was left out: the project does not have it, and the caller cannot add it. */
  language: languageSchema.optional(),
})
export type RefusedChange = z.output<typeof refusedChangeSchema>

const notApprovedSchema = z.object({
  /** Index of the change in the request. */
  change: z.number(),
  language: languageSchema,
})
export type NotApprovedText = z.output<typeof notApprovedSchema>

export const texts = {
  state: route({
    method: 'GET',
    path: '/projects/:project/texts',
    action: 'files.read',
    summary: 'List the namespaces and languages, each with a mark that changes with any of its texts',
    params: projectParams,
    reply: stateOfTextsSchema,
  }),
  ofNamespace: route({
    method: 'GET',
    path: '/projects/:project/texts/namespace',
    action: 'files.read',
    summary: 'Get all texts of a namespace in some languages, with their versions',
    params: projectParams,
    query: z.object({
      namespace: namespaceSchema,
      /** Comma-separated language codes. */
      languages: z.string().max(10_000),
    }),
    reply: namespaceTextsSchema,
  }),
  push: route({
    method: 'POST',
    path: '/projects/:project/texts',
    action: 'files.import',
    summary:
      'Write texts of files to the project, each against the version it is based on, as one operation; what cannot be written is left out and listed',
    params: projectParams,
    body: z.object({
      /** Their origin, as shown in the activity. */
      origin: z.string().min(1).max(500),
      /** Languages to add if the project does not have them. */
      languages: z.array(languageSchema).max(LIMITS.limitedToMax).default([]),
      /** Message syntax of the files, for a project without texts. */
      syntax: z.string().max(40).optional(),
      changes: z.array(pushedChangeSchema).max(LIMITS.bulkKeysMax),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: doneSchema.extend({
      refused: z.array(refusedChangeSchema),
      /** Texts sent as *reviewed* in which a check finds an error: they are written as *translated*. */
      notApproved: z.array(notApprovedSchema),
    }),
  }),
}
