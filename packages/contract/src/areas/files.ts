import { FORM_NAMES, LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { fileAnswerSchema, LIST_BODY_BYTES, route } from '../route.ts'
import {
  doneSchema,
  formsSchema,
  idSchema,
  issueSchema,
  keyNameSchema,
  languageSchema,
  namespaceSchema,
  pluralSchema,
  projectParams,
  timeSchema,
} from '../schemas.ts'
import { jobSchema } from './jobs.ts'

const fileSchema = z.object({
  id: z.number(),
  /** The source that it belongs to. */
  source: z.number(),
  path: z.string(),
  language: z.string(),
  /** The texts that this part contains, if the file has source texts in addition to translations. */
  side: z.enum(['source', 'target']),
  namespace: z.string(),
  state: z.enum(['in-step', 'writing', 'unreadable', 'unwritable', 'missing']),
  problem: issueSchema.omit({ severity: true }).nullable(),
  /** Saved texts that the file cannot store, with the code of the reason. All others are written. */
  heldBack: z.array(z.object({ keyId: z.number(), name: z.string(), code: z.string() })),
  /** Strings of its language and namespace that have a text; a plural is one string. */
  strings: z.number(),
  conflicts: z.number(),
  syncedAt: timeSchema.nullable(),
})
export type FileReply = z.output<typeof fileSchema>

/**
 * A path in a connected folder that is neither read nor written, and why. `link`: a symbolic link to a file
 * or folder. `other-place`: a file that looks like a locale file but matches no pattern of the project.
 */
export const leftOutSchema = z.object({
  path: z.string(),
  reason: z.enum([
    'link',
    'no-language',
    'unusable-namespace',
    'same-language-twice',
    'other-tool-file',
    'generated',
    'other-content',
    'other-place',
  ]),
})
export type LeftOutReply = z.output<typeof leftOutSchema>

const conflictSchema = z.object({
  id: z.number(),
  fileId: z.number(),
  path: z.string(),
  keyId: z.number().nullable(),
  language: z.string(),
  namespace: z.string(),
  name: z.string(),
  plural: pluralSchema,
  base: formsSchema,
  theirs: formsSchema,
  ours: formsSchema,
  /** Both changes combined, if they do not overlap. */
  merged: formsSchema.nullable(),
  /** The branch that `theirs` is from, a translation branch or that of the pull request; null: the file. */
  branch: z.string().nullable(),
  /** When `theirs` arrived. */
  createdAt: timeSchema,
  /** Who wrote `ours`, and when; null: not known, or it was cleared. */
  oursBy: z.object({ name: z.string(), at: timeSchema }).nullable(),
  /** Differs as soon as `theirs` or the text in the catalog changes. */
  mark: z.string(),
})
export type ConflictReply = z.output<typeof conflictSchema>

export const formatIdSchema = z.string().regex(/^[a-z0-9-]{1,40}$/)

const formatSchema = z.object({
  id: z.string(),
  /** With the dot; the first is the default. */
  extensions: z.array(z.string()),
  /** Texts of one language per file, of two (source and translation), or of any number. */
  languages: z.enum(['one', 'two', 'many']),
})
export type FormatReply = z.output<typeof formatSchema>

/**
 * Something that is lost in a file of another format: for how many keys, and some of them. The client has a
 * sentence for each code.
 */
const fidelitySchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  count: z.number(),
  examples: z.array(z.object({ name: z.string(), form: z.string().optional() })),
})
export type FidelityReply = z.output<typeof fidelitySchema>

const exportSchema = z.object({
  fileName: z.string(),
  format: z.string(),
  /** The languages in the file, in order. */
  languages: z.array(z.string()),
  report: z.array(fidelitySchema),
  size: z.number(),
  /** The file itself, base64; empty in a preview. */
  content: z.string(),
})
export type ExportReply = z.output<typeof exportSchema>

/** Limits of a file on its texts; see `TextLimits` of core. */
const textLimitsSchema = z.object({
  characters: z.enum(['any', 'no-null', 'gettext', 'xml']),
  charset: z.object({ name: z.string(), runs: z.string() }).nullable(),
  maxLength: z.number().nullable(),
  writing: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('any') }),
    z.object({ kind: z.literal('fluent') }),
    z.object({ kind: z.literal('ini'), lines: z.enum(['one', 'several']), isPhp: z.boolean() }),
    z.object({
      kind: z.literal('inline'),
      containers: z.array(z.string()),
      codes: z.array(z.string()),
      prefix: z.string(),
    }),
  ]),
  /** The plural forms that the file defines itself; absent: those of the language. */
  plurals: z.array(z.object({ form: z.enum(FORM_NAMES), numbers: z.string() })).optional(),
})

const fileLimitsSchema = z.object({
  limits: z.array(
    z.object({
      limits: textLimitsSchema,
      files: z.array(z.object({ namespace: z.string(), language: z.string() })),
    }),
  ),
})
export type FileLimitsReply = z.output<typeof fileLimitsSchema>

const importQuery = z.object({
  /** File name or path, for detection of format, language and namespace. */
  name: keyNameSchema,
  language: languageSchema.optional(),
  namespace: namespaceSchema.optional(),
  /** Id of a format; if absent, the format is detected from the name and the first bytes. */
  format: formatIdSchema.optional(),
})

const importSampleSchema = z.object({
  name: z.string(),
  plural: pluralSchema,
  change: z.enum(['added', 'changed', 'kept']),
  now: formsSchema,
  incoming: formsSchema,
  /** The new state of the same words. */
  state: z.enum(['draft', 'translated']).optional(),
})

export const importPlanSchema = z.object({
  language: z.string(),
  /** False: the language is not in the project yet and would be added. */
  languageKnown: z.boolean(),
  namespace: z.string(),
  format: z.string(),
  reason: z.string(),
  /** All languages that the file has texts of, including this one. */
  languages: z.array(z.string()),
  /** Languages that are imported too: all languages of a table, or the source texts of new keys. */
  alongside: z.array(z.string()),
  /** Details of the file that the catalog cannot store. */
  report: z.array(fidelitySchema),
  /** Keys that do not exist yet. */
  keysAdded: z.number(),
  /** Translations of existing keys that get their first text. */
  filled: z.number(),
  /** Translations whose text differs from the incoming one. */
  changed: z.number(),
  unchanged: z.number(),
  /** New and changed translations of source texts that are no longer, or never were, those of the project. */
  outdated: z.number(),
  sample: z.array(importSampleSchema),
  issues: z.array(issueSchema),
})
export type ImportPlanReply = z.output<typeof importPlanSchema>

export const files = {
  list: route({
    method: 'GET',
    path: '/projects/:project/files',
    action: 'files.read',
    summary: 'List the files with their sync state',
    params: projectParams,
    reply: z.object({
      files: z.array(fileSchema),
      leftOut: z.array(leftOutSchema),
      /** Number of further files that are left out and not listed. */ leftOutMore: z.number(),
      /** Saved texts that are not in their files yet. */ waiting: z.number(),
    }),
  }),
  conflicts: route({
    method: 'GET',
    path: '/projects/:project/files/conflicts',
    action: 'files.read',
    summary: 'List the strings changed both here and in the folder',
    params: projectParams,
    /** Absent: those of all sources. */
    query: z.object({ source: idSchema.optional() }),
    reply: z.object({ conflicts: z.array(conflictSchema), total: z.number() }),
  }),
  resolve: route({
    method: 'POST',
    path: '/projects/:project/files/conflicts/:conflict',
    action: 'conflicts.resolve',
    summary: 'Resolve a conflict with one of the texts, or another',
    params: projectParams.extend({ conflict: idSchema }),
    body: z.object({
      /** A text of the conflict can be longer than a new one. */
      forms: formsSchema,
      /** `mark` of the conflict as it was read; after a change of either text the call is refused as `stale-edit`. */
      mark: z.string().max(100),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: doneSchema,
  }),
  plan: route({
    method: 'POST',
    path: '/projects/:project/files/import/plan',
    action: 'files.import',
    summary: 'Preview the import of a file; nothing is written',
    params: projectParams,
    query: importQuery,
    raw: true,
    bodyLimit: LIMITS.fileBytesMax,
    reply: importPlanSchema,
  }),
  limits: route({
    method: 'GET',
    path: '/projects/:project/files/limits',
    action: 'project.read',
    summary: 'Get the limits of what files can store; a file that is not listed stores any text',
    params: projectParams,
    reply: fileLimitsSchema,
  }),
  formats: route({
    method: 'GET',
    path: '/projects/:project/files/formats',
    action: 'project.read',
    summary: 'List the formats that files can be imported from and exported to',
    params: projectParams,
    reply: z.object({ formats: z.array(formatSchema) }),
  }),
  export: route({
    method: 'GET',
    path: '/projects/:project/files/export',
    action: 'files.export',
    summary: 'Export strings as a file of any format, with a report of what the format cannot store',
    params: projectParams,
    query: z.object({
      format: formatIdSchema,
      language: languageSchema,
      namespace: namespaceSchema,
      /** `skip`: only a preview, which the audit log does not record. Absent: `include`. */
      content: z.enum(['include', 'skip']).optional(),
    }),
    reply: exportSchema,
  }),
  exportAll: route({
    method: 'POST',
    path: '/projects/:project/files/export/all',
    action: 'files.export',
    summary:
      'Export all or some namespaces and languages as a ZIP archive of files in one format; returns the background job, which may have ended',
    params: projectParams,
    body: z.object({
      format: formatIdSchema,
      /** Absent: all. */
      languages: z.array(languageSchema).min(1).max(1000).readonly().optional(),
      namespaces: z.array(namespaceSchema).min(1).max(1000).readonly().optional(),
    }),
    bodyLimit: LIST_BODY_BYTES,
    reply: jobSchema,
  }),
  exported: route({
    method: 'GET',
    path: '/projects/:project/files/export/all/:job',
    action: 'files.export',
    summary: 'Download the ZIP archive created by a background job; kept for a day',
    params: projectParams.extend({ job: idSchema }),
    file: 'application/zip',
    reply: fileAnswerSchema,
  }),
  import: route({
    method: 'POST',
    path: '/projects/:project/files/import',
    action: 'files.import',
    summary: 'Import a file as one operation',
    params: projectParams,
    query: importQuery.extend({ mode: z.enum(['overwrite', 'fill']).default('overwrite') }),
    raw: true,
    bodyLimit: LIMITS.fileBytesMax,
    reply: doneSchema.extend({ plan: importPlanSchema }),
  }),
}
