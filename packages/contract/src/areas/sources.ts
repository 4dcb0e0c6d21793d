import { z } from 'zod'
import { route } from '../route.ts'
import { idSchema, languageSchema, projectParams, timeSchema } from '../schemas.ts'
import { jobSchema } from './jobs.ts'

const sourceParams = projectParams.extend({ source: idSchema })

export const sourceSchema = z.object({
  id: z.number(),
  kind: z.enum(['folder']),
  folder: z.string(),
  pattern: z.string(),
  format: z.string(),
  writable: z.boolean(),
  watching: z.boolean(),
  createdAt: timeSchema,
})
export type SourceReply = z.output<typeof sourceSchema>

const detectionSchema = z.object({
  pattern: z.string(),
  format: z.string(),
  /** Ids of all formats that could read the files, the likeliest first. */
  formats: z.array(z.string()),
  /** Code of what speaks for the format. */
  formatReason: z.string(),
  sourceLanguage: z.string(),
  /** Where the files lie: what tells the projects of one folder apart, in their names too. */
  place: z.string(),
  /** Whether a project has these files already. */
  isConnected: z.boolean(),
  /** How the files lie; `configured`: the folder's `dragoman.json` says it. */
  reason: z.string(),
  files: z.array(z.object({ path: z.string(), language: z.string(), namespace: z.string() })),
  fileCount: z.number(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
})
export type DetectionReply = z.output<typeof detectionSchema>

/** What a person chose among what was found in a folder. */
export const folderChoiceSchema = z.object({
  pattern: z.string().max(500).optional(),
  /** One of the detection's `formats`. */
  format: z.string().max(50).optional(),
  /** Writes the choice into the folder's `dragoman.json`. */
  remember: z.boolean().optional(),
})

export const sources = {
  inspect: route({
    method: 'POST',
    path: '/sources/inspect',
    action: 'projects.create',
    summary: 'What locale files a folder of the server holds',
    body: z.object({ folder: z.string().min(1).max(4096) }),
    reply: z.object({ folder: z.string(), candidates: z.array(detectionSchema) }),
  }),
  list: route({
    method: 'GET',
    path: '/projects/:project/sources',
    action: 'files.read',
    summary: 'Where the project’s files live',
    params: projectParams,
    reply: z.object({ sources: z.array(sourceSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/sources',
    action: 'sources.manage',
    summary: 'Connect a folder of the server; a background job reads its files',
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
    summary: 'Disconnect a folder; neither its files nor the strings change',
    params: sourceParams,
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
