import { Failure } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import {
  branchOfProject,
  findScreenshot,
  listScreenshots,
  type ProjectRow,
  parentScreenshotsOfKey,
  type ScreenshotRow,
  type ScreenshotString,
  screenshotBytes,
  screenshotsOfKey,
} from '@dragoman/store'
import { maySeeNames } from '../../access/may-see-names.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentActor } from '../present.ts'
import { saveScreenshotsHandlers } from './save-handlers.ts'

export function screenshotsHandlers(deps: Deps): Handlers['screenshots'] {
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

    ...saveScreenshotsHandlers(deps),
  }
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
