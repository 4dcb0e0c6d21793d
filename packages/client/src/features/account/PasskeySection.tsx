import type { AccountReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Account.module.css'
import { accountMutations, PasskeyError, useAccountChange } from './queries.ts'

/** Passkeys: add, rename, remove. `isPossible`: this server was opened by a host name. */
export function PasskeySection({
  account,
  isPossible,
}: {
  readonly account: AccountReply
  readonly isPossible: boolean
}) {
  const { t } = useTranslation('account')
  const [name, setName] = useState<string | null>(null)
  const add = useAccountChange(accountMutations.addPasskey, () => setName(null))
  return (
    <section aria-labelledby="account-passkeys">
      <h2 id="account-passkeys">{t('passkeys')}</h2>
      <p className="muted">{t('passkeysAbout')}</p>
      {account.passkeys.length === 0 ? null : (
        <ul>
          {account.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {add.error instanceof PasskeyError ? (
        <div role="alert">
          <Note tone="error">{t(`passkeyError.${add.error.reason}`)}</Note>
        </div>
      ) : (
        <ErrorLine error={add.error} />
      )}
      {isPossible ? null : <Note tone="plain">{t('failures:passkeys-need-name')}</Note>}
      {name === null ? (
        <Button
          refusal={isPossible ? null : t('failures:passkeys-need-name')}
          onPress={() => setName(t('passkeyNameFirst'))}
        >
          {t('passkeyAdd')}
        </Button>
      ) : (
        <Form className="form" onSubmit={() => name.trim() !== '' && add.mutate(name.trim())}>
          <TextField
            label={t('passkeyName')}
            hint={t('passkeyNameHint')}
            value={name}
            onChange={setName}
            maxLength={LIMITS.nameMax}
            autoFocus
          />
          <div className={styles.line}>
            <Button look="primary" type="submit" isDisabled={name.trim() === ''} isPending={add.isPending}>
              {t('passkeyAdd')}
            </Button>
            <Button onPress={() => setName(null)}>{t('common:cancel')}</Button>
          </div>
        </Form>
      )}
    </section>
  )
}

function PasskeyRow({
  passkey: { id, name, lastUsedAt },
}: {
  readonly passkey: AccountReply['passkeys'][number]
}) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const rename = useAccountChange(
    (next: string) => accountMutations.renamePasskey(id, next),
    () => setTyped(null),
  )
  const remove = useAccountChange(() => accountMutations.removePasskey(id))
  if (typed !== null)
    return (
      <li className={styles.row}>
        <Form className="form" onSubmit={() => typed.trim() !== '' && rename.mutate(typed.trim())}>
          <ErrorLine error={rename.error} />
          <TextField
            label={t('passkeyName')}
            value={typed}
            onChange={setTyped}
            maxLength={LIMITS.nameMax}
            autoFocus
          />
          <div className={styles.line}>
            <Button type="submit" isPending={rename.isPending}>
              {t('common:save')}
            </Button>
            <Button onPress={() => setTyped(null)}>{t('common:cancel')}</Button>
          </div>
        </Form>
      </li>
    )
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <b>
            <bdi>{name}</bdi>
          </b>
        </p>
        <p className="muted">
          {lastUsedAt === null ? t('passkeyNever') : t('lastUsed', { when: formats.relative(lastUsedAt) })}
        </p>
        <ErrorLine error={remove.error} />
      </div>
      <Button size="small" aria-label={t('passkeyRenameThis', { name })} onPress={() => setTyped(name)}>
        {t('passkeyRename')}
      </Button>
      <Button
        size="small"
        look="danger"
        aria-label={t('passkeyRemoveThis', { name })}
        isPending={remove.isPending}
        onPress={() => remove.mutate(undefined)}
      >
        {t('common:remove')}
      </Button>
    </li>
  )
}
