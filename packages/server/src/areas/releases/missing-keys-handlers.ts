import { forgetMissingKeys, listMissingKeys } from '@dragoman/store'
import { requireOnKeys } from '../../access/require-on-text.ts'
import type { Handlers } from '../../http/mount.ts'

/** Keys that apps reported as missing. */
export function missingKeysHandlers(): Pick<Handlers['releases'], 'missingKeys' | 'forgetMissingKeys'> {
  return {
    missingKeys: ({ read }) =>
      read(async (r, { project: { id } }) => {
        return {
          keys: (await listMissingKeys(r, id)).map((row) => ({ ...row, languages: [...row.languages] })),
        }
      }),

    async forgetMissingKeys({ body, caller, write }) {
      await write(async (w, { project: { id } }) => {
        const namespaces = body.keys?.map(({ namespace }) => namespace) ?? null
        requireOnKeys(caller, 'files.import', { projectId: id, namespaces })
        await forgetMissingKeys(w, id, body.keys)
      }, caller.actor?.id)
      return {}
    },
  }
}
