import type { AccountReply, SessionReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { pictureAddress } from '../../components/picture-address.ts'
import { followBrowser, languageWithoutChoice } from '../../i18n/follow-browser.ts'
import { chosenLanguage, i18n } from '../../i18n/i18n.ts'
import { endonymOf, INTERFACE_LANGUAGES } from '../../i18n/languages.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Account.module.css'
import { AddressForm } from './AddressForm.tsx'
import { accountMutations, useAccountChange } from './queries.ts'

export type ProfileSectionProps = { readonly account: AccountReply; readonly session: SessionReply }

const BROWSER = 'browser'

/** Name, picture, address, language, sign-off. */
export function ProfileSection({ account, session }: ProfileSectionProps) {
  const { t } = useTranslation('account')
  const file = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const update = useAccountChange(accountMutations.update, () => showToast(t('saved')))
  const picture = useAccountChange((bytes: Uint8Array<ArrayBuffer> | null) =>
    bytes === null ? accountMutations.removePicture() : accountMutations.setPicture(bytes),
  )
  const id = session.actor?.id ?? null
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    setTooLarge(chosen.size > LIMITS.pictureBytesMax)
    if (chosen.size <= LIMITS.pictureBytesMax) picture.mutate(new Uint8Array(await chosen.arrayBuffer()))
  }
  return (
    <section aria-labelledby="account-profile">
      <h2 id="account-profile">{t('profile')}</h2>
      <div className={styles.line}>
        <Avatar id={id} name={account.name} size={32} picture={pictureAddress(id, account.picture)} />
        <Button isPending={picture.isPending} onPress={() => file.current?.click()}>
          {t(account.picture === null ? 'pictureAdd' : 'pictureChange')}
        </Button>
        {account.picture === null ? null : (
          <Button look="quiet" onPress={() => picture.mutate(null)}>
            {t('pictureRemove')}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('pictureAdd')}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <span className="muted">{t('pictureHint')}</span>
      </div>
      {tooLarge ? (
        <p role="alert">
          {t('failures:unsupported-picture', { megabytes: LIMITS.pictureBytesMax / 2 ** 20 })}
        </p>
      ) : null}
      <ErrorLine error={picture.error ?? update.error} />
      <NameForm name={account.name} isSaving={update.isPending} onSave={(name) => update.mutate({ name })} />
      <AddressForm key={account.address?.address} account={account} sendsEmail={session.sendsEmail} />
      <div className="form">
        <LanguageChoice
          language={account.language}
          isSaving={update.isPending}
          onChange={(language) => update.mutate({ language })}
        />
        <Checkbox
          isSelected={account.signsOffSince !== null}
          onChange={(signsOff) => update.mutate({ signsOff })}
          hint={t('signsOffHint')}
        >
          {t('signsOff')}
        </Checkbox>
      </div>
    </section>
  )
}

type LanguageChoiceProps = {
  readonly language: AccountReply['language']
  readonly isSaving: boolean
  readonly onChange: (language: AccountReply['language']) => void
}

/** The language of the account, and what this browser shows instead if it has stored another one. */
function LanguageChoice({ language, isSaving, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation('account')
  const show = (next: AccountReply['language']) =>
    void (next === null ? followBrowser() : i18n.changeLanguage(next))
  const wanted = language ?? languageWithoutChoice()
  const here = chosenLanguage()
  const isElsewhere = INTERFACE_LANGUAGES.some(({ tag }) => tag === wanted) && wanted !== here
  return (
    <>
      <Select
        label={t('language')}
        value={language ?? BROWSER}
        onChange={(chosen) => {
          const next = chosen === BROWSER ? null : chosen
          onChange(next)
          show(next)
        }}
        options={[
          { id: BROWSER, name: t('languageBrowser') },
          ...INTERFACE_LANGUAGES.map(({ tag, endonym }) => ({ id: tag, name: endonym, lang: tag })),
        ]}
      />
      {isElsewhere && !isSaving ? (
        <div className={styles.line}>
          <span>{t('languageHere', { language: endonymOf(here) })}</span>
          <Button size="small" onPress={() => show(language)}>
            {t('languageUse', { language: endonymOf(wanted) })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

type NameFormProps = {
  readonly name: string
  readonly isSaving: boolean
  readonly onSave: (name: string) => void
}

function NameForm({ name, isSaving, onSave }: NameFormProps) {
  const { t } = useTranslation('account')
  const [text, setText] = useState(name)
  const typed = text.trim()
  const isUsable = typed !== '' && typed !== name
  return (
    <Form className="form" onSubmit={() => isUsable && onSave(typed)}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        value={text}
        onChange={setText}
        isRequired
        maxLength={LIMITS.nameMax}
        autoComplete="name"
        problem={typed === '' ? t('nameMissing') : undefined}
      />
      <Button type="submit" isDisabled={!isUsable} isPending={isSaving}>
        {t('common:save')}
      </Button>
    </Form>
  )
}
