import type { NewTokenBody } from '@dragoman/contract'
import { LIMITS, TOKEN_SCOPES, type TokenScope } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { channelsQuery } from '../../lib/server/queries.ts'
import { useFields } from '../../lib/use-fields.ts'
import { CheckboxGroup } from '../../ui/CheckboxGroup.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'

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
  const { fields, bind } = useFields({
    name: '',
    scopes: ['read'] as readonly TokenScope[],
    languages: null as readonly string[] | null,
    channels: null as readonly string[] | null,
    days: '90',
  })
  const { name, scopes, languages, channels, days } = fields
  const delivers = project !== null && scopes.includes('deliver')
  const known = useQuery({ ...channelsQuery(project ?? ''), enabled: delivers })
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
    <FormDialog
      title={t('token.create')}
      onClose={onClose}
      act={t('token.create')}
      request={make}
      isDisabled={
        name.trim() === '' ||
        scopes.length === 0 ||
        languages?.length === 0 ||
        (delivers && channels?.length === 0)
      }
    >
      <TextField
        label={t('token.name')}
        hint={t('token.nameHint')}
        {...bind('name')}
        maxLength={LIMITS.nameMax}
        isRequired
      />
      <CheckboxGroup
        legend={t('token.column.may')}
        options={TOKEN_SCOPES.map((id) => ({ id, name: t(`scopes.${id}`), hint: t(`scopeNote.${id}`) }))}
        {...bind('scopes')}
      />
      {delivers ? (
        <LimitChoice
          legend={t('channels')}
          everything={t('allChannels')}
          options={(known.data?.channels ?? []).map((channel) => ({
            id: channel.name,
            name: channel.name,
          }))}
          {...bind('channels')}
        />
      ) : null}
      {all.length === 0 ? null : <LanguageChoice all={all} {...bind('languages')} />}
      <Select
        label={t('token.column.expires')}
        {...bind('days')}
        options={[
          ...DAYS.map((id) => ({ id, name: t('token.inDays', { count: Number(id) }) })),
          { id: NO_END, name: t('token.noEnd') },
        ]}
      />
    </FormDialog>
  )
}
