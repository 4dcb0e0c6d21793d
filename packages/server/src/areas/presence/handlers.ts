import { userIdOf } from '@dragoman/core'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'

export function presenceHandlers({ live }: Deps): Handlers['presence'] {
  return {
    async move({ body, actor, project }) {
      const { window, language, keyId } = body
      const { id } = project
      const userId = userIdOf(actor?.id ?? null)
      if (userId !== null) live.move(id, { userId, window }, { language, keyId })
      return {}
    },
  }
}
