import { AUDIENCES, LIMITS, SHARED_ROLES, VISITOR_ADDRESSES } from '@dragoman/core'
import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import {
  countsSchema,
  languageSchema,
  leftSchema,
  nameSchema,
  operationSchema,
  projectParams,
  slugSchema,
  timeSchema,
} from '../schemas.ts'
import { unsentAnswerSchema } from '../unsent-answer.ts'
import { jobSchema } from './jobs.ts'
import { folderChoiceSchema } from './sources.ts'

const settingsSchema = z.object({
  deliverFallback: z.boolean(),
  deliverPublic: z.boolean(),
  /** Reviewers can review what they wrote themselves, and accept their own suggestions. */
  reviewOwn: z.boolean(),
  /**
   * What visitors must provide before they suggest; `confirmed` needs a mail server, otherwise it works like
   * `given`.
   */
  visitorAddress: z.enum(VISITOR_ADDRESSES),
  /** Readers and visitors see authors' names, as members do. */
  showNames: z.boolean(),
  /** Search engines can list the public page. */
  indexed: z.boolean(),
  /** A description of the project in plain text; empty: none. */
  description: z.string().max(LIMITS.projectDescriptionMax),
  /** The address of its website, always https; null: none. */
  website: z.string().max(LIMITS.webAddressMax).nullable(),
})

/** People with access in addition to the members, and their role. */
const sharingSchema = z.object({ with: z.enum(AUDIENCES), role: z.enum(SHARED_ROLES) })

export const projectSchema = z.object({
  /** Stays the same when the project gets another URL name. */
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  sourceLanguage: z.string(),
  /** Id of the message syntax of its texts: `i18next`, `icu`, `printf`, … */
  syntax: z.string(),
  /** Some keys have a syntax of their own. */
  namesSyntaxes: z.boolean(),
  languages: z.array(z.object({ tag: z.string(), fallback: z.string().nullable() })),
  namespaces: z.array(z.object({ name: z.string(), keys: z.number() })),
  settings: settingsSchema,
  sharing: sharingSchema,
  /** Of a translation branch: its project and its branch. Null: a project without a parent. */
  branchOf: z.object({ id: z.number(), slug: z.string(), name: z.string(), branch: z.string() }).nullable(),
  /** True: the sample project of a new server. */
  isSample: z.boolean(),
  createdAt: timeSchema,
  revision: z.number(),
  /**
   * The newest event when the project was read. `GET /projects/:project/events?lastEventId=` continues after
   * it, so that no change is missed between reading and listening.
   */
  lastEventId: z.string(),
})
export type ProjectReply = z.output<typeof projectSchema>

const progressParts = {
  /** Share of target translations that are translated or reviewed, 0 to 1; 0 without keys or target languages. */
  done: z.number(),
  /** Target translations by state, in all languages. */
  counts: countsSchema.pick({
    total: true,
    untranslated: true,
    draft: true,
    translated: true,
    reviewed: true,
  }),
}

const listedSchema = projectSchema
  .pick({ id: true, slug: true, name: true, sourceLanguage: true, createdAt: true })
  .extend({
    keys: z.number(),
    languages: z.number(),
    ...progressParts,
    description: z.string(),
    website: z.string().nullable(),
    /** Its open translation branches, each under its own URL name. */
    branches: z.array(
      z.object({
        id: z.number(),
        slug: z.string(),
        branch: z.string(),
        keys: z.number(),
        ...progressParts,
      }),
    ),
  })
export type ListedProject = z.output<typeof listedSchema>

const overviewSchema = z.object({
  keys: z.number(),
  languages: z.array(z.object({ tag: z.string(), counts: countsSchema, left: leftSchema })),
  activity: z.array(operationSchema),
  openConflicts: z.number(),
  sources: z.number(),
})
export type OverviewReply = z.output<typeof overviewSchema>

export const projects = {
  list: route({
    method: 'GET',
    path: '/projects',
    action: 'projects.list',
    summary: 'List all projects',
    reply: z.object({ projects: z.array(listedSchema) }),
  }),
  checkNames: route({
    method: 'POST',
    path: '/projects/names',
    action: 'projects.create',
    summary: 'Check whether a new project can have a URL name and a name, before its repository is connected',
    body: z.object({ slug: slugSchema, name: nameSchema }),
    reply: z.object({
      /** Why not this URL name; null: it is free. */
      slug: z.enum(['taken', 'reserved']).nullable(),
      /** A project has this name, or one that looks the same. */
      isNameTaken: z.boolean(),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/projects',
    action: 'projects.create',
    summary: 'Create a project, empty or from a folder on the server',
    body: folderChoiceSchema.extend({
      slug: slugSchema,
      name: nameSchema,
      sourceLanguage: languageSchema,
      folder: z.string().max(4096).optional(),
      /**
       * Patterns of other files found in the folder: each becomes a project of its own, named after the
       * folder of its files. Either all are created, or none.
       */
      others: z.array(z.string().max(500)).max(50).optional(),
      /**
       * True: anyone can load the translations. Default: apps need a token, and people have to be signed in.
       */
      deliverPublic: z.boolean().optional(),
    }),
    /** With a folder: the background job that reads its files. */
    bodyLimit: NAMES_BODY_BYTES,
    reply: projectSchema.extend({ job: jobSchema.nullable() }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project',
    action: 'project.read',
    summary: 'Get a project',
    inApps: true,
    params: projectParams,
    reply: projectSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project',
    action: 'project.manage',
    by: 'person',
    summary: 'Change name, address, message syntax, sharing or settings, such as description and website',
    params: projectParams,
    body: z.object({
      name: nameSchema.optional(),
      slug: slugSchema.optional(),
      /** A background job checks every text again; cancelling it restores the previous syntax. */
      syntax: z.string().optional(),
      settings: settingsSchema.partial().optional(),
      sharing: sharingSchema.optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: projectSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project',
    action: 'project.manage',
    summary: 'Delete the project with its history; files in folders stay',
    needsProof: true,
    params: projectParams,
    /** Its translation branches are deleted too; only unsent texts count. */
    body: unsentAnswerSchema.extend({ confirm: z.string() }),
    reply: z.object({}),
  }),
  overview: route({
    method: 'GET',
    path: '/projects/:project/overview',
    action: 'project.read',
    summary: 'Get progress by language and latest activity',
    params: projectParams,
    reply: overviewSchema,
  }),
}
