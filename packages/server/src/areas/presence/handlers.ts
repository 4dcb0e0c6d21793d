import { userIdOf } from '@dragoman/core'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { projectOf } from '../project-of.ts'

export function presenceHandlers({ store, live }: Deps): Handlers['presence'] {
  return {
    async move({ params, body, actor }) {
      const { window, language, keyId } = body
      const { id } = await store.read((r) => projectOf(r, params.project))
      const userId = userIdOf(actor?.id ?? null)
      if (userId !== null) live.move(id, { userId, window }, { language, keyId })
      return {}
    },
  }
}
