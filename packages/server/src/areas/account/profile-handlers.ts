import { Failure } from '@dragoman/contract'
import { openInvitationsBy, putUserSettings, removePerson, type UserSettings } from '@dragoman/store'
import { withdrawLost } from '../../access/inviting.ts'
import { requirePerson } from '../../access/require-person.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { keepOwnerWay } from '../oidc/kept-provider.ts'
import { requireTag } from '../projects/require-tag.ts'
import { sessionReply } from '../session/session-reply.ts'
import { accountReply, noteAccount, renameCaller } from './own-account.ts'

/** Handlers for a person's name and language, and for deleting the account. */
export function profileHandlers(deps: Deps): Pick<Handlers['account'], 'get' | 'update' | 'remove'> {
  return {
    get: async ({ caller }) => accountReply(deps, requirePerson(caller).id),

    async update({ body, caller }) {
      const user = requirePerson(caller)
      await caller.write(async (w) => {
        if (body.name !== undefined) await renameCaller(w, caller, body.name)
        const settings = settingsOf(user.settings, body, deps.now())
        if (settings !== user.settings) await putUserSettings(w, user.id, settings)
        const signsOff = settings.signsOffSince !== undefined
        if (signsOff !== (user.settings.signsOffSince !== undefined))
          await noteAccount(w, caller, {
            kind: 'account.changed',
            details: { what: 'sign-off', is: signsOff ? 'on' : 'off' },
          })
      })
      return accountReply(deps, user.id)
    },

    async remove({ caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      await caller.write(async (w) => {
        const at = deps.now().toISOString()
        const invitations = await openInvitationsBy(w, user.id, at)
        if (!(await keepOwnerWay(w, () => removePerson(w, user.id)))) throw new Failure('last-owner')
        await withdrawLost(w, invitations, { at, origin: caller.origin })
        await noteAccount(w, caller, { kind: 'account.removed', details: {} })
      })
      caller.endSession()
      return sessionReply(deps, null, caller)
    },
  }
}

/** Returns changed settings; the same if nothing is changed. */
function settingsOf(
  before: UserSettings,
  {
    language,
    signsOff,
  }: { readonly language?: string | null | undefined; readonly signsOff?: boolean | undefined },
  now: Date,
): UserSettings {
  let settings = before
  if (language !== undefined) {
    const { language: _, ...others } = settings
    settings = language === null ? others : { ...others, language: requireTag(language, '/language') }
  }
  if (signsOff !== undefined && signsOff !== (settings.signsOffSince !== undefined)) {
    const { signsOffSince: _, ...others } = settings
    settings = signsOff ? { ...others, signsOffSince: now.toISOString() } : others
  }
  return settings
}
