import { type ChannelReply, isFailure, type ProjectReply, type SessionReply } from '@dragoman/contract'
import { DEFAULT_CHANNEL_SETTINGS, hasSlugShape, LIMITS } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../../components/DeliverySnippet.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { changedFields } from '../../../lib/changed-fields.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { removesRefusal } from '../../../lib/server/field-problem.ts'
import { formatsQuery } from '../../../lib/server/queries.ts'
import { type Bind, useFields } from '../../../lib/use-fields.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { RadioChoice } from '../../../ui/RadioChoice.tsx'
import { Select, type SelectProps } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { missingKeysSnippet } from '../missing-keys/missing-keys-snippet.ts'
import { useMoveChannel } from '../moves/use-move-channel.ts'
import { releaseMutations } from '../queries.ts'
import { ChannelCaching } from './ChannelCaching.tsx'
import { ChannelFormats } from './ChannelFormats.tsx'
import { ChannelOrigins } from './ChannelOrigins.tsx'
import { extensionOf, isRefused, originsOf, wrongOrigin } from './channel-fields.ts'

const KINDS = ['release', 'catalog'] as const
const TEXTS = ['translated', 'reviewed'] as const
type Kind = (typeof KINDS)[number]
type Settings = ChannelReply['settings']
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
  const { fields, bind } = useFields({ name: channel?.name ?? '', kind: 'release' as Kind })
  const { name } = fields
  const [isTried, setIsTried] = useState(false)
  const [opened] = useState(channel?.settings ?? DEFAULT_CHANNEL_SETTINGS)
  const [settings, setSettings] = useState(opened)
  const [originLines, setOriginLines] = useState(settings.origins?.join('\n') ?? null)
  const set = (some: Partial<Settings>) => setSettings({ ...settings, ...some })
  const known = useQuery(formatsQuery(project.slug)).data?.formats ?? []
  const origins = originLines === null ? null : originsOf(originLines)
  const wrong = origins && wrongOrigin(origins)
  const save = useSaveChannel({ project: project.slug, channel, opened, onClose })
  const isTaken = isFailure(save.error, 'already-exists')
  const isSettingRefused = AT_FIELD.some((setting) => isRefused(save.error, setting))
  const isShownAtField = isTaken || isSettingRefused
  const changeSetting = removesRefusal(save, isSettingRefused, set)
  const nameProblem =
    isTaken && save.variables?.name === name
      ? t('field.nameTaken')
      : isTried && !hasSlugShape(name)
        ? t('field.nameWrong')
        : undefined
  const submit = () => {
    setIsTried(true)
    if (wrong === null && (channel !== null || hasSlugShape(name)))
      save.mutate({ ...fields, settings: { ...settings, origins } })
  }
  return (
    <FormDialog
      title={channel === null ? t('newChannel') : t('settingsOf', { name: channel.name })}
      onClose={onClose}
      act={t(channel === null ? 'addChannel' : 'common:save')}
      request={save}
      onAct={submit}
      error={isShownAtField ? null : save.error}
    >
      {channel === null ? <NewChannelFields bind={bind} problem={nameProblem} /> : null}
      <LikeProject
        label={t('field.access')}
        {...(delivery === 'per-project' ? {} : { hint: t('field.accessFixed') })}
        isDisabled={delivery !== 'per-project'}
        names={{ true: t('access.anyone'), false: t('access.token') }}
        ofProject={project.settings.deliverPublic}
        value={settings.isPublic}
        onChange={(isPublic) => set({ isPublic })}
      />
      {channel?.kind === 'pseudo' ? null : (
        <ServedTexts project={project} settings={settings} onChange={set} />
      )}
      <ChannelFormats
        chosen={settings.formats}
        known={known}
        isRefused={isRefused(save.error, 'formats')}
        onChange={(formats) => changeSetting({ formats })}
      />
      <ChannelOrigins
        lines={originLines}
        problem={isTried && wrong !== null ? t('field.noOrigin', { line: wrong }) : undefined}
        onChange={setOriginLines}
      />
      <ChannelCaching times={settings} error={save.error} onChange={changeSetting} />
      <Checkbox
        isSelected={settings.collectsMissing}
        onChange={(collectsMissing) => set({ collectsMissing })}
        hint={t('field.collectsMissingHint')}
      >
        {t('field.collectsMissing')}
      </Checkbox>
      {(channel === null ? [] : snippetsOf(project.slug, channel.name, { settings, known })).map((text) => (
        <CopyLine key={text} text={text} />
      ))}
    </FormDialog>
  )
}

type NewChannelFieldsProps = {
  readonly bind: Bind<{ readonly name: string; readonly kind: Kind }>
  /** What is wrong with the name. */
  readonly problem: string | undefined
}

function NewChannelFields({ bind, problem }: NewChannelFieldsProps) {
  const { t } = useTranslation('releases')
  return (
    <>
      <TextField
        label={t('field.name')}
        hint={t('field.nameHint')}
        {...bind('name')}
        maxLength={LIMITS.slugMax}
        problem={problem}
        isRequired
        autoFocus
        code
      />
      <RadioChoice<Kind>
        label={t('field.kind')}
        {...bind('kind')}
        options={KINDS.map((id) => ({ id, name: t(`kind.${id}`), hint: t(`kindHint.${id}`) }))}
      />
    </>
  )
}

/** Returns what apps use to load the files, and to report missing keys. */
function snippetsOf(
  project: string,
  channel: string,
  { settings, known }: { readonly settings: Settings; readonly known: Parameters<typeof extensionOf>[1] },
): readonly string[] {
  const { formats, collectsMissing } = settings
  const urls = formats.map(
    (id) => `${location.origin}${deliveryPath(project, channel, extensionOf(id, known))}`,
  )
  // Formats with the same extension have one URL.
  return [...new Set(urls), ...(collectsMissing ? [missingKeysSnippet(project, channel)] : [])]
}

/** Adds a channel, or changes the settings of one. */
function useSaveChannel({
  project,
  channel,
  opened,
  onClose,
}: { readonly project: string; readonly opened: Settings } & Pick<
  ChannelDialogProps,
  'channel' | 'onClose'
>) {
  const { t } = useTranslation('releases')
  const { refresh } = useMoveChannel(project)
  return useMutation({
    mutationFn: (chosen: { readonly name: string; readonly kind: Kind; readonly settings: Settings }) =>
      channel === null
        ? releaseMutations.addChannel(project, chosen)
        : releaseMutations.updateChannel(project, channel.name, changedFields(opened, chosen.settings)),
    onSuccess: async (_done, { name }) => {
      await refresh()
      showToast(t(channel === null ? 'said.added' : 'said.changed', { name }))
      onClose()
    },
  })
}

/** Which texts a channel serves, and what it serves instead of missing ones. */
function ServedTexts({
  project,
  settings,
  onChange,
}: {
  readonly project: ProjectReply
  readonly settings: Settings
  readonly onChange: (some: Partial<Settings>) => void
}) {
  const { t } = useTranslation('releases')
  return (
    <>
      <RadioChoice<Settings['texts']>
        label={t('field.texts')}
        value={settings.texts}
        onChange={(texts) => onChange({ texts })}
        options={TEXTS.map((id) => ({ id, name: t(`texts.${id}`), hint: t(`textsHint.${id}`) }))}
      />
      <Checkbox
        isSelected={settings.holdsErrors}
        onChange={(holdsErrors) => onChange({ holdsErrors })}
        hint={t('field.holdsErrorsHint')}
      >
        {t('field.holdsErrors')}
      </Checkbox>
      <LikeProject
        label={t('field.fallback')}
        names={{ true: t('fallback.fill'), false: t('fallback.leave') }}
        ofProject={project.settings.deliverFallback}
        value={settings.fallback}
        onChange={(fallback) => onChange({ fallback })}
      />
    </>
  )
}

/** A setting of a channel that is the same as that of the project (null), or its own. */
function LikeProject({
  names,
  ofProject,
  value,
  onChange,
  ...select
}: Pick<SelectProps, 'label' | 'hint' | 'isDisabled'> & {
  readonly names: Readonly<Record<'true' | 'false', string>>
  readonly ofProject: boolean
  readonly value: boolean | null
  readonly onChange: (value: boolean | null) => void
}) {
  const { t } = useTranslation('releases')
  return (
    <Select
      {...select}
      options={[
        { id: 'null', name: t('access.project', { now: names[`${ofProject}`] }) },
        { id: 'true', name: names.true },
        { id: 'false', name: names.false },
      ]}
      value={String(value)}
      onChange={(id) => onChange(id === 'null' ? null : id === 'true')}
    />
  )
}
