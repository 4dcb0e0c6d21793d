import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { fileAnswerSchema, LIST_BODY_BYTES, route } from '../route.ts'
import { actorSchema, idSchema, keyIdSchema, languageSchema, projectParams, timeSchema } from '../schemas.ts'

/** Screenshots of an app, and the positions of the strings in them. */

const imageHashSchema = z.string().regex(/^[0-9a-f]{64}$/)
const pixelsSchema = z.number().int().min(0).max(LIMITS.screenshotSideMax)
const lengthSchema = z.number().int().min(1).max(LIMITS.screenshotSideMax)

/** In pixels of the image, from its upper left corner. */
const regionFields = {
  /** `text`, or the name of the attribute that the string is in. */
  part: z.string().min(1).max(50),
  x: pixelsSchema,
  y: pixelsSchema,
  width: lengthSchema,
  height: lengthSchema,
}

const screenshotFields = {
  id: z.number(),
  /** The subject of the screenshot: a page of the app, or a test. */
  name: z.string(),
  language: z.string(),
  /** `hash` identifies it in `screenshots.image`. */
  image: z.object({ hash: z.string(), width: z.number(), height: z.number() }),
  takenAt: timeSchema,
  /** Null if the caller cannot see actors. */
  by: actorSchema.nullable(),
}

/** `isStale`: the source text has changed since the screenshot was taken. */
const shownStringSchema = z.object({
  ...regionFields,
  keyId: z.number(),
  namespace: z.string(),
  name: z.string(),
  isStale: z.boolean(),
})

const screenshotSchema = z.object({
  ...screenshotFields,
  /**
   * The project is a translation branch and this is a screenshot of its parent, because the branch has none
   * of its own.
   */
  isOfParent: z.boolean(),
  strings: z.array(shownStringSchema),
})
export type ScreenshotReply = z.output<typeof screenshotSchema>

/** `namespace` and `key` as the app names them; those that no key can have are unknown. */
const sentStringSchema = z.object({ ...regionFields, namespace: z.string(), key: z.string() })

const screenshotBodySchema = z.object({
  name: z.string().trim().min(1).max(LIMITS.screenshotNameMax),
  language: languageSchema,
  /** From the reply of `screenshots.addImage`. */
  image: imageHashSchema,
  /** The sender's own identifier; `screenshots.list` returns it. */
  mark: z.string().max(100).default(''),
  /** Null: now. */
  takenAt: z.iso.datetime().nullable().default(null),
  strings: z.array(sentStringSchema).max(LIMITS.screenshotStringsMax),
})
export type ScreenshotBody = z.output<typeof screenshotBodySchema>

export const screenshots = {
  list: route({
    method: 'GET',
    path: '/projects/:project/screenshots',
    action: 'project.read',
    summary: 'List all screenshots, newest first',
    params: projectParams,
    reply: z.object({
      screenshots: z.array(
        z.object({
          ...screenshotFields,
          mark: z.string(),
          /** Places that show a string, and those whose source text has changed since. */
          strings: z.number(),
          stale: z.number(),
        }),
      ),
    }),
  }),
  ofKey: route({
    method: 'GET',
    path: '/projects/:project/keys/:key/screenshots',
    action: 'project.read',
    summary:
      'List the screenshots that show a key, newest first, and where they show it; in a translation branch without any, those of its parent',
    params: projectParams.extend({ key: keyIdSchema }),
    reply: z.object({ screenshots: z.array(screenshotSchema) }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/screenshots/:screenshot',
    action: 'project.read',
    summary: 'Get a screenshot with all the strings it shows',
    params: projectParams.extend({ screenshot: idSchema }),
    reply: screenshotSchema,
  }),
  image: route({
    method: 'GET',
    path: '/projects/:project/screenshot-images/:image',
    action: 'project.read',
    summary: 'Get the picture of a screenshot',
    params: projectParams.extend({ image: imageHashSchema }),
    reply: fileAnswerSchema,
    file: 'image/*',
  }),
  addImage: route({
    method: 'POST',
    path: '/projects/:project/screenshot-images',
    action: 'keys.edit',
    summary: `Send a picture for a screenshot that is saved next: PNG, JPEG or WebP, 10 MB and ${LIMITS.screenshotSideMax} pixels a side at most`,
    inApps: true,
    params: projectParams,
    raw: true,
    bodyLimit: LIMITS.screenshotBytesMax,
    reply: z.object({ image: z.string(), width: z.number(), height: z.number() }),
  }),
  save: route({
    method: 'PUT',
    path: '/projects/:project/screenshots',
    action: 'keys.edit',
    summary: 'Save a screenshot, replacing the one with the same name and language (dragoman shots)',
    inApps: true,
    params: projectParams,
    body: screenshotBodySchema,
    bodyLimit: LIST_BODY_BYTES,
    reply: z.object({
      /** Null: the project has none of its strings, and nothing was saved. */
      screenshot: z.number().nullable(),
      strings: z.number(),
      /** Keys that the project does not have. */
      unknown: z.array(z.object({ namespace: z.string(), key: z.string() })),
    }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/:project/screenshots/:screenshot',
    action: 'keys.edit',
    summary: 'Remove a screenshot; it can be restored for an hour',
    params: projectParams.extend({ screenshot: idSchema }),
    reply: z.object({}),
  }),
  restore: route({
    method: 'POST',
    path: '/projects/:project/screenshots/:screenshot/restore',
    action: 'keys.edit',
    summary: 'Restore a removed screenshot; 404 if a newer one has replaced it',
    params: projectParams.extend({ screenshot: idSchema }),
    reply: z.object({}),
  }),
}
