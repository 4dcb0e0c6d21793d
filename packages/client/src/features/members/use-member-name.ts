import type { MemberReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'

/** Returns a function for the name of a member; a link has the note of who made it, or the number of people. */
export function useMemberName() {
  const { t } = useTranslation('members')
  return (member: Pick<MemberReply, 'name'> & Partial<MemberReply>): string =>
    member.name ||
    t('linkForMany', {
      count: member.kind === 'invitation' && member.number !== undefined ? member.number : 1,
    })
}
