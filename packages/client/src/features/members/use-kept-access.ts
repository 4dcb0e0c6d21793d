import type { KeptAccessReply, MemberReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { withPeriod } from '../../lib/text/with-period.ts'

/** Number of people who are named; the others are counted. */
const NAMED = 5

type Kept = Pick<KeptAccessReply[number], 'name' | 'groups' | 'isOwner'>

/**
 * Returns texts about the access that stays with people who are removed: through groups, or as owners of the server.
 * `withKept` adds it to a notice, `aboutRemoval` says what a removal does.
 */
export function useKeptAccess() {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const keptText = (kept: readonly Kept[]): string => {
    const named = kept.slice(0, NAMED).map(({ name, groups, isOwner }) => {
      const by = formats.sideBySide([...(isOwner ? [t('owner')] : []), ...groups])
      return t('kept.person', { name, by })
    })
    const more = kept.length - named.length
    const people = more === 0 ? named : [...named, t('kept.more', { count: more })]
    return t('kept.about', { people: formats.list(people) })
  }
  return {
    withKept: (said: string, kept: readonly Kept[]): string =>
      kept.length === 0 ? said : `${withPeriod(said)} ${keptText(kept)}`,
    aboutRemoval(members: readonly MemberReply[]): string {
      const kept = members.flatMap((one) =>
        one.kind === 'person' && (one.isOwner || one.groups.length > 0) ? [one] : [],
      )
      const hasGroup = members.some(({ kind }) => kind === 'group')
      if (kept.length === 0 && !hasGroup) return t('removal.about')
      return [
        t('removal.aboutKept'),
        ...(kept.length === 0 ? [] : [keptText(kept)]),
        ...(hasGroup ? [t('kept.ofGroups')] : []),
      ].join(' ')
    },
  }
}
