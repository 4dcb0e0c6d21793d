import { createHash } from 'node:crypto'
import { Failure, type ScreenshotBody } from '@dragoman/contract'
import { LIMITS, type Principal } from '@dragoman/core'
import {
  branchOfProject,
  findScreenshot,
  findScreenshotImage,
  listScreenshots,
  type ProjectRow,
  parentScreenshotsOfKey,
  putScreenshotImage,
  type Reader,
  removeScreenshot,
  restoreScreenshot,
  type ScreenshotImage,
  type ScreenshotRow,
  type ScreenshotString,
  saveScreenshot,
  screenshotBytes,
  screenshotNamespaces,
  screenshotsOfKey,
} from '@dragoman/store'
import { maySeeNames } from '../../access/may-see-names.ts'
import { requireOnKeys } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentActor } from '../present.ts'
import { readPicture } from './read-picture.ts'

export function screenshotsHandlers({ now }: Deps): Handlers['screenshots'] {
  return {
    list: ({ actor, read }) =>
      read(async (r, { project }) => {
        const rows = await listScreenshots(r, project.id)
        const present = presenter(actor, project)
        return {
          screenshots: rows.map((row) => {
            const { mark, strings, stale } = row
            return { ...present(row), mark, strings, stale }
          }),
        }
      }),

    ofKey: ({ actor, read }) =>
      read(async (r, { project, key: { id: keyId } }) => {
        const present = presenter(actor, project)
        const own = await screenshotsOfKey(r, project.id, keyId)
        const branch = own.length > 0 ? null : await branchOfProject(r, project.id)
        const rows =
          branch === null
            ? own
            : await parentScreenshotsOfKey(r, { parentId: branch.parentId, branchId: project.id, keyId })
        return {
          screenshots: rows.map((row) => ({
            ...present(row),
            isOfParent: branch !== null,
            strings: row.strings.map(presentString),
          })),
        }
      }),

    get: ({ params, actor, read }) =>
      read(async (r, { project }) => {
        const id = params.screenshot
        const own = await findScreenshot(r, { projectId: project.id, id })
        const branch = own === null ? await branchOfProject(r, project.id) : null
        const row =
          own ??
          (branch && (await findScreenshot(r, { projectId: branch.parentId, id, branchId: project.id })))
        if (row === null) throw new Failure('not-found', { what: 'screenshot' })
        return {
          ...presenter(actor, project)(row),
          isOfParent: own === null,
          strings: row.strings.map(presentString),
        }
      }),

    image: ({ params, read }) =>
      read(async (r, { project: { id } }) => {
        const own = await screenshotBytes(r, id, params.image)
        const branch = own === null ? await branchOfProject(r, id) : null
        const found = own ?? (branch && (await screenshotBytes(r, branch.parentId, params.image)))
        if (found === null) throw new Failure('not-found', { what: 'picture' })
        return {
          fileName: `screenshot.${found.type.replace('image/', '')}`,
          sizeBytes: found.bytes.byteLength,
          bytes: new Blob([new Uint8Array(found.bytes)]).stream(),
          shown: { type: found.type, etag: `"${params.image}"`, isImmutable: true as const },
        }
      }),

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
        // It replaces the one of this name, which may show other strings.
        const replaced = await screenshotNamespaces(w, projectId, body)
        const namespaces = [...replaced, ...body.strings.map(({ namespace }) => namespace)]
        requireOnKeys(caller, 'keys.edit', { projectId, namespaces })
        const time = now()
        const at = time.toISOString()
        const takenMs = body.takenAt === null ? time.getTime() : Date.parse(body.takenAt)
        const { id, strings, unknown } = await saveScreenshot(w, {
          projectId,
          name: body.name,
          language: body.language,
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
  if (wrong !== -1)
    throw new Failure(
      'invalid-input',
      {},
      { fields: [{ pointer: `/strings/${wrong}`, code: 'outside-of-picture' }] },
    )
}

function presenter(actor: Principal | null, project: ProjectRow) {
  const withNames = maySeeNames(actor, project)
  return ({ id, name, language, image: { hash, width, height }, takenAt, by }: ScreenshotRow) => ({
    id,
    name,
    language,
    image: { hash, width, height },
    takenAt,
    by: withNames ? presentActor(by) : null,
  })
}

function presentString(row: ScreenshotString) {
  const { keyId, namespace, name, part, x, y, width, height, isStale } = row
  return { keyId, namespace, name, part, x, y, width, height, isStale }
}
