import type { ProjectReply } from '@dragoman/contract'
import {
  AUDIENCES,
  type Audience,
  SHARED_ROLES,
  VISITOR_ADDRESSES,
  type VisitorAddress,
} from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { ShareQuestion } from '../../components/ShareQuestion.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Select } from '../../ui/Select.tsx'
import { useProjectUpdate, useSharing, useUnsharing } from './queries.ts'

const ADDRESS_TEXTS = {
  none: 'sharing.addressNone',
  given: 'sharing.addressGiven',
  confirmed: 'sharing.addressConfirmed',
} as const satisfies Readonly<Record<VisitorAddress, string>>

/** Who can see the project in addition to its members, and whether they can suggest. */
export function SharingSection({
  project,
  sendsEmail,
}: {
  readonly project: ProjectReply
  readonly sendsEmail: boolean
}) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('project.manage')
  const update = useProjectUpdate(project, () => showToast(t('saved')))
  const shareWith = useSharing(project.slug)
  const unshare = useUnsharing(project.slug, () => showToast(t('common:undone')))
  const { sharing } = project
  const [asked, setAsked] = useState<Exclude<Audience, 'members'> | null>(null)
  /** Says what is now visible to whom, and offers to take it back. */
  const share = (next: ProjectReply['sharing']) =>
    shareWith.mutate(next, {
      onSuccess: () => {
        setAsked(null)
        showToast(t(`sharing.done.${next.with}`, { project: project.name }), {
          action: undoAction(t('common:undo'), () => unshare.mutate(sharing)),
        })
      },
    })
  const settings = update.isPending ? { ...project.settings, ...update.variables.settings } : project.settings
  return (
    <section>
      <h2>{t('sharing.title')}</h2>
      <div className="form">
        {asked !== null ? null : <ErrorLine error={shareWith.error} />}
        <ErrorLine error={update.error} />
        <Select
          label={t('sharing.with')}
          hint={t('sharing.hint')}
          isDisabled={refusal !== null}
          value={sharing.with}
          onChange={(audience) => {
            if (audience === sharing.with) return
            // Fewer people than before: nothing becomes visible that was not.
            if (audience === 'members' || AUDIENCES.indexOf(audience) < AUDIENCES.indexOf(sharing.with))
              share({ ...sharing, with: audience })
            else setAsked(audience)
          }}
          options={AUDIENCES.map((id) => ({ id, name: t(`sharing.${id}`) }))}
        />
        {asked === null ? null : (
          <ShareQuestion
            project={project.name}
            audience={asked}
            request={shareWith}
            onShare={() => share({ ...sharing, with: asked })}
            onClose={() => {
              setAsked(null)
              shareWith.reset()
            }}
          />
        )}
        {sharing.with === 'members' ? null : (
          <Select
            label={t('sharing.may')}
            isDisabled={refusal !== null}
            value={sharing.role}
            onChange={(role) => share({ ...sharing, role })}
            options={SHARED_ROLES.map((id) => ({ id, name: t(`sharing.${id}`) }))}
          />
        )}
        {sharing.with === 'members' ? null : (
          <Checkbox
            isSelected={settings.showNames}
            isDisabled={refusal !== null}
            onChange={(showNames) => update.mutate({ settings: { showNames } })}
            hint={t('sharing.showNamesHint')}
          >
            {t('sharing.showNames')}
          </Checkbox>
        )}
        {sharing.with === 'everyone' ? (
          <PublicSettings {...{ project, settings, sendsEmail, refusal, update }} />
        ) : null}
      </div>
    </section>
  )
}

/** What visitors have to enter, and whether search engines list the project. */
function PublicSettings({
  project: { slug, sharing },
  settings,
  sendsEmail,
  refusal,
  update,
}: {
  readonly project: ProjectReply
  readonly settings: ProjectReply['settings']
  readonly sendsEmail: boolean
  readonly refusal: string | null
  readonly update: ReturnType<typeof useProjectUpdate>
}) {
  const { t } = useTranslation('settings')
  return (
    <>
      {sharing.role === 'suggester' ? (
        <Select
          label={t('sharing.visitors')}
          hint={settings.visitorAddress === 'confirmed' && !sendsEmail ? t('sharing.addressHint') : undefined}
          isDisabled={refusal !== null}
          value={settings.visitorAddress}
          onChange={(visitorAddress) => update.mutate({ settings: { visitorAddress } })}
          options={VISITOR_ADDRESSES.map((id) => ({ id, name: t(ADDRESS_TEXTS[id]) }))}
        />
      ) : null}
      <Checkbox
        isSelected={settings.indexed}
        isDisabled={refusal !== null}
        onChange={(indexed) => update.mutate({ settings: { indexed } })}
      >
        {t('sharing.indexed')}
      </Checkbox>
      <div>
        <p className="muted">{t('sharing.publicPage')}</p>
        <CopyLine text={`${location.origin}/p/${slug}/overview`} />
      </div>
    </>
  )
}
