import { isFailure } from '@dragoman/contract'
import { LIVE_CHANNEL, type OldAddressShape, oldAddressPrefix, oldAddressProblem } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { removesRefusal } from '../../lib/server/field-problem.ts'
import { channelsQuery } from '../../lib/server/queries.ts'
import { isolate } from '../../lib/text/isolate.ts'
import { useFields } from '../../lib/use-fields.ts'
import { RadioChoice } from '../../ui/RadioChoice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './OldAddresses.module.css'
import { oldAddressMutations, oldAddressQueries } from './queries.ts'

export type AddOldAddressDialogProps = {
  readonly project: string
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

const EXAMPLES: Readonly<Record<OldAddressShape, string>> = {
  locize: 'https://api.locize.app/c8038fbe-7be8-4f96-9692-943b3333185b/latest/{{lng}}/{{ns}}',
  tolgee: 'https://cdn.tolg.ee/d7df50a9ae876ad51f160bc70eb7073a',
}

/** Asks for a URL as it is written in an app's code, and the channel to redirect it to. */
export function AddOldAddressDialog({ project, onAdded, onClose }: AddOldAddressDialogProps) {
  const { t } = useTranslation(['settings', 'common'])
  const { data: channels = [] } = useQuery({
    ...channelsQuery(project),
    select: (reply) => reply.channels.map(({ name }) => name),
  })
  const { data: namespaces = [] } = useQuery({
    ...oldAddressQueries.namespaces(project),
    select: (reply) => reply.namespaces.map(({ name }) => name),
  })
  const { fields, bind, set } = useFields({
    written: '',
    shape: 'locize' as OldAddressShape,
    channel: LIVE_CHANNEL as string,
  })
  const { written, shape, channel } = fields
  const [chosenNamespace, setNamespace] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const prefix = oldAddressPrefix(written)
  const fault = oldAddressProblem(prefix)
  const namespace = shape === 'tolgee' ? (chosenNamespace ?? namespaces[0] ?? null) : null
  const add = useMutation({
    mutationFn: () => oldAddressMutations.add(project, { prefix, shape, channel, namespace }),
    onSuccess: onAdded,
  })
  const isTaken = isFailure(add.error, 'already-exists')
  const problem = isTaken
    ? t('oldAddresses.fault.taken')
    : isTried && fault !== null
      ? t(`oldAddresses.fault.${fault}`)
      : undefined

  function submit(): void {
    setIsTried(true)
    if (fault === null) add.mutate()
  }
  return (
    <FormDialog
      title={t('oldAddresses.add')}
      onClose={onClose}
      act={t('add')}
      request={add}
      onAct={submit}
      error={isTaken ? null : add.error}
    >
      <RadioChoice<OldAddressShape>
        label={t('oldAddresses.from')}
        {...bind('shape')}
        options={(['locize', 'tolgee'] as const).map((id) => ({
          id,
          name: t(`oldAddresses.shape.${id}`),
          hint: isolate(t(`oldAddresses.pattern.${id}`)),
        }))}
      />
      <AddressField
        {...{ written, shape, problem }}
        onChange={removesRefusal(add, isTaken, (next) => set({ written: next }))}
      />
      <Select
        label={t('oldAddresses.channel')}
        {...bind('channel')}
        options={(channels.length === 0 ? [channel] : channels).map((name) => ({ id: name, name }))}
      />
      {shape === 'tolgee' ? (
        <Select
          label={t('oldAddresses.namespace')}
          hint={t('oldAddresses.namespaceHint')}
          value={namespace}
          onChange={setNamespace}
          options={namespaces.map((name) => ({ id: name, name }))}
        />
      ) : null}
      <p className={`muted ${styles.example}`}>{t('oldAddresses.host', { host: isolate(location.host) })}</p>
    </FormDialog>
  )
}

type AddressFieldProps = {
  readonly written: string
  readonly shape: OldAddressShape
  readonly problem: string | undefined
  readonly onChange: (written: string) => void
}

/** The URL as it is written in an app's code; shows what of it is stored. */
function AddressField({ written, shape, problem, onChange }: AddressFieldProps) {
  const { t } = useTranslation('settings')
  const prefix = oldAddressPrefix(written)
  return (
    <TextField
      label={t('oldAddresses.address')}
      hint={
        oldAddressProblem(prefix) === null && prefix !== written
          ? t('oldAddresses.stored', { prefix: isolate(prefix) })
          : t('oldAddresses.addressHint')
      }
      value={written}
      onChange={onChange}
      placeholder={EXAMPLES[shape]}
      problem={problem}
      isRequired
      autoFocus
      code
    />
  )
}
