import { isFailure } from '@dragoman/contract'
import { LIVE_CHANNEL, type OldAddressShape, oldAddressPrefix, oldAddressProblem } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { channelsQuery } from '../../lib/server/queries.ts'
import { isolate } from '../../lib/text/isolate.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
  const [written, setWritten] = useState('')
  const [shape, setShape] = useState<OldAddressShape>('locize')
  const [channel, setChannel] = useState<string>(LIVE_CHANNEL)
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
    <Dialog
      title={t('oldAddresses.add')}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isPending={add.isPending} onPress={submit}>
          {t('add')}
        </Button>
      }
    >
      {isTaken ? null : <ErrorLine error={add.error} />}
      <RadioChoice<OldAddressShape>
        label={t('oldAddresses.from')}
        value={shape}
        onChange={setShape}
        options={(['locize', 'tolgee'] as const).map((id) => ({
          id,
          name: t(`oldAddresses.shape.${id}`),
          hint: isolate(t(`oldAddresses.pattern.${id}`)),
        }))}
      />
      <TextField
        label={t('oldAddresses.address')}
        hint={
          fault === null && prefix !== written
            ? t('oldAddresses.stored', { prefix: isolate(prefix) })
            : t('oldAddresses.addressHint')
        }
        value={written}
        onChange={(next) => {
          setWritten(next)
          add.reset()
        }}
        placeholder={EXAMPLES[shape]}
        problem={problem}
        isRequired
        autoFocus
        code
      />
      <Select
        label={t('oldAddresses.channel')}
        value={channel}
        onChange={setChannel}
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
    </Dialog>
  )
}
