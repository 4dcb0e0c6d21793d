import { createHash } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { pictureOf, putPicture } from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { isCompletePicture, readPicture } from '../screenshots/read-picture.ts'
import { maySeePerson } from './may-see-person.ts'
import { accountReply, noteAccount } from './own-account.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Handlers for people's pictures. */
export function pictureHandlers(
  deps: Deps,
): Pick<Handlers['account'], 'picture' | 'setPicture' | 'removePicture'> {
  return {
    async picture({ params, actor }) {
      const picture = await deps.store.read(async (r) =>
        (await maySeePerson(r, actor, params.person)) ? pictureOf(r, params.person) : null,
      )
      const extension = EXTENSIONS[picture?.type ?? '']
      if (picture === null || extension === undefined) throw new Failure('not-found', { what: 'picture' })
      return {
        fileName: `picture.${extension}`,
        sizeBytes: picture.bytes.byteLength,
        bytes: new Blob([new Uint8Array(picture.bytes)]).stream(),
        shown: { type: picture.type, etag: `"${picture.version}"` },
      }
    },

    async setPicture({ bytes, caller }) {
      const user = requirePerson(caller)
      const type = requireShowable(bytes)
      const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
      await caller.write(async (w) => {
        await putPicture(w, user.id, { type, bytes, version })
        await noteAccount(w, caller, { kind: 'account.changed', details: { what: 'picture' } })
      })
      return accountReply(deps, user.id)
    },

    async removePicture({ caller }) {
      const user = requirePerson(caller)
      await caller.write(async (w) => {
        await putPicture(w, user.id, null)
        await noteAccount(w, caller, { kind: 'account.changed', details: { what: 'picture' } })
      })
      return accountReply(deps, user.id)
    },
  }
}

/**
 * Returns the media type of a picture, judged by its bytes, whatever its name. Throws `unsupported-picture`,
 * `picture-too-large` (a few bytes can claim gigabytes of pixels, which every colleague's browser would unpack) and
 * `picture-incomplete`.
 */
function requireShowable(bytes: Uint8Array): string {
  const picture = readPicture(bytes)
  if (picture === null)
    throw new Failure('unsupported-picture', { megabytes: LIMITS.pictureBytesMax / 2 ** 20 })
  if (Math.max(picture.width, picture.height) > LIMITS.pictureSideMax)
    throw new Failure('picture-too-large', { pixels: LIMITS.pictureSideMax })
  if (!isCompletePicture(bytes, picture)) throw new Failure('picture-incomplete')
  return picture.type
}
