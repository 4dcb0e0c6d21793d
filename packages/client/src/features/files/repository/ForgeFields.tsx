import type { GitForgeInput, GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'

export type ForgeForm = {
  readonly kind: GitStateReply['forge']['kind']
  /** Where people open the forge, as typed; empty: at the host of the repository. */
  readonly origin: string
  /** Empty: the stored token stays. */
  readonly token: string
}

/** Null: not a usable address. An empty one is the host of the repository. */
export function originOf(form: ForgeForm): { readonly origin: string | null } | null {
  const origin = form.kind === 'none' ? '' : form.origin.trim().replace(/\/+$/, '')
  if (origin === '') return { origin: null }
  return /^https?:\/\/[^/\s@]+(\/\S*)?$/.test(origin) && URL.canParse(origin) ? { origin } : null
}

/** Returns what is sent; null if the address is not usable. */
export function forgeInputOf(
  form: ForgeForm,
  { isByApp }: { readonly isByApp: boolean },
): GitForgeInput | null {
  if (isByApp) return { kind: 'github', origin: null }
  const at = originOf(form)
  return at === null
    ? null
    : { kind: form.kind, origin: at.origin, ...(form.token === '' ? {} : { token: form.token }) }
}

const FORGES = ['github', 'gitlab', 'gitea', 'none'] as const

/** The service that hosts the repository, and a token to open pull requests there. */
export function ForgeFields({
  form,
  hasToken,
  isByApp,
  isDetected = false,
  onChange,
}: {
  readonly form: ForgeForm
  readonly hasToken: boolean
  /** A GitHub App is used, which can open pull requests as well. */
  readonly isByApp: boolean
  /** The forge was found by asking the host. */
  readonly isDetected?: boolean
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
        {...(isDetected ? { hint: t('forge.detected') } : {})}
      />
      {form.kind === 'none' ? (
        <p className="muted">{t('forge.noneHint')}</p>
      ) : (
        <>
          <TextField
            label={t('forge.origin')}
            hint={t('forge.originHint')}
            value={form.origin}
            onChange={(origin) => onChange({ ...form, origin })}
            problem={originOf(form) === null ? t('forge.originWrong') : undefined}
            code
          />
          <PasswordField
            label={t('forge.token')}
            hint={t(hasToken ? 'forge.tokenKept' : 'forge.tokenHint')}
            value={form.token}
            onChange={(token) => onChange({ ...form, token: token.trim() })}
            autoComplete="off"
          />
        </>
      )}
    </>
  )
}
