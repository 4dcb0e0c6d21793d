import type { GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Select } from '../../../ui/Select.tsx'

export type ForgeForm = {
  readonly kind: GitStateReply['forge']['kind']
  /** Empty: the stored token stays. */
  readonly token: string
}

const FORGES = ['github', 'gitlab', 'gitea', 'none'] as const

/** The service that hosts the repository, and a token to open pull requests there. */
export function ForgeFields({
  form,
  hasToken,
  isByApp,
  onChange,
}: {
  readonly form: ForgeForm
  readonly hasToken: boolean
  /** A GitHub App is used, which can open pull requests as well. */
  readonly isByApp: boolean
  readonly onChange: (form: ForgeForm) => void
}) {
  const { t } = useTranslation('git')
  if (isByApp) return <p className="muted">{t('forge.byApp')}</p>
  return (
    <>
      <Select
        label={t('forge.label')}
        value={form.kind}
        onChange={(id) => onChange({ ...form, kind: FORGES.find((one) => one === id) ?? 'none' })}
        options={FORGES.map((id) => ({ id, name: t(`forge.${id}`) }))}
      />
      {form.kind === 'none' ? (
        <p className="muted">{t('forge.noneHint')}</p>
      ) : (
        <PasswordField
          label={t('forge.token')}
          hint={t(hasToken ? 'forge.tokenKept' : 'forge.tokenHint')}
          value={form.token}
          onChange={(token) => onChange({ ...form, token: token.trim() })}
          autoComplete="off"
        />
      )}
    </>
  )
}
