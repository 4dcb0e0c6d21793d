import { createHash } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { pictureOf, putPicture } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { accountReply, noteAccount, requirePerson } from './own-account.ts'

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
    async picture({ params }) {
      const picture = await deps.store.read((r) => pictureOf(r, params.person))
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
      const type = pictureType(bytes)
      if (type === null || bytes.byteLength > LIMITS.pictureBytesMax)
        throw new Failure('unsupported-picture', { megabytes: LIMITS.pictureBytesMax / 2 ** 20 })
      const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
      await caller.write(async (w) => {
        await putPicture(w, user.id, { type, bytes, version })
        await noteAccount(w, caller, { what: 'picture' })
      })
      return accountReply(deps, user.id)
    },

    async removePicture({ caller }) {
      const user = requirePerson(caller)
      await caller.write(async (w) => {
        await putPicture(w, user.id, null)
        await noteAccount(w, caller, { what: 'picture' })
      })
      return accountReply(deps, user.id)
    },
  }
}

/** Returns the media type of a picture by its bytes, whatever its name; null if it is not a type we show. */
function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null
}
