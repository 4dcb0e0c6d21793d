import type { MemberReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useRolesText } from '../../components/use-roles-text.ts'
import { rolesIn } from '../../lib/access/roles-in.ts'
import { Note } from '../../ui/Note.tsx'
import { useMemberName } from './use-member-name.ts'

/** Says what those members have now whom someone else has changed since a dialog opened: saving it replaces that. */
export function ChangedMeanwhile({
  members,
}: {
  readonly members: readonly { readonly shown: MemberReply; readonly now: MemberReply }[]
}) {
  const { t } = useTranslation('members')
  const nameOf = useMemberName()
  const textOf = useRolesText()
  const rolesOf = ({ rights }: MemberReply) => (rights === null ? '' : textOf(rolesIn(rights)))
  return members
    .filter(({ shown, now }) => rolesOf(shown) !== rolesOf(now))
    .map(({ now }) => (
      <Note key={now.who} tone="warning">
        {t('changedMeanwhile', { name: nameOf(now), roles: rolesOf(now) })}
      </Note>
    ))
}
