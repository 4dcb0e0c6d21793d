import { type ChannelReply, isFailure, type ProjectReply, type SessionReply } from '@dragoman/contract'
import { DEFAULT_CHANNEL_SETTINGS, hasSlugShape } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../components/DeliverySnippet.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { showToast } from '../../lib/notices/toast.ts'
import { formatsQuery } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RadioChoice } from '../../ui/RadioChoice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChannelCaching } from './ChannelCaching.tsx'
import { ChannelFormats } from './ChannelFormats.tsx'
import { ChannelOrigins } from './ChannelOrigins.tsx'
import { extensionOf, isRefused, originsOf, wrongOrigin } from './channel-fields.ts'
import { missingKeysSnippet } from './missing-keys-snippet.ts'
import { releaseMutations } from './queries.ts'
import { useMoveChannel } from './use-move-channel.ts'

type Kind = 'release' | 'catalog'
const NAME_MAX = 50
/** Settings whose refusal is shown at their fields. */
const AT_FIELD = ['formats', 'cacheSeconds', 'staleSeconds']

export type ChannelDialogProps = {
  readonly project: ProjectReply
  readonly delivery: SessionReply['delivery']
  /** Null: a new channel. */
  readonly channel: ChannelReply | null
  readonly onClose: () => void
}

/** What a channel serves, and to whom; for a new one also its name and what it follows. */
export function ChannelDialog({ project, delivery, channel, onClose }: ChannelDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const { refresh } = useMoveChannel(project.slug)
  const [name, setName] = useState(channel?.name ?? '')
  const [kind, setKind] = useState<Kind>('release')
  const [isTried, setIsTried] = useState(false)
  const [settings, setSettings] = useState(channel?.settings ?? DEFAULT_CHANNEL_SETTINGS)
  const { isPublic, fallback, texts, holdsErrors, collectsMissing } = settings
  const [originLines, setOriginLines] = useState(
    settings.origins === null ? null : settings.origins.join('\n'),
  )
  const set = (some: Partial<typeof settings>) => setSettings({ ...settings, ...some })
  const known = useQuery(formatsQuery(project.slug)).data?.formats ?? []
  const origins = originLines === null ? null : originsOf(originLines)
  const wrong = origins && wrongOrigin(origins)
  const save = useMutation({
    mutationFn: (chosen: string) =>
      channel === null
        ? releaseMutations.addChannel(project.slug, {
            name: chosen,
            kind,
            settings: { ...settings, origins },
          })
        : releaseMutations.updateChannel(project.slug, channel.name, { ...settings, origins }),
    onSuccess: async () => {
      await refresh()
      showToast(t(channel === null ? 'said.added' : 'said.changed', { name }))
      onClose()
    },
  })
  const isTaken = isFailure(save.error, 'already-exists')
  const isShownAtField = isTaken || AT_FIELD.some((setting) => isRefused(save.error, setting))
  const nameProblem = isTaken && save.variables === name ? t('field.nameTaken') : nameFault()

  function nameFault(): string | undefined {
    return isTried && !hasSlugShape(name) ? t('field.nameWrong') : undefined
  }
  function submit(): void {
    setIsTried(true)
    if (wrong === null && (channel !== null || hasSlugShape(name))) save.mutate(name)
  }
  const isPseudo = channel?.kind === 'pseudo'
  return (
    <Dialog
      title={channel === null ? t('newChannel') : t('settingsOf', { name: channel.name })}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isPending={save.isPending} onPress={submit}>
          {t(channel === null ? 'addChannel' : 'common:save')}
        </Button>
      }
    >
      {isShownAtField ? null : <ErrorLine error={save.error} />}
      {channel === null ? (
        <>
          <TextField
            label={t('field.name')}
            hint={t('field.nameHint')}
            value={name}
            onChange={setName}
            maxLength={NAME_MAX}
            problem={nameProblem}
            isRequired
            autoFocus
            code
          />
          <RadioChoice<Kind>
            label={t('field.kind')}
            value={kind}
            onChange={setKind}
            options={(['release', 'catalog'] as const).map((id) => ({
              id,
              name: t(`kind.${id}`),
              hint: t(`kindHint.${id}`),
            }))}
          />
        </>
      ) : null}
      <Select
        label={t('field.access')}
        {...(delivery === 'per-project' ? {} : { hint: t('field.accessFixed') })}
        isDisabled={delivery !== 'per-project'}
        options={[
          {
            id: 'null',
            name: t('access.project', {
              now: t(project.settings.deliverPublic ? 'access.anyone' : 'access.token'),
            }),
          },
          { id: 'true', name: t('access.anyone') },
          { id: 'false', name: t('access.token') },
        ]}
        value={String(isPublic)}
        onChange={(id) => set({ isPublic: choiceOf(id) })}
      />
      {isPseudo ? null : (
        <>
          <RadioChoice<typeof texts>
            label={t('field.texts')}
            value={texts}
            onChange={(value) => set({ texts: value })}
            options={(['translated', 'reviewed'] as const).map((id) => ({
              id,
              name: t(`texts.${id}`),
              hint: t(`textsHint.${id}`),
            }))}
          />
          <Checkbox
            isSelected={holdsErrors}
            onChange={(value) => set({ holdsErrors: value })}
            hint={t('field.holdsErrorsHint')}
          >
            {t('field.holdsErrors')}
          </Checkbox>
          <Select
            label={t('field.fallback')}
            options={[
              {
                id: 'null',
                name: t('access.project', {
                  now: t(project.settings.deliverFallback ? 'fallback.fill' : 'fallback.leave'),
                }),
              },
              { id: 'true', name: t('fallback.fill') },
              { id: 'false', name: t('fallback.leave') },
            ]}
            value={String(fallback)}
            onChange={(id) => set({ fallback: choiceOf(id) })}
          />
        </>
      )}
      <ChannelFormats
        chosen={settings.formats}
        known={known}
        isRefused={isRefused(save.error, 'formats')}
        onChange={(formats) => set({ formats })}
      />
      <ChannelOrigins
        lines={originLines}
        problem={isTried && wrong !== null ? t('field.noOrigin', { line: wrong }) : undefined}
        onChange={setOriginLines}
      />
      <ChannelCaching times={settings} error={save.error} onChange={set} />
      <Checkbox
        isSelected={collectsMissing}
        onChange={(value) => set({ collectsMissing: value })}
        hint={t('field.collectsMissingHint')}
      >
        {t('field.collectsMissing')}
      </Checkbox>
      {channel === null
        ? null
        : settings.formats.map((id) => (
            <CopyLine
              key={id}
              text={`${location.origin}${deliveryPath(project.slug, channel.name, extensionOf(id, known))}`}
            />
          ))}
      {channel !== null && collectsMissing ? (
        <CopyLine text={missingKeysSnippet(project.slug, channel.name)} />
      ) : null}
    </Dialog>
  )
}

function choiceOf(id: string): boolean | null {
  return id === 'null' ? null : id === 'true'
}
