import { z } from 'zod'
import { route } from '../route.ts'
import { idSchema, languageSchema, projectParams, timeSchema } from '../schemas.ts'
import { unsentAnswerSchema } from '../unsent-answer.ts'
import { jobSchema } from './jobs.ts'

const sourceParams = projectParams.extend({ source: idSchema })

export const sourceSchema = z.object({
  id: z.number(),
  kind: z.enum(['folder', 'git']),
  /** Only for folders. */
  folder: z.string().nullable(),
  /** Only for repositories. */
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  pattern: z.string(),
  format: z.string(),
  writable: z.boolean(),
  watching: z.boolean(),
  createdAt: timeSchema,
})
export type SourceReply = z.output<typeof sourceSchema>

export const detectionSchema = z.object({
  pattern: z.string(),
  format: z.string(),
  /** Ids of all formats that could read the files, the most likely first. */
  formats: z.array(z.string()),
  /** Code of the reason for the format. */
  formatReason: z.string(),
  sourceLanguage: z.string(),
  /** Folder of the files; it distinguishes the projects of one folder, also in their names. */
  place: z.string(),
  /** True: a project is already connected to these files. */
  isConnected: z.boolean(),
  /** The detected layout of the files; `configured`: it is set in the folder's `dragoman.json`. */
  reason: z.string(),
  files: z.array(z.object({ path: z.string(), language: z.string(), namespace: z.string() })),
  fileCount: z.number(),
  /** Files next to these that are not read, with the code of the reason. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  skippedCount: z.number(),
  /** What detection was not certain of: two nearly equal choices, of which the detection has the first one. */
  doubts: z.array(
    z.object({
      kind: z.enum(['format', 'source-language', 'pattern']),
      choices: z.tuple([z.string(), z.string()]),
    }),
  ),
})
export type DetectionReply = z.output<typeof detectionSchema>

/** A person's choice from the detected files of a folder. */
export const folderChoiceSchema = z.object({
  pattern: z.string().max(500).optional(),
  /** One of the detected `formats`. */
  format: z.string().max(50).optional(),
  /** Writes the choice into the folder's `dragoman.json`. */
  remember: z.boolean().optional(),
  /** Imports the existing translations as reviewed, unless they fail a check. */
  countAsReviewed: z.boolean().optional(),
})

export const sources = {
  inspect: route({
    method: 'POST',
    path: '/sources/inspect',
    action: 'projects.create',
    summary: 'Get the locale files in a folder on the server',
    body: z.object({ folder: z.string().min(1).max(4096) }),
    reply: z.object({ folder: z.string(), candidates: z.array(detectionSchema) }),
  }),
  list: route({
    method: 'GET',
    path: '/projects/:project/sources',
    action: 'files.read',
    summary: 'List the file sources of the project',
    params: projectParams,
    reply: z.object({ sources: z.array(sourceSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/sources',
    action: 'sources.manage',
    by: 'person',
    summary: 'Connect a folder on the server; a background job reads its files',
    params: projectParams,
    body: folderChoiceSchema.extend({
      folder: z.string().min(1).max(4096),
      sourceLanguage: languageSchema.optional(),
    }),
    reply: sourceSchema.extend({ job: jobSchema }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/sources/:source',
    action: 'sources.manage',
    summary: 'Disconnect a folder or repository; neither its files nor the strings change',
    params: sourceParams,
    /** Its translation branches are removed too: unsent texts, comments and suggestions count. */
    query: unsentAnswerSchema,
    reply: z.object({}),
  }),
  sync: route({
    method: 'POST',
    path: '/projects/:project/sources/:source/sync',
    action: 'files.sync',
    summary: 'Compare folder and catalog now',
    params: sourceParams,
    reply: z.object({ changed: z.number() }),
  }),
}
