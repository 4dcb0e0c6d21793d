import { z } from 'zod'
import { route } from '../route.ts'
import { countsSchema, doneSchema, languageSchema, projectParams } from '../schemas.ts'
import { unsentAnswerSchema } from '../unsent-answer.ts'
import { jobSchema } from './jobs.ts'
import { projectSchema } from './projects.ts'

const languageParams = projectParams.extend({ language: languageSchema })

export const languages = {
  add: route({
    method: 'POST',
    path: '/projects/:project/languages',
    action: 'languages.manage',
    summary: 'Add a language',
    params: projectParams,
    /**
     * `allowUnknown`: also accept a language without a name, such as `zz`, which otherwise counts as a
     * mistake. `fallback`: absent means the language of the project with the shorter tag (`pt` for `pt-BR`), if
     * there is one.
     */
    body: z.object({
      tag: languageSchema,
      allowUnknown: z.boolean().optional(),
      fallback: languageSchema.nullable().optional(),
    }),
    /**
     * In a large project a background job adds the language; until it has ended, the language does not exist.
     */
    reply: projectSchema.extend({ job: jobSchema.nullable() }),
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/:project/languages/:language',
    action: 'languages.manage',
    summary: 'Change the fallback of a language',
    params: languageParams,
    body: z.object({ fallback: languageSchema.nullable() }),
    reply: projectSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/languages/:language',
    action: 'languages.manage',
    summary: 'Remove a language and its translations (can be undone)',
    params: languageParams,
    /** Its texts in translation branches are removed too; only unsent texts in the language count. */
    query: unsentAnswerSchema,
    reply: doneSchema,
  }),
  counts: route({
    method: 'GET',
    path: '/projects/:project/languages/:language/counts',
    action: 'project.read',
    summary: 'Get the counts of the editor’s filters, for all or some namespaces',
    params: languageParams,
    query: z.object({ namespace: z.string().optional() }),
    reply: z.object({
      counts: countsSchema,
      namespaces: z.array(z.object({ name: z.string(), counts: countsSchema })),
    }),
  }),
}
