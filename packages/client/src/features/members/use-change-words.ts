import type { MemberReply, RightsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { describeChange } from './describe-change.ts'
import { useMemberName } from './use-member-name.ts'

/** Returns a function that says what a change of someone's rights did: “Polish added for Piotr”. */
export function useChangeWords() {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const nameOf = useMemberName()
  /** `all`: languages of the project, for someone who had all of them. */
  return (member: MemberReply, after: RightsReply | null, all: readonly string[] = []): string => {
    const name = nameOf(member)
    const before = member.rights && { ...member.rights }
    if (
      before !== null &&
      before.languages === null &&
      after?.languages != null &&
      before.role === after.role
    )
      before.languages = [...all]
    const change = describeChange(before, after)
    switch (change.key) {
      case 'role':
      case 'noRole':
        return t(`did.${change.key}`, { name, role: t(`roles.${change.role}`) })
      case 'alsoRole': {
        const { languages, role } = change
        const said = { name, role: t(`roles.${role}`) }
        if (languages?.length === 0) return t('did.alsoRole', said)
        const where =
          languages === null ? t('allLanguages') : formats.list(languages.map(formats.languageName))
        return t('did.alsoRoleIn', { ...said, where })
      }
      case 'languagesAdded':
      case 'languagesRemoved': {
        const languages = formats.list(change.languages.map(formats.languageName))
        return t(`did.${change.key}`, { name, languages, count: change.languages.length })
      }
      default:
        return t(`did.${change.key}`, { name })
    }
  }
}
