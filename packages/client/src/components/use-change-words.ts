import type { RightsReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { describeChange } from '../lib/access/describe-change.ts'

/** A change of the rights of someone. */
export type RightsChange = {
  readonly name: string
  readonly before: RightsReply | null
  readonly after: RightsReply | null
  /** Languages of the project, for someone who had all of them. */
  readonly all?: readonly string[]
}

/** Returns a function that says what a change of someone's rights did: “Polish added for Piotr”. */
export function useChangeWords() {
  const { t } = useTranslation('members')
  const formats = useFormats()
  return ({ name, before, after, all = [] }: RightsChange): string => {
    const isNarrowed =
      before !== null &&
      before.languages === null &&
      after !== null &&
      after.languages !== null &&
      before.role === after.role
    const change = describeChange(isNarrowed ? { ...before, languages: [...all] } : before, after)
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
        return t(`did.${change.key}`, { name, languages })
      }
      default:
        return t(`did.${change.key}`, { name })
    }
  }
}
