import type { NewTokenBody } from '@dragoman/contract'
import { TOKEN_SCOPES, type TokenScope } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { channelsQuery } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './Members.module.css'

const DAYS = ['30', '90', '365']
const NO_END = ''

export type TokenDialogProps = {
  /** Null: for all projects of its creator. */
  readonly project: string | null
  readonly languages: readonly string[]
  readonly onMake: (body: NewTokenBody) => Promise<void>
  readonly onClose: () => void
}

/** Sets the scopes and expiry of a new token. */
export function TokenDialog({ project, languages: all, onMake, onClose }: TokenDialogProps) {
  const { t } = useTranslation('members')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read'])
  const [languages, setLanguages] = useState<readonly string[] | null>(null)
  const [channels, setChannels] = useState<readonly string[] | null>(null)
  const delivers = project !== null && scopes.includes('deliver')
  const known = useQuery({ ...channelsQuery(project ?? ''), enabled: delivers })
  const [days, setDays] = useState('90')
  const make = useMutation({
    mutationFn: () =>
      onMake({
        name: name.trim(),
        scopes: [...scopes],
        languages: languages && [...languages],
        ...(delivers && channels !== null ? { channels: [...channels] } : {}),
        days: days === NO_END ? null : Number(days),
      }),
  })
  return (
    <Dialog
      title={t('token.create')}
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isPending={make.isPending}
          isDisabled={
            name.trim() === '' ||
            scopes.length === 0 ||
            languages?.length === 0 ||
            (delivers && channels?.length === 0)
          }
          onPress={() => make.mutate()}
        >
          {t('token.create')}
        </Button>
      }
    >
      <div className={styles.form}>
        <ErrorLine error={make.error} />
        <TextField
          label={t('token.name')}
          hint={t('token.nameHint')}
          value={name}
          onChange={setName}
          maxLength={100}
          isRequired
        />
        <fieldset className={styles.choices}>
          <legend>{t('token.column.may')}</legend>
          {TOKEN_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={scopes.includes(scope)}
              hint={t(`scopeNote.${scope}`)}
              onChange={(isIn) =>
                setScopes(isIn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            >
              {t(`scopes.${scope}`)}
            </Checkbox>
          ))}
        </fieldset>
        {delivers ? (
          <LimitChoice
            legend={t('channels')}
            everything={t('allChannels')}
            options={(known.data?.channels ?? []).map((channel) => ({
              id: channel.name,
              name: channel.name,
            }))}
            value={channels}
            onChange={setChannels}
          />
        ) : null}
        {all.length === 0 ? null : <LanguageChoice all={all} value={languages} onChange={setLanguages} />}
        <Select
          label={t('token.column.expires')}
          value={days}
          onChange={setDays}
          options={[
            ...DAYS.map((id) => ({ id, name: t('token.inDays', { count: Number(id) }) })),
            { id: NO_END, name: t('token.noEnd') },
          ]}
        />
      </div>
    </Dialog>
  )
}
