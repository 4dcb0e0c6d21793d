import { Failure, type OldAddressReply } from '@dragoman/contract'
import { LIMITS, oldAddressProblem } from '@dragoman/core'
import {
  addOldAddress,
  channelByName,
  listOldAddresses,
  NameTakenError,
  type OldAddressRow,
  recordAudit,
  removeOldAddress,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'

const MAX = LIMITS.oldAddressesMax

export function oldAddressesHandlers({ now }: Deps): Handlers['oldAddresses'] {
  return {
    list: ({ read }) =>
      read(async (r, { project: { id } }) => {
        return { addresses: (await listOldAddresses(r, id)).map(presentOldAddress), max: MAX }
      }),

    add: ({ body: { prefix, shape, channel, namespace }, caller, write }) =>
      write(async (w, { project }) => {
        const fault = oldAddressProblem(prefix)
        if (fault !== null) throw refusedField('/prefix', fault)
        if (shape === 'tolgee' && namespace === null) throw refusedField('/namespace', 'empty')
        if (shape === 'locize' && namespace !== null) throw refusedField('/namespace', 'not-of-this-shape')
        // A translation branch is not delivered under the project's name.
        if (project.parentId !== null || (await channelByName(w, project.id, channel)) === null)
          throw refusedField('/channel', 'unknown')
        if ((await listOldAddresses(w, project.id)).length >= MAX)
          throw new Failure('too-large', { what: 'old-addresses', limit: MAX })
        const row = {
          projectId: project.id,
          prefix,
          shape,
          channel,
          namespace,
          createdAt: now().toISOString(),
        }
        const added = await addOldAddress(w, row).catch((error: unknown) => {
          if (!(error instanceof NameTakenError)) throw error
          // The error does not reveal which project uses it.
          throw new Failure(
            'already-exists',
            { name: prefix },
            { fields: [{ pointer: '/prefix', code: 'taken' }] },
          )
        })
        await recordAudit(w, {
          kind: 'address.added',
          projectId: project.id,
          origin: caller.origin,
          target: prefix,
          details: { shape, channel, namespace },
        })
        return presentOldAddress(added)
      }, caller.actor?.id),

    async remove({ params, caller, write }) {
      await write(async (w, { project: { id: projectId } }) => {
        const removed = await removeOldAddress(w, projectId, params.address)
        if (removed === null) throw new Failure('not-found', { what: 'address' })
        const { prefix: target, channel } = removed
        const entry = { kind: 'address.removed', target, details: { channel } } as const
        await recordAudit(w, { ...entry, projectId, origin: caller.origin })
      }, caller.actor?.id)
      return {}
    },
  }
}

function presentOldAddress({ projectId: _, ...row }: OldAddressRow): OldAddressReply {
  return row
}
