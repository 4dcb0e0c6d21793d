import type { MemberReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'

/**
 * Returns a function for the name of a member. A link has none: it is named by the number of people, and the note of who
 * made it is marked as one, because it can be anything.
 */
export function useMemberName() {
  const { t } = useTranslation('members')
  return (member: Pick<MemberReply, 'name'> & Partial<MemberReply>): string => {
    if (member.name !== '') return member.name
    const { number = 1, note = '' } = member.kind === 'invitation' ? member : {}
    const link = t('linkForMany', { count: number })
    // Isolated, because the note can be written in the other direction.
    return note === '' ? link : t('linkNoted', { link, note: `\u2068${note}\u2069` })
  }
}
