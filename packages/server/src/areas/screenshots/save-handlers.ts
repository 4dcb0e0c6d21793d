import { createHash } from 'node:crypto'
import { Failure, type ScreenshotBody } from '@dragoman/contract'
import { LIMITS, languageAmong } from '@dragoman/core'
import {
  findScreenshotImage,
  listLanguages,
  putScreenshotImage,
  type Reader,
  removeScreenshot,
  restoreScreenshot,
  type ScreenshotImage,
  saveScreenshot,
  screenshotNamespaces,
} from '@dragoman/store'
import { requireOnKeys } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { readPicture } from './read-picture.ts'

/** Saving, removing and restoring screenshots. */
export function saveScreenshotsHandlers({
  now,
}: Deps): Pick<Handlers['screenshots'], 'addImage' | 'save' | 'remove' | 'restore'> {
  return {
    async addImage({ bytes, caller, write }) {
      const picture = readPicture(bytes)
      if (picture === null)
        throw new Failure('unsupported-picture', { megabytes: LIMITS.screenshotBytesMax / 2 ** 20 })
      const { width, height } = picture
      if (Math.max(width, height) > LIMITS.screenshotSideMax)
        throw new Failure('too-large', { pixels: LIMITS.screenshotSideMax })
      const hash = createHash('sha256').update(bytes).digest('hex')
      await write(async (w, { project: { id: projectId } }) => {
        await putScreenshotImage(w, { projectId, hash, ...picture, bytes, at: now().toISOString() })
      }, caller.actor?.id)
      return { image: hash, width, height }
    },

    save: ({ body, caller, write }) =>
      write(async (w, { project: { id: projectId } }) => {
        const image = await findScreenshotImage(w, projectId, body.image)
        if (image === null) throw new Failure('not-found', { what: 'picture' })
        requireWithin(image, body.strings)
        // Apps and their tests have their own codes, such as en-US for the language en of the project.
        const tags = (await listLanguages(w, projectId)).map(({ tag }) => tag)
        const language = languageAmong(tags, body.language) ?? body.language
        // It replaces the one of this name, which may show other strings.
        const replaced = await screenshotNamespaces(w, projectId, { ...body, language })
        const namespaces = [...replaced, ...body.strings.map(({ namespace }) => namespace)]
        requireOnKeys(caller, 'keys.edit', { projectId, namespaces })
        const time = now()
        const at = time.toISOString()
        const takenMs = body.takenAt === null ? time.getTime() : Date.parse(body.takenAt)
        const { id, strings, unknown } = await saveScreenshot(w, {
          projectId,
          name: body.name,
          language,
          image: body.image,
          mark: body.mark,
          // With a clock that is ahead, its screenshots would stay the newest.
          takenAt: new Date(Math.min(takenMs, time.getTime())).toISOString(),
          at,
          by: caller.actor ?? { id: null, name: '' },
          strings: body.strings,
        })
        return { screenshot: id, strings, unknown: [...unknown] }
      }, caller.actor?.id),

    remove: ({ params, caller, write }) =>
      write(async (w, { project: { id: projectId } }) => {
        await requireOnStrings(w, caller, { projectId, id: params.screenshot })
        const at = now().toISOString()
        if (!(await removeScreenshot(w, { projectId, id: params.screenshot, at })))
          throw new Failure('not-found', { what: 'screenshot' })
        return {}
      }, caller.actor?.id),

    restore: ({ params, caller, write }) =>
      write(async (w, { project: { id: projectId } }) => {
        await requireOnStrings(w, caller, { projectId, id: params.screenshot })
        if (!(await restoreScreenshot(w, projectId, params.screenshot)))
          throw new Failure('not-found', { what: 'screenshot' })
        return {}
      }, caller.actor?.id),
  }
}

/** Throws `not-allowed` if the caller may not edit every key that a screenshot shows. */
async function requireOnStrings(
  r: Reader,
  caller: Caller,
  { projectId, id }: { readonly projectId: number; readonly id: number },
): Promise<void> {
  const namespaces = await screenshotNamespaces(r, projectId, { id })
  requireOnKeys(caller, 'keys.edit', { projectId, namespaces })
}

/** Throws `invalid-input` for a position outside the picture. */
function requireWithin({ width, height }: ScreenshotImage, strings: ScreenshotBody['strings']): void {
  const wrong = strings.findIndex((one) => one.x + one.width > width || one.y + one.height > height)
  if (wrong !== -1) throw refusedField(`/strings/${wrong}`, 'outside-of-picture')
}
