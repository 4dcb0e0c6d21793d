import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import { languageSchema, namespaceSchema, projectParams } from '../schemas.ts'
import { formatIdSchema, importPlanSchema } from './files.ts'
import { failureSchema, jobSchema } from './jobs.ts'

/**
 * A person's choices for an uploaded file whose path and content do not show its language or namespace; or
 * that it is not imported.
 */
const placementSchema = z.object({
  /** Index of the file in the upload. */
  file: z.number().int().min(0),
  language: languageSchema.optional(),
  namespace: namespaceSchema.optional(),
  format: formatIdSchema.optional(),
  leaveOut: z.boolean().optional(),
})
export type ImportPlacement = z.output<typeof placementSchema>

const importChoiceSchema = z.object({
  mode: z.enum(['overwrite', 'fill']).default('overwrite'),
  placements: z.array(placementSchema).max(LIMITS.archiveFilesMax).default([]),
  /** Imports texts as reviewed, unless they fail a check. */
  countAsReviewed: z.boolean().optional(),
})
export type ImportChoice = z.output<typeof importChoiceSchema>

/** One language of a file, and the effect of importing it. */
const plannedPartSchema = importPlanSchema.extend({ file: z.number(), path: z.string() })
export type PlannedPart = z.output<typeof plannedPartSchema>

/** A file that is not imported, and why. */
const plannedFailureSchema = z.object({
  file: z.number(),
  path: z.string(),
  problem: failureSchema,
})
export type PlannedFailure = z.output<typeof plannedFailureSchema>

/** The effect of importing all files together: a key that is new in several of them counts once. */
const uploadPlanSchema = z.object({
  files: z.number(),
  keysAdded: z.number(),
  /** Texts of new keys, and missing texts and plural forms of existing keys. */
  translationsAdded: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  languagesAdded: z.array(z.string()),
  parts: z.array(plannedPartSchema),
  failures: z.array(plannedFailureSchema),
})
export type UploadPlan = z.output<typeof uploadPlanSchema>

const uploadParams = projectParams.extend({ upload: z.string().regex(/^[0-9a-f]{32}$/) })

export const imports = {
  create: route({
    method: 'POST',
    path: '/projects/:project/imports',
    action: 'files.import',
    summary: 'Start an upload of files to import',
    params: projectParams,
    reply: z.object({ upload: z.string() }),
  }),
  upload: route({
    method: 'POST',
    path: '/projects/:project/imports/:upload/files',
    action: 'files.import',
    summary:
      'Add a file to an upload, or all files of a ZIP archive; a file of 32 MiB, an archive of 100 MB at most',
    params: uploadParams,
    query: z.object({ path: z.string().min(1).max(1024) }),
    raw: 'stream',
    bodyLimit: LIMITS.uploadBytesMax,
    reply: z.object({ files: z.number() }),
  }),
  plan: route({
    method: 'POST',
    path: '/projects/:project/imports/:upload/plan',
    action: 'files.import',
    summary: 'Preview the import of the uploaded files; nothing is written',
    params: uploadParams,
    body: importChoiceSchema,
    bodyLimit: LIST_BODY_BYTES,
    reply: uploadPlanSchema,
  }),
  start: route({
    method: 'POST',
    path: '/projects/:project/imports/:upload/start',
    action: 'files.import',
    summary: 'Import the uploaded files in the background, as one operation',
    params: uploadParams,
    body: importChoiceSchema,
    bodyLimit: LIST_BODY_BYTES,
    reply: jobSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/imports/:upload',
    action: 'files.import',
    summary: 'Discard an upload that was not imported',
    params: uploadParams,
    reply: z.object({}),
  }),
}
