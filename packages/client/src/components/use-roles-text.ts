import type { ProjectRole } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'

type LimitedRole = {
  readonly role: ProjectRole
  readonly languages: readonly string[] | null
  readonly namespaces: readonly string[] | null
}

/** Returns a function that lists roles with their limits: “Developer and Translator (German)”. */
export function useRolesText() {
  const { t } = useTranslation('members')
  const formats = useFormats()
  return (roles: readonly LimitedRole[]): string =>
    formats.list(
      roles.map(({ role, languages, namespaces }) => {
        const limits = [...(languages ?? []).map(formats.languageName), ...(namespaces ?? [])]
        return limits.length === 0
          ? t(`roles.${role}`)
          : t('yourRoleIn', { role: t(`roles.${role}`), limits: formats.sideBySide(limits) })
      }),
    )
}
