import type { HostKeyReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { RepositoryCalls } from '../queries.ts'
import { AppFields } from './AppFields.tsx'
import styles from './Repository.module.css'
import { forgeOfHost, type Transport } from './shown-repository.ts'
import type { SignInForm } from './sign-in-form.ts'

export type SignInFieldsProps = {
  /** How keys are created and those of the server read. */
  readonly calls: Pick<RepositoryCalls, 'createKey' | 'hostKeys'>
  /** As currently typed. */
  readonly repository: string
  readonly transport: Exclude<Transport, null>
  readonly form: SignInForm
  readonly onChange: (form: SignInForm) => void
}

const WEB = ['token', 'password', 'app', 'none'] as const

/**
 * Credentials for a repository: a token, a password, a GitHub App, or a deploy key and the server's host
 * keys.
 */
export function SignInFields({ transport, ...props }: SignInFieldsProps) {
  return transport === 'ssh' ? <KeyFields {...props} /> : <WebFields {...props} />
}

type FieldsProps = Omit<SignInFieldsProps, 'transport'>

function WebFields({ repository, form, onChange }: FieldsProps) {
  const { t } = useTranslation('git')
  const { web, token, user, password } = form
  // GitHub Enterprise Server can be on any host.
  const mayBeGitHub = ['github', 'none'].includes(forgeOfHost(repository))
  const ways = WEB.filter((id) => id !== 'app' || mayBeGitHub || web === 'app')
  return (
    <>
      <Select
        label={t('signIn.label')}
        value={web}
        onChange={(id) => onChange({ ...form, web: WEB.find((one) => one === id) ?? 'token' })}
        options={ways.map((id) => ({ id, name: t(`signIn.${id}`) }))}
      />
      {web === 'token' ? (
        <PasswordField
          label={t('signIn.token')}
          hint={t('signIn.tokenHint')}
          value={token}
          onChange={(text) => onChange({ ...form, token: text.trim() })}
          autoComplete="off"
        />
      ) : null}
      {web === 'app' ? <AppFields app={form.app} onChange={(app) => onChange({ ...form, app })} /> : null}
      {web === 'password' ? (
        <>
          <TextField
            label={t('signIn.user')}
            value={user}
            onChange={(text) => onChange({ ...form, user: text })}
            autoComplete="off"
            code
          />
          <PasswordField
            label={t('signIn.password')}
            value={password}
            onChange={(text) => onChange({ ...form, password: text })}
            autoComplete="off"
          />
        </>
      ) : null}
    </>
  )
}

/** Shows our deploy key, then the server's host keys; one button requests both. */
function KeyFields({ calls, repository, form, onChange }: FieldsProps) {
  const { t } = useTranslation('git')
  const address = repository.trim()
  const { key } = form
  const host = form.host?.repository === address ? form.host : null
  const prepare = useMutation({
    mutationFn: async () => {
      const own = key ?? (await calls.createKey())
      // Kept even if the server does not respond, because someone might have copied it.
      onChange({ ...form, key: own, host: null, areKeysConfirmed: false })
      const { keys } = await calls.hostKeys(address)
      const areKeysConfirmed = keys.every(({ publishedBy }) => publishedBy !== null)
      onChange({ ...form, key: own, host: { repository: address, keys }, areKeysConfirmed })
    },
  })
  // The repository keeps accepting the old key until the form is saved.
  const replace = useMutation({
    mutationFn: () => calls.createKey(),
    onSuccess: (made) => onChange({ ...form, key: made }),
  })
  return (
    <>
      <ErrorLine error={prepare.error} />
      {key === null ? <p className="muted">{t('key.about')}</p> : null}
      {key === null || host === null ? (
        <div>
          <Button isPending={prepare.isPending} onPress={() => prepare.mutate()}>
            {t(key === null ? 'key.create' : 'host.ask')}
          </Button>
        </div>
      ) : null}
      {key === null ? null : (
        <section className={styles.block} aria-label={t('key.title')}>
          <h3>{t('key.title')}</h3>
          <p className="muted">{t('key.add')}</p>
          <CopyLine text={key.publicKey} />
          <div>
            <Button size="small" isPending={replace.isPending} onPress={() => replace.mutate()}>
              {t('key.another')}
            </Button>
          </div>
        </section>
      )}
      {host === null ? null : (
        <HostKeys
          keys={host.keys}
          areConfirmed={form.areKeysConfirmed}
          onConfirm={(areKeysConfirmed) => onChange({ ...form, areKeysConfirmed })}
        />
      )}
    </>
  )
}

/** The server's host keys; a person confirms those that no forge has published. */
function HostKeys({
  keys,
  areConfirmed,
  onConfirm,
}: {
  readonly keys: readonly HostKeyReply[]
  readonly areConfirmed: boolean
  readonly onConfirm: (areConfirmed: boolean) => void
}) {
  const { t } = useTranslation('git')
  const publisher = keys[0]?.publishedBy ?? null
  const arePublished = keys.every(({ publishedBy }) => publishedBy !== null)
  return (
    <section className={styles.block} aria-label={t('host.title')}>
      <h3>{t('host.title')}</h3>
      <p className="muted">{arePublished ? t('host.published', { name: publisher }) : t('host.compare')}</p>
      <ul className={styles.keys}>
        {keys.map((one) => (
          <li key={one.fingerprint}>
            <span className="muted">{one.type}</span> <code dir="ltr">{one.fingerprint}</code>
          </li>
        ))}
      </ul>
      {arePublished ? null : (
        <Checkbox isSelected={areConfirmed} onChange={onConfirm}>
          {t('host.confirm')}
        </Checkbox>
      )}
    </section>
  )
}
